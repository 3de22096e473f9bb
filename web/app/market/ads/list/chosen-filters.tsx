import type { CategoryAttribute } from '@app/contract/reference/attributes';
import { Suspense } from 'react';
import { Link } from 'react-router';
import { formatNumber, formatPrice } from '../../../platform/format/format.ts';
import { useLanguage, useText } from '../../../platform/i18n.tsx';
import { button } from '../../../ui/button.ts';
import styles from '../filter-chips.module.css';
import { SaveSearchButton } from '../save-search/save-search-button.tsx';
import { useOpenedSearch } from '../save-search/use-opened-search.ts';
import { type AdFilters, listHref } from './ad-filters.ts';
import { AttributeChips } from './attribute-chips.tsx';
import { FilterChip } from './filter-chip.tsx';

interface ChosenFiltersProps {
  filters: AdFilters;
  names: { category?: string | undefined; country?: string | undefined; city?: string | undefined };
  attributes: readonly CategoryAttribute[];
  /** False for an empty list, which offers to save the search itself. */
  canSave: boolean;
}

function usePriceName({ priceFrom, priceTo }: AdFilters): string | undefined {
  const t = useText();
  const lang = useLanguage();
  if (priceFrom !== null && priceTo !== null)
    return t('ads.filter.range', { from: formatNumber(lang, priceFrom), to: formatPrice(lang, priceTo) });
  if (priceFrom !== null) return t('ads.filter.from', { value: formatPrice(lang, priceFrom) });
  if (priceTo !== null) return t('ads.filter.to', { value: formatPrice(lang, priceTo) });
}

export function ChosenFilters({ filters, names, attributes, canSave }: ChosenFiltersProps) {
  const t = useText();
  const price = usePriceName(filters);
  useOpenedSearch();
  const first = { ...filters, page: 1 };
  const { days, radius } = filters;
  const chips = [
    { name: filters.search, to: listHref({ ...first, search: '' }) },
    { name: names.category, to: listHref({ ...first, category: null }) },
    { name: names.country, to: listHref({ ...first, country: null }) },
    { name: names.city, to: listHref({ ...first, city: null }) },
    { name: radius && t('ads.filter.radiusChip', { km: radius }), to: listHref({ ...first, radius: null }) },
    { name: price, to: listHref({ ...first, priceFrom: null, priceTo: null }) },
    { name: days && t('ads.filter.daysOf', { days }), to: listHref({ ...first, days: null }) },
    { name: filters.photo && t('ads.filter.photo'), to: listHref({ ...first, photo: false }) },
  ];
  return (
    <>
      <nav className={styles.chips} aria-label={t('ads.filter.chosen')}>
        {chips.map(({ name, to }) => name && <FilterChip key={to} name={name} to={to} />)}
        {attributes.length > 0 && (
          <Suspense>
            <AttributeChips filters={first} attributes={attributes} />
          </Suspense>
        )}
        <Link to={listHref({ sort: filters.sort })} preventScrollReset className={button('quiet', 'small')}>
          {t('ads.filter.reset')}
        </Link>
      </nav>
      {canSave && <SaveSearchButton filters={filters} />}
    </>
  );
}
