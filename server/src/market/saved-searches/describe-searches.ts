import type { Lang } from '@app/contract/platform/languages';
import { parseAttributeFilters } from '@app/contract/reference/attribute-filters';
import { sql } from 'kysely';
import type { Services } from '../../platform/domain/services.ts';
import type { Texts } from '../../platform/texts.ts';
import { texts } from '../../platform/texts.ts';
import {
  type AttributeDictionary,
  getAttributeDictionary,
  localizedReferenceName,
} from '../../reference/reference.public.ts';
import type { SavedSearchFilters } from './searches.tables.ts';

const ATTRIBUTES_IN_NAME_MAX = 4;

interface DescribableSearch {
  filters: SavedSearchFilters;
  wanted_ad_id: number | null;
  lang: Lang;
}

/** Describes searches in readable form, «Велосипед, Казань, до 20 000 ₽», in the given order. */
export async function describeSearches(services: Services, searches: readonly DescribableSearch[]): Promise<string[]> {
  if (searches.length === 0) return [];
  const [entries, dictionary] = await Promise.all([
    listReferenceNames(services, searches),
    getAttributeDictionary(services.pool),
  ]);
  return searches.map(({ filters, wanted_ad_id, lang }) => {
    // A wanted ad looks for ads for sale, and its owner knows it as what it is.
    const kind = wanted_ad_id === null ? filters.kind : 'buy';
    const localizedName = (kind: ReferenceName['kind'], id: number | undefined): string => {
      const entry = entries.find((one) => one.kind === kind && one.id === id);
      return entry ? localizedReferenceName(entry, lang) : '';
    };
    const parts = [
      kind ? texts.t(lang, `ads.kind.${kind}`) : '',
      capital(filters.search ?? '', lang),
      localizedName('category', filters.category_id),
      describePlace(
        texts,
        lang,
        filters,
        localizedName('city', filters.city_id) || localizedName('country', filters.country_id),
      ),
      filters.district ?? '',
      describePrice(texts, lang, filters),
      ...describeAttributes(texts, lang, filters, dictionary),
      filters.photo ? texts.t(lang, 'searches.name.photo') : '',
      filters.circle ? texts.t(lang, 'searches.name.circle') : '',
      filters.days ? texts.t(lang, 'searches.name.days', { days: filters.days }) : '',
    ];
    return parts.filter((part) => part !== '').join(', ');
  });
}

interface ReferenceName {
  kind: 'category' | 'country' | 'city';
  id: number;
  name_native: string;
  name_en: string;
  names: Partial<Record<Lang, string>>;
}

async function listReferenceNames({ db }: Services, searches: readonly DescribableSearch[]): Promise<ReferenceName[]> {
  const ids = (name: 'category_id' | 'country_id' | 'city_id') => [
    ...new Set(searches.flatMap(({ filters }) => filters[name] ?? [])),
  ];
  const { rows } = await sql<ReferenceName>`
    select 'category' as kind, id, name_native, name_en, names from categories where id = any(${ids('category_id')}::bigint[])
    union all select 'country', id, name_native, name_en, names from countries where id = any(${ids('country_id')}::bigint[])
    union all select 'city', id, name_native, name_en, names from cities where id = any(${ids('city_id')}::bigint[])`.execute(
    db,
  );
  return rows;
}

function capital(text: string, lang: Lang): string {
  const [first = '', ...rest] = text;
  return first.toLocaleUpperCase(lang) + rest.join('');
}

function describePlace(texts: Texts, lang: Lang, { radius }: SavedSearchFilters, place: string): string {
  return radius === undefined || place === '' ? place : texts.t(lang, 'searches.name.around', { place, km: radius });
}

function describePrice(texts: Texts, lang: Lang, { price_from: from, price_to: to }: SavedSearchFilters): string {
  if (from !== undefined && to !== undefined) return texts.t(lang, 'searches.name.priceBetween', { from, to });
  if (from !== undefined) return texts.t(lang, 'searches.name.priceFrom', { from });
  return to === undefined ? '' : texts.t(lang, 'searches.name.priceTo', { to });
}

function describeAttributes(
  texts: Texts,
  lang: Lang,
  { attributes }: SavedSearchFilters,
  dictionary: AttributeDictionary,
): string[] {
  const names: string[] = [];
  for (const [id, filter] of parseAttributeFilters(attributes)) {
    if ('choices' in filter) {
      const choices = filter.choices
        .flatMap((choice) => dictionary.present(lang, { [id]: choice }))
        .map(({ text }) => text);
      if (choices.length > 0) names.push(choices.join(' / '));
    } else {
      const [shown] = dictionary.present(lang, { [id]: filter.from ?? filter.to ?? 0 });
      if (shown) names.push(describeRange(texts, lang, shown, filter));
    }
  }
  return names.slice(0, ATTRIBUTES_IN_NAME_MAX);
}

function describeRange(
  texts: Texts,
  lang: Lang,
  { name, unit }: { name: string; unit: string },
  { from, to }: { from: number | null; to: number | null },
): string {
  const range = from === null ? 'numberTo' : to === null ? 'numberFrom' : 'numberBetween';
  // A number without a unit is a year, floor or size and gets no digit grouping: «2015», not «2 015».
  const { format } = new Intl.NumberFormat(lang, { useGrouping: unit !== '' });
  const text = texts.t(lang, `searches.name.${range}`, { name, from: format(from ?? 0), to: format(to ?? 0) });
  return unit === '' ? text : `${text} ${unit}`;
}
