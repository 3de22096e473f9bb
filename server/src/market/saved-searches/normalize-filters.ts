import type { SearchFilters } from '@app/contract/market/searches';
import { formatAttributeFilters, parseAttributeFilters } from '@app/contract/reference/attribute-filters';
import type pg from 'pg';
import type { Services } from '../../platform/domain/services.ts';
import { searchWords } from '../../platform/search/parse-search.ts';
import { checkPlace, getAttributeDictionary, getCategory } from '../../reference/reference.public.ts';
import { resolveSearch } from '../ads/search/resolve-search.public.ts';
import type { SavedSearchFilters } from './searches.tables.ts';

/**
 * Drops filters that the list would ignore: empty ones, ones unknown to the category, and ones that depend on a missing
 * filter.
 */
export async function normalizeFilters({ pool, db }: Services, asked: SearchFilters): Promise<SavedSearchFilters> {
  const given = await resolveSearch(pool, asked);
  const { countryId, cityId } = await checkPlace(db, {
    countryId: given.country_id ?? null,
    cityId: given.city_id ?? null,
  });
  if (given.category_id) await getCategory(db, 'ru', given.category_id);
  const [from, to] = inOrder(given.price_from, given.price_to);
  return withoutEmpty({
    search: given.search,
    category_id: given.category_id,
    country_id: countryId,
    city_id: cityId,
    price_from: from,
    price_to: to,
    kind: given.kind,
    photo: given.photo,
    circle: given.circle,
    days: given.days,
    radius: cityId === null ? undefined : given.radius,
    district: cityId === null || given.radius ? undefined : given.district,
    attributes: await searchableAttributes(pool, given),
  });
}

/** Ignores case, «ё» and punctuation between words. A search that stands for a wanted ad equals no other one. */
export function fingerprintOf({ search = '', ...filters }: SavedSearchFilters, wantedAdId?: number | null): string {
  const rest = Object.entries(filters).sort(([a], [b]) => (a < b ? -1 : 1));
  return JSON.stringify([searchWords(search), ...rest, ...(wantedAdId ? [['wanted', wantedAdId]] : [])]);
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
  const known = [...parseAttributeFilters(attributes)].filter(
    ([id, filter]) => searchable.get(id) === ('choices' in filter ? 'choice' : 'number'),
  );
  return formatAttributeFilters(new Map(known));
}

export function withoutEmpty(
  filters: { [Name in keyof SavedSearchFilters]: SavedSearchFilters[Name] | null | 0 | '' | undefined },
) {
  return Object.fromEntries(Object.entries(filters).filter(([, value]) => Boolean(value))) as SavedSearchFilters;
}
