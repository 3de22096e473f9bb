import type { Lang } from '@app/contract/platform/languages';
import { readAttributeFilters } from '@app/contract/reference/attribute-filters';
import { sql } from 'kysely';
import type { Services } from '../../platform/services.ts';
import type { Texts } from '../../platform/texts.ts';
import { type AttributeDictionary, getAttributeDictionary, nameToShow } from '../../reference/reference.public.ts';
import type { KeptFilters } from './searches.tables.ts';

/** More of them would be a list, not a name. */
const ATTRIBUTES_IN_NAME_MAX = 4;

interface Named {
  filters: KeptFilters;
  /** The language to say it in. */
  lang: Lang;
}

/** Searches as people would say them, «Велосипед, Казань, до 20 000 ₽»; in the order given. */
export async function nameSearches(services: Services, searches: readonly Named[]): Promise<string[]> {
  if (searches.length === 0) return [];
  const [entries, dictionary] = await Promise.all([
    readEntries(services, searches),
    getAttributeDictionary(services.pool),
  ]);
  return searches.map(({ filters, lang }) => {
    const nameOf = (kind: Entry['kind'], id: number | undefined): string => {
      const entry = entries.find((one) => one.kind === kind && one.id === id);
      return entry ? nameToShow(entry, lang) : '';
    };
    const parts = [
      capital(filters.search ?? '', lang),
      nameOf('category', filters.category_id),
      placeName(
        services.texts,
        lang,
        filters,
        nameOf('city', filters.city_id) || nameOf('country', filters.country_id),
      ),
      priceName(services.texts, lang, filters),
      ...attributeNames(services.texts, lang, filters, dictionary),
      filters.photo ? services.texts.t(lang, 'searches.name.photo') : '',
      filters.days ? services.texts.t(lang, 'searches.name.days', { days: filters.days }) : '',
    ];
    return parts.filter((part) => part !== '').join(', ');
  });
}

interface Entry {
  kind: 'category' | 'country' | 'city';
  id: number;
  name_native: string;
  name_en: string;
  names: Partial<Record<Lang, string>>;
}

async function readEntries({ db }: Pick<Services, 'db'>, searches: readonly Named[]): Promise<Entry[]> {
  const ids = (name: 'category_id' | 'country_id' | 'city_id') => [
    ...new Set(searches.flatMap(({ filters }) => filters[name] ?? [])),
  ];
  const { rows } = await sql<Entry>`
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

function placeName(texts: Texts, lang: Lang, { radius }: KeptFilters, place: string): string {
  return radius === undefined || place === '' ? place : texts.t(lang, 'searches.name.around', { place, km: radius });
}

function priceName(texts: Texts, lang: Lang, { price_from: from, price_to: to }: KeptFilters): string {
  if (from !== undefined && to !== undefined) return texts.t(lang, 'searches.name.priceBetween', { from, to });
  if (from !== undefined) return texts.t(lang, 'searches.name.priceFrom', { from });
  return to === undefined ? '' : texts.t(lang, 'searches.name.priceTo', { to });
}

function attributeNames(
  texts: Texts,
  lang: Lang,
  { attributes }: KeptFilters,
  dictionary: AttributeDictionary,
): string[] {
  const names: string[] = [];
  for (const [id, filter] of readAttributeFilters(attributes)) {
    if ('choices' in filter) {
      const choices = filter.choices
        .flatMap((choice) => dictionary.show(lang, { [id]: choice }))
        .map(({ text }) => text);
      if (choices.length > 0) names.push(choices.join(' / '));
    } else {
      const [shown] = dictionary.show(lang, { [id]: filter.from ?? filter.to ?? 0 });
      if (shown) names.push(rangeName(texts, lang, shown, filter));
    }
  }
  return names.slice(0, ATTRIBUTES_IN_NAME_MAX);
}

function rangeName(
  texts: Texts,
  lang: Lang,
  { name, unit }: { name: string; unit: string },
  { from, to }: { from: number | null; to: number | null },
): string {
  const range = from === null ? 'numberTo' : to === null ? 'numberFrom' : 'numberBetween';
  // What has no unit is a year, a floor or a size: «2015», never «2 015».
  const { format } = new Intl.NumberFormat(lang, { useGrouping: unit !== '' });
  const text = texts.t(lang, `searches.name.${range}`, { name, from: format(from ?? 0), to: format(to ?? 0) });
  return unit === '' ? text : `${text} ${unit}`;
}
