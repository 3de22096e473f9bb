import type { Lang } from '@app/contract/platform/languages';
import {
  type AttributeFilter,
  formatAttributeFilters,
  parseAttributeFilters,
} from '@app/contract/reference/attribute-filters';
import type { CategoryAttribute } from '@app/contract/reference/attributes';
import { formatMeasure, formatNumber } from '../../../../platform/format/format.ts';
import { useLanguage, useText } from '../../../../platform/i18n.tsx';
import { type AdFilters, listHref } from './ad-filters.ts';
import { FilterChip } from './filter-chip.tsx';

function useFilterText() {
  const t = useText();
  const lang: Lang = useLanguage();
  return ({ choices, unit }: CategoryAttribute, filter: AttributeFilter): string => {
    if ('choices' in filter)
      return choices
        .filter(({ id }) => filter.choices.includes(id))
        .map(({ name }) => name)
        .join(', ');
    const { from, to } = filter;
    const withUnit = (value: number): string => formatMeasure(lang, value, unit);
    const bare = (value: number): string => (unit === '' ? withUnit(value) : formatNumber(lang, value));
    if (from !== null && to !== null) return t('ads.filter.range', { from: bare(from), to: withUnit(to) });
    if (from !== null) return t('ads.filter.from', { value: withUnit(from) });
    return to === null ? '' : t('ads.filter.to', { value: withUnit(to) });
  };
}

export function AttributeChips({
  filters,
  attributes,
}: {
  filters: AdFilters;
  attributes: readonly CategoryAttribute[];
}) {
  const t = useText('ad-filters');
  const wanted = useFilterText();
  const chosen = parseAttributeFilters(filters.attributes);
  return attributes.map((attribute) => {
    const filter = chosen.get(attribute.id);
    const value = filter === undefined ? '' : wanted(attribute, filter);
    if (value === '') return null;
    const others = new Map(chosen);
    others.delete(attribute.id);
    return (
      <FilterChip
        key={attribute.id}
        name={t('ad-filters.attributes.chip', { name: attribute.name, value })}
        to={listHref({ ...filters, attributes: formatAttributeFilters(others) })}
      />
    );
  });
}
