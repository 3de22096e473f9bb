import { SEARCH_TOTAL_MAX } from '@app/contract/market/ads';
import { NEWEST_FIRST, type PageQuery } from '../ad-page.ts';
import {
  circleConditionOf,
  conditionOf,
  createParameters,
  type Parameters,
  type ParsedAdFilters,
} from './ad-filters.ts';

const ENOUGH = SEARCH_TOTAL_MAX + 1;

/**
 * A page of the ads of cities that come in the order of their distance, and within a city the newest first. An ad lies
 * where its city lies, so no distance of an ad is computed.
 */
export function nearestFirst(
  parsed: ParsedAdFilters,
  cities: readonly number[],
  size: number,
  offset: number,
): PageQuery {
  const parameters = createParameters(2);
  const isRare = parsed.terms !== undefined || parsed.attributes.size > 0;
  const ofAll = isRare ? sorted(parsed, cities, parameters) : walked(parsed, cities, parameters);
  const found = withCircle(ofAll, parsed, cities, parameters);
  const readable = Math.max(0, Math.min(size, SEARCH_TOTAL_MAX - offset));
  return {
    found: `found as materialized (${found}),`,
    total: '(select count(*) from found)',
    ids: `select id from found order by rank, at limit ${readable} offset ${offset}`,
    values: parameters.values,
  };
}

// Each of these selects `id, rank, at`: the place of the city, and the place of the ad within it.

/** Reads one city after the other by the index of its newest ads, and stops when there are enough. */
function walked(parsed: ParsedAdFilters, cities: readonly number[], parameters: Parameters): string {
  const { add } = parameters;
  const ranked = add(cities, 'bigint[]');
  const where = conditionOf({ ...parsed, city: null, near: null, country: null }, parameters);
  const isThere = placeMatches(parsed, add);
  const read = (rank: string, limit: string): string =>
    `array(select id from ads where ${where} and city_id = (${ranked})[${rank}] ${NEWEST_FIRST} limit ${limit})`;
  // `offset 0` keeps the planner from reading each city twice, for its ids and for their number.
  return `
    with recursive walk (rank, ids, seen) as (
      select 1, first.ids, cardinality(first.ids) from (select ${read('1', String(ENOUGH))} as ids offset 0) first where ${isThere}
      union all
      select walk.rank + 1, further.ids, walk.seen + cardinality(further.ids)
      from walk, lateral (select ${read('walk.rank + 1', `(${ENOUGH} - walk.seen)`)} as ids offset 0) further
      where walk.seen < ${ENOUGH} and walk.rank < cardinality(${ranked})
    )
    select read.id, walk.rank, read.at from walk, unnest(walk.ids) with ordinality read (id, at)`;
}

/** Reads all matches at once, because the index of words or attributes would be asked again for each city. */
function sorted(parsed: ParsedAdFilters, cities: readonly number[], parameters: Parameters): string {
  const where = conditionOf({ ...parsed, near: cities }, parameters);
  const rank = rankOf(cities, parameters);
  const order = `order by ${rank}, created_at desc, id desc`;
  return `
    select id, ${rank} as rank, row_number() over (${order}) as at from ads where ${where} ${order} limit ${ENOUGH}`;
}

/** Adds ads that are shown to the viewer but not to everybody, few and chosen by id. */
function withCircle(ofAll: string, parsed: ParsedAdFilters, cities: readonly number[], parameters: Parameters): string {
  const besides = circleConditionOf({ ...parsed, near: cities }, parameters);
  if (besides === undefined) return ofAll;
  const order = 'order by rank, created_at desc, id desc';
  return `
    select id, rank, row_number() over (${order}) as at from (
      select of_all.id, of_all.rank, ads.created_at from (${ofAll}) of_all join ads on ads.id = of_all.id
      union all
      select id, ${rankOf(cities, parameters)}, created_at from ads where ${besides}
    ) shown ${order} limit ${ENOUGH}`;
}

const rankOf = (cities: readonly number[], { add }: Parameters): string =>
  `array_position(${add(cities, 'bigint[]')}, city_id)`;

/** A city of another country than the one asked for has nothing. */
function placeMatches({ city, country }: ParsedAdFilters, add: Parameters['add']): string {
  if (city === null || country === null) return 'true';
  return `(select country_id from cities where id = ${add(city, 'bigint')}) = ${add(country, 'bigint')}`;
}
