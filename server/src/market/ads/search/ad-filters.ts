import type { AdFilters, AdKind } from '@app/contract/market/ads';
import type { SearchFilters } from '@app/contract/market/searches';
import { type AttributeFilters, parseAttributeFilters } from '@app/contract/reference/attribute-filters';
import type pg from 'pg';
import { Failure } from '../../../platform/failure.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import { parseSearch, type SearchTerms, tellingOf } from '../../../platform/search/parse-search.ts';
import { foldedDistrict } from '../../../reference/districts.public.ts';
import { citiesWithin, getAttributeDictionary } from '../../../reference/reference.public.ts';
import { type Circle, findCircleOf } from './circle-ads.ts';
import { rangeTokens } from './number-tokens.ts';

/** A filter that the page may propose to remove. */
export type AdFilter =
  | 'search'
  | 'category'
  | 'city'
  | 'district'
  | 'country'
  | 'price'
  | 'photo'
  | 'days'
  | 'attributes'
  | 'circle'
  | 'friends_of_friends'
  | 'kind';

export interface ParsedAdFilters extends Circle {
  terms?: SearchTerms | undefined;
  category: number | null;
  country: number | null;
  city: number | null;
  /** Cities around `city`, including it; null without a radius. */
  near: readonly number[] | { km: number } | null;
  /** Of `city`; null with a radius. */
  district: string | null;
  priceFrom: number | null;
  priceTo: number | null;
  kind: AdKind | null;
  hasPhoto: boolean;
  days: number | null;
  attributes: AttributeFilters;
}

/** Values of a statement under construction; `add` returns the placeholder of a value. */
export interface Parameters {
  values: unknown[];
  add(value: unknown, type: string): string;
  /** Whether the statement is planned once for all values: what depends on them is then computed in a place of its own. */
  isPrepared: boolean;
}

/** The text of a prepared statement does not depend on which of its values are equal. */
export function createParameters(first = 1, isPrepared = false): Parameters {
  const values: unknown[] = [];
  const known = new Map<string, string>();
  return {
    values,
    isPrepared,
    add(value, type) {
      const key = `${type} ${JSON.stringify(value)}`;
      const name = (isPrepared ? undefined : known.get(key)) ?? `$${values.push(value) + first - 1}::${type}`;
      known.set(key, name);
      return name;
    },
  };
}

type Filters = SearchFilters | AdFilters;

/**
 * Adds what depends on reference data, the cities within the radius and which attributes are searchable, and what the
 * viewer's friends show to the viewer. This is `known` where the same list was parsed before.
 */
export async function parseFilters(
  pool: pg.Pool,
  filters: Filters,
  { userId }: Pick<Viewer, 'userId'> = { userId: null },
  known?: Circle,
): Promise<ParsedAdFilters> {
  const parsed = parsePlainFilters(filters);
  const wantsFriendsOfFriends = 'friends_of_friends' in filters && filters.friends_of_friends === 1;
  if (wantsFriendsOfFriends && userId === null) throw new Failure('unauthorized');
  if (userId !== null) {
    const wanted = { friends: filters.circle === 1, friendsOfFriends: wantsFriendsOfFriends };
    const { friends, friendsOfFriends, circleOnly } = known ?? (await findCircleOf(pool, userId, wanted));
    Object.assign(parsed, { friends, friendsOfFriends, circleOnly });
  }
  if (filters.city_id && filters.radius) parsed.near = await citiesWithin(pool, filters.city_id, filters.radius);
  if (parsed.attributes.size === 0) return parsed;
  const dictionary = await getAttributeDictionary(pool);
  const searchable = [...parsed.attributes].filter(([id, filter]) => {
    const rule = dictionary.get(id);
    return rule?.searchable && rule.kind === ('choices' in filter ? 'choice' : 'number');
  });
  return { ...parsed, attributes: new Map(searchable) };
}

/** What filters say without the database: no cities within a radius, no check of attributes, and nobody of the circle. */
export function parsePlainFilters(filters: Filters): ParsedAdFilters {
  return {
    terms: parseSearch(filters.search),
    category: filters.category_id ?? null,
    country: filters.country_id ?? null,
    city: filters.city_id ?? null,
    near: filters.city_id && filters.radius ? { km: filters.radius } : null,
    district: (filters.city_id && !filters.radius && filters.district) || null,
    // 0 means that an ad states no price, so 0 is no bound.
    priceFrom: filters.price_from || null,
    priceTo: filters.price_to || null,
    kind: filters.kind ?? null,
    hasPhoto: filters.photo === 1,
    days: filters.days ?? null,
    attributes: parseAttributeFilters(filters.attributes),
    friends: null,
    friendsOfFriends: null,
    circleOnly: [],
  };
}

/** True when a filter is set for which no totals are stored. */
export function isNarrowed(parsed: ParsedAdFilters): boolean {
  return (
    parsed.terms !== undefined ||
    parsed.near !== null ||
    parsed.district !== null ||
    parsed.priceFrom !== null ||
    parsed.priceTo !== null ||
    parsed.kind !== null ||
    parsed.hasPhoto ||
    parsed.days !== null ||
    ownersOf(parsed) !== null ||
    parsed.attributes.size > 0
  );
}

/** Without any filter for which no totals are stored. */
export const placeAndCategoryOf = ({ category, country, city }: ParsedAdFilters): ParsedAdFilters => ({
  ...parsePlainFilters({}),
  category,
  country,
  city,
});

/** Whose ads alone are wanted; null: everybody's. */
function ownersOf({ friends, friendsOfFriends }: ParsedAdFilters): readonly number[] | null {
  return friends === null || friendsOfFriends === null
    ? (friends ?? friendsOfFriends)
    : [...friends, ...friendsOfFriends];
}

export function filtersSet(parsed: ParsedAdFilters): AdFilter[] {
  const set: Record<AdFilter, boolean> = {
    attributes: parsed.attributes.size > 0,
    price: parsed.priceFrom !== null || parsed.priceTo !== null,
    photo: parsed.hasPhoto,
    kind: parsed.kind !== null,
    circle: parsed.friends !== null,
    friends_of_friends: parsed.friendsOfFriends !== null,
    days: parsed.days !== null,
    district: parsed.district !== null,
    city: parsed.city !== null,
    country: parsed.country !== null,
    category: parsed.category !== null,
    search: parsed.terms !== undefined,
  };
  return (Object.keys(set) as AdFilter[]).filter((filter) => set[filter]);
}

/** Removing the city also removes the distance and the district; removing the country also removes the city. */
export function withoutFilter(parsed: ParsedAdFilters, filter: AdFilter): ParsedAdFilters {
  switch (filter) {
    case 'search':
      return { ...parsed, terms: undefined };
    case 'category':
      return { ...parsed, category: null, attributes: new Map() };
    case 'city':
      return { ...parsed, city: null, near: null, district: null };
    case 'country':
      return { ...parsed, country: null, city: null, near: null, district: null };
    case 'district':
      return { ...parsed, district: null };
    case 'price':
      return { ...parsed, priceFrom: null, priceTo: null };
    case 'photo':
      return { ...parsed, hasPhoto: false };
    case 'days':
      return { ...parsed, days: null };
    case 'kind':
      return { ...parsed, kind: null };
    case 'circle':
      return { ...parsed, friends: null };
    case 'friends_of_friends':
      return { ...parsed, friendsOfFriends: null };
    case 'attributes':
      return { ...parsed, attributes: new Map() };
  }
}

/** Matches ads that everybody is shown. */
export function conditionOf(parsed: ParsedAdFilters, parameters: Parameters, table = 'ads'): string {
  return [`${table}.is_public`, ...conditionsOf(parsed, parameters, table)].join(' and ');
}

/**
 * Matches, besides those of {@link conditionOf}, ads that are shown to the viewer but not to everybody; undefined where
 * there are none. Lists read both one after the other, because one condition for both would be served by no index.
 */
export function circleConditionOf(parsed: ParsedAdFilters, parameters: Parameters): string | undefined {
  if (parsed.circleOnly.length === 0) return undefined;
  const ids = parameters.add(parsed.circleOnly, 'bigint[]');
  return [`ads.is_circle_only and ads.id = any(${ids})`, ...conditionsOf(parsed, parameters, 'ads')].join(' and ');
}

function conditionsOf(parsed: ParsedAdFilters, parameters: Parameters, table: string): string[] {
  const { add } = parameters;
  const conditions: string[] = [];
  const { terms, category, country, city, near, district, priceFrom, priceTo, kind, hasPhoto, days, attributes } =
    parsed;
  const owners = ownersOf(parsed);
  if (owners !== null) conditions.push(`${table}.owner_id = any(${add(owners, 'bigint[]')})`);
  if (category !== null) conditions.push(`${table}.category_id = ${add(category, 'bigint')}`);
  if (city !== null) {
    conditions.push(
      near === null
        ? `${table}.city_id = ${add(city, 'bigint')}`
        : `${table}.city_id = any(${citiesOf(near, city, add)})`,
    );
    // A city implies its country, so the country is tested only when the two do not match.
    if (country !== null) {
      conditions.push(`(select country_id from cities where id = ${add(city, 'bigint')}) = ${add(country, 'bigint')}`);
    }
    if (district !== null)
      conditions.push(`${foldedDistrict(`${table}.district`)} = ${foldedDistrict(add(district, 'text'))}`);
  } else if (country !== null) {
    conditions.push(`${table}.country_id = ${add(country, 'bigint')}`);
  }
  // Ads without a price match no price range.
  if (priceFrom !== null || priceTo !== null) {
    conditions.push(`${table}.price_roubles >= ${add(Math.max(priceFrom ?? 1, 1), 'bigint')}`);
  }
  if (priceTo !== null) conditions.push(`${table}.price_roubles <= ${add(priceTo, 'bigint')}`);
  if (kind !== null) conditions.push(`${table}.kind = ${add(kind, 'text')}`);
  if (hasPhoto) conditions.push(`${table}.has_photo`);
  if (days !== null) conditions.push(`${table}.created_at > now() - make_interval(days => ${add(days, 'int')})`);
  for (const [id, filter] of attributes) {
    const values = `${table}.attributes`;
    if ('choices' in filter) {
      // One containment test per choice, so that each is served by ads_attributes.
      const any = filter.choices.map((choice) => `${values} @> ${add(JSON.stringify({ [id]: choice }), 'jsonb')}`);
      conditions.push(`(${any.join(' or ')})`);
    } else {
      const bounds = [
        ...(filter.from === null ? [] : [`$."${id}" >= ${filter.from}`]),
        ...(filter.to === null ? [] : [`$."${id}" <= ${filter.to}`]),
      ];
      // The index ads_numbers finds candidates, which are then compared exactly.
      conditions.push(`ads_attribute_tokens(${values}) && ${add(rangeTokens(id, filter), 'text[]')}`);
      conditions.push(`jsonb_path_match(${values}, ${add(bounds.join(' && '), 'jsonpath')}, '{}', true)`);
    }
  }
  if (terms !== undefined) {
    conditions.push(searchCondition(terms, parameters, table));
  }
  return conditions;
}

export function searchCondition(
  { words, last, beginnings }: SearchTerms,
  parameters: Parameters,
  table = 'ads',
): string {
  const parts = [words, last, beginnings].map((part) => parameters.add(part, 'text'));
  return `${table}.search @@ ${queryOf(parts, parameters)}`;
}

function queryOf(parts: readonly string[], { isPrepared }: Parameters): string {
  const query = `search_query(${parts.join(', ')})`;
  return isPrepared ? `(select ${query})` : query;
}

export const MOST_RELEVANT = 2;

/**
 * How much of the words stands in the title of an ad: all of them (2), all with the last one unfinished (1), or less. Words of
 * the deal, such as «продам», count wherever they stand. The words of titles have the weight A, which a query may ask for.
 */
export function relevanceOf(terms: SearchTerms, parameters: Parameters): string {
  const { words, last, beginnings } = tellingOf(terms);
  const [all = '', end = '', begun = ''] = [words, last, beginnings].map((part) =>
    parameters.add(inTitle(part), 'text'),
  );
  return `case when ads.search @@ ${queryOf([all, end, begun], parameters)}
    then 1 + (ads.search @@ ${queryOf([all, end, end], parameters)})::int else 0 end`;
}

const inTitle = (expression: string): string => expression.replaceAll(/'([^']+)'(?::(\*))?/g, "'$1':$2A");

/** Shorter than any degree of latitude, so that the band of latitudes around a city loses none within the distance. */
const DEGREE_KM = 110;

/**
 * An array of city ids. Where they were not resolved before, the database computes the haversine distance, as the city
 * index does, for the cities of a band of latitudes.
 */
function citiesOf(near: NonNullable<ParsedAdFilters['near']>, city: number, add: Parameters['add']): string {
  if (!('km' in near)) return add(near, 'bigint[]');
  const [at, km] = [add(city, 'bigint'), add(near.km, 'int')];
  return `array(
    select ${at} union
    select c.id from cities middle join cities c
      on c.latitude between middle.latitude - ${km} / ${DEGREE_KM}.0 and middle.latitude + ${km} / ${DEGREE_KM}.0
    where middle.id = ${at} and c.longitude is not null
      and 12742 * asin(least(1, sqrt(power(sin(radians(c.latitude - middle.latitude) / 2), 2)
        + cos(radians(c.latitude)) * cos(radians(middle.latitude))
          * power(sin(radians(c.longitude - middle.longitude) / 2), 2)))) <= ${km})`;
}

/**
 * Builds a condition over rows of `table` that matching public ads meet, with its values numbered from `firstParam`:
 * `select id from ads where id = any($1) and ${where}`. Needs only the database, so that a job can test many saved
 * searches in one statement.
 */
export function adFilterCondition(
  filters: SearchFilters,
  firstParam: number,
  table = 'ads',
): { where: string; values: unknown[] } {
  const parameters = createParameters(firstParam);
  return { where: conditionOf(parsePlainFilters(filters), parameters, table), values: parameters.values };
}
