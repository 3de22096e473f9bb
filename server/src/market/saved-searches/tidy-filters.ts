import type { SearchFilters } from '@app/contract/market/searches';
import { readAttributeFilters, writeAttributeFilters } from '@app/contract/reference/attribute-filters';
import type pg from 'pg';
import { searchWords } from '../../platform/search/read-search.ts';
import type { Services } from '../../platform/services.ts';
import { checkPlace, getAttributeDictionary, getCategory } from '../../reference/reference.public.ts';
import { meantSearch } from './meant-search.ts';
import type { KeptFilters } from './searches.tables.ts';

/** What the list would make of these filters: what is empty, unknown to the category or hangs on nothing is left out. */
export async function tidyFilters(
  { pool, db }: Pick<Services, 'pool' | 'db'>,
  given: SearchFilters,
): Promise<KeptFilters> {
  const { countryId, cityId } = await checkPlace(db, {
    countryId: given.country_id ?? null,
    cityId: given.city_id ?? null,
  });
  if (given.category_id) await getCategory(db, 'ru', given.category_id);
  const [from, to] = inOrder(given.price_from, given.price_to);
  return withoutEmpty({
    search: await meantSearch(pool, given.search ?? ''),
    category_id: given.category_id,
    country_id: countryId,
    city_id: cityId,
    price_from: from,
    price_to: to,
    photo: given.photo,
    days: given.days,
    radius: cityId === null ? undefined : given.radius,
    attributes: await searchableAttributes(pool, given),
  });
}

/** Case, «ё» and signs between words make no other search. */
export function fingerprintOf({ search = '', ...filters }: KeptFilters): string {
  const rest = Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([searchWords(search), ...rest]);
}

function inOrder(from = 0, to = 0): [number, number] {
  return from > 0 && to > 0 && from > to ? [to, from] : [from, to];
}

async function searchableAttributes(pool: pg.Pool, { category_id, attributes }: SearchFilters): Promise<string> {
  if (!category_id || !attributes) return '';
  const dictionary = await getAttributeDictionary(pool);
  const searchable = new Map(
    dictionary
      .ofCategory(category_id)
      .filter((rule) => rule.searchable)
      .map((rule) => [rule.id, rule.kind]),
  );
  const known = [...readAttributeFilters(attributes)].filter(
    ([id, filter]) => searchable.get(id) === ('choices' in filter ? 'choice' : 'number'),
  );
  return writeAttributeFilters(new Map(known));
}

function withoutEmpty(filters: { [Name in keyof KeptFilters]: KeptFilters[Name] | null | 0 | '' | undefined }) {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => Boolean(value))) as KeptFilters;
}
