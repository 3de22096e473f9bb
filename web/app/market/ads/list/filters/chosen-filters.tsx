import type { CategoryAttribute } from '@app/contract/reference/attributes';
import { Suspense } from 'react';
import { Link } from 'react-router';
import { formatNumber, formatPrice } from '../../../../platform/format/format.ts';
import { useLanguage, useText } from '../../../../platform/i18n.tsx';
import { button } from '../../../../ui/button.ts';
import styles from '../../filter-chips.module.css';
import { SaveSearchButton } from '../../save-search/save-search-button.tsx';
import { useOpenedSearch } from '../../save-search/use-opened-search.ts';
import type { ReadPart } from '../read-part.ts';
import { type AdFilters, listHref } from './ad-filters.ts';
import { AttributeChips } from './attribute-chips.tsx';
import { FilterChip } from './filter-chip.tsx';
import { usePlaceName } from './use-place-name.ts';

interface ChosenFiltersProps {
  filters: AdFilters;
  names: { category?: string | undefined; country?: string | undefined; city?: string | undefined };
  attributes: readonly CategoryAttribute[];
  /** What was read out of the words. */
  read: readonly ReadPart[];
  /** False for an empty list, which offers to save the search itself. */
  canSave: boolean;
}

function usePriceName(): (price: Pick<AdFilters, 'priceFrom' | 'priceTo'>) => string | undefined {
  const t = useText();
  const lang = useLanguage();
  return ({ priceFrom, priceTo }) => {
    if (priceFrom !== null && priceTo !== null)
      return t('ads.filter.range', { from: formatNumber(lang, priceFrom), to: formatPrice(lang, priceTo) });
    if (priceFrom !== null) return t('ads.filter.from', { value: formatPrice(lang, priceFrom) });
    if (priceTo !== null) return t('ads.filter.to', { value: formatPrice(lang, priceTo) });
  };
}

export function ChosenFilters({ filters, names, attributes, read, canSave }: ChosenFiltersProps) {
  const t = useText();
  const priceName = usePriceName();
  const price = priceName(filters);
  useOpenedSearch();
  const first = { ...filters, page: 1 };
  const { days } = filters;
  const { short } = usePlaceName();
  const place = names.city ?? names.country;
  const chip = (name: string | false | null | 0 | undefined, without: Partial<AdFilters>) =>
    name && <FilterChip name={name} to={listHref({ ...first, ...without })} />;
  return (
    <>
      <nav className={styles.chips} aria-label={t('ads.filter.chosen')}>
        {chip(filters.search, { search: '' })}
        {read.map(({ kind, name, radius: km, price_from = null, price_to = null, search }) => (
          <FilterChip
            key={kind}
            name={
              (km === undefined ? name : t('ads.filter.radiusOf', { km })) ??
              priceName({ priceFrom: price_from, priceTo: price_to }) ??
              ''
            }
            hint={t('ads.list.read')}
            to={listHref({ ...first, search })}
          />
        ))}
        {chip(names.category, { category: null })}
        {chip(place && short(place, filters), { country: null, city: null, radius: null, district: '' })}
        {chip(price, { priceFrom: null, priceTo: null })}
        {chip(filters.kind && t(`ads.kind.${filters.kind}`), { kind: null })}
        {chip(days && t('ads.filter.daysOf', { days }), { days: null })}
        {chip(filters.photo && t('ads.filter.photo'), { photo: false })}
        {chip(filters.circle && t('ads.filter.circle'), { circle: false })}
        {chip(filters.friendsOfFriends && t('ads.filter.friendsOfFriends'), { friendsOfFriends: false })}
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
