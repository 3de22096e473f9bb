import { IconArrowsSort } from 'virtual:icons';
import { useEffect, useRef } from 'react';
import { useNavigate } from 'react-router';
import { AD_SORTS } from '#contract/market/ads';
import { useText } from '../../../platform/i18n.tsx';
import { ICON_STROKE } from '../../../ui/icon.ts';
import { type AdFilters, chosenSort, defaultSort, listHref } from './filters/ad-filters.ts';
import { FILTER_FORM_ID } from './filters/filter-bar.tsx';
import styles from './sort-select.module.css';

/** A field of the filter form, so that sorting works without scripts; with scripts a change applies at once. */
export function SortSelect({ filters }: { filters: AdFilters }) {
  const t = useText();
  const navigate = useNavigate();
  const select = useRef<HTMLSelectElement>(null);
  const usual = defaultSort(filters.search);
  const isOffered = (sort: AdFilters['sort']): boolean => sort !== 'near' || filters.radius !== null;
  const sorts = [usual, ...AD_SORTS.filter((sort) => sort !== usual && sort !== 'relevance' && isOffered(sort))];
  const optionOf = (sort: AdFilters['sort']): string => (sort === usual ? '' : (sort ?? ''));

  useEffect(() => {
    // Going back in the history changes the order without this field.
    if (select.current) select.current.value = filters.sort ?? '';
  }, [filters.sort]);

  return (
    <label className={styles.sort}>
      <IconArrowsSort size={18} stroke={ICON_STROKE} aria-hidden="true" />
      <span className="sr">{t('ads.sort')}</span>
      <select
        ref={select}
        name="sort"
        form={FILTER_FORM_ID}
        className={styles.select}
        defaultValue={optionOf(filters.sort)}
        onChange={(event) => {
          const sort = chosenSort(filters, sorts.find((one) => one === event.target.value) ?? null);
          void navigate(listHref({ ...filters, sort, page: 1 }), { preventScrollReset: true });
        }}
      >
        {sorts.map((sort) => (
          <option key={sort} value={optionOf(sort)}>
            {t(`ads.sort.${sort}`)}
          </option>
        ))}
      </select>
    </label>
  );
}
