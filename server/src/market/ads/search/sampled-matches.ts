import { type AdSort, SEARCH_TOTAL_MAX } from '@app/contract/market/ads';
import type pg from 'pg';
import { cutPage, inOrder, NEWEST_FIRST, type PageQuery } from '../ad-page.ts';
import {
  conditionOf,
  createParameters,
  isNarrowed,
  type Parameters,
  type ParsedAdFilters,
  placeAndCategoryOf,
  relevanceOf,
} from './ad-filters.ts';
import { estimateMatches } from './newest-matches.ts';
import { type NewestAds, newestAds, rangeKey } from './recent-ads.ts';

/** So many of the newest matches tell how many match in all, by what they are among. */
const SAMPLE = 80;
/** More than are counted match without doubt where the sample lets expect so many. */
const SURE = 2 * SEARCH_TOTAL_MAX;
/** Ads among which the sample was found are counted up to here. */
const LOOKED_THROUGH_MAX = 10_000;
/** Words are worth a sample where twice as many ads as are sure may be expected to have them. */
const WORTH = 2 * SURE;

/** The number of public ads of the place and the category; 0 where a sample of them tells nothing or is not worth it. */
export function sampledAmong({ large }: NewestAds, parsed: ParsedAdFilters): number {
  const { near, district, days, friends, friendsOfFriends, circleOnly, attributes } = parsed;
  // Totals are stored of a category and a place. With a condition on dates the newest are no sample of all.
  const isOfRange = [near, district, days, friends, friendsOfFriends].every((one) => one === null);
  return isOfRange && circleOnly.length === 0 && attributes.size === 0 ? (large.get(rangeKey(parsed)) ?? 0) : 0;
}

const isWorthASample = (share: number, ads: number): boolean =>
  share * ads >= WORTH && share >= SAMPLE / LOOKED_THROUGH_MAX;

interface Sample {
  name: string;
  columns: string;
  /** At most so many matches. */
  count?: number;
  /** Matches the ads. */
  where: string;
  parsed: ParsedAdFilters;
  /** So many ads are of its category and place. */
  among: number;
}

/**
 * Tables of a statement: `name`, the newest matches with `id` and `created_at` besides `columns`, and `name_told`, one row that tells
 * whether these `is_all`, or whether more than are counted match (`is_many`).
 */
export function sampleTables(
  { name, columns, count = SAMPLE, where, parsed, among }: Sample,
  parameters: Parameters,
): string[] {
  const range = conditionOf(placeAndCategoryOf(parsed), parameters);
  const lookedThrough = Math.min(LOOKED_THROUGH_MAX, Math.floor((count * among) / SURE));
  return [
    `${name} as materialized (select id, created_at, ${columns} from ads where ${where} ${NEWEST_FIRST} limit ${count})`,
    `${name}_size as materialized (select count(*) as matches, min(created_at) as since from ${name})`,
    `${name}_told as materialized (select matches, matches < ${count} as is_all, since, matches = ${count} and (
      select count(*) from (select from ads where ${range} and created_at >= (select since from ${name}_size)
        and (select matches from ${name}_size) = ${count} limit ${lookedThrough + 1}) newer) <= ${lookedThrough} as is_many from ${name}_size)`,
  ];
}

/**
 * A page of the matching ads without all of them being read; undefined where that is not worth trying. The page is empty
 * unless the sample told what the total is.
 */
export async function sampledPage(
  pool: pg.Pool,
  parsed: ParsedAdFilters,
  sort: AdSort,
  size: number,
  offset: number,
): Promise<PageQuery | undefined> {
  if (sort === 'near' || !isNarrowed(parsed) || offset + size > SAMPLE) return undefined;
  const newest = await newestAds(pool);
  const ads = sampledAmong(newest, parsed);
  if (ads === 0) return undefined;
  const { terms } = parsed;
  const estimate = terms && (await estimateMatches(pool, terms, newest.total));
  if (terms !== undefined && (estimate === undefined || !isWorthASample(estimate.share, ads))) return undefined;
  const parameters = createParameters(2);
  const relevance = sort === 'relevance' && terms ? relevanceOf(terms, parameters) : '0';
  const where = conditionOf(parsed, parameters);
  const columns = `price_roubles, ${relevance} as relevance`;
  const tables = sampleTables({ name: 'found', columns, where, parsed, among: ads }, parameters);
  const told = (column: string): string => `(select ${column} from found_told)`;
  return {
    found: `${tables.join(', ')},`,
    total: `(select case when is_many then ${SEARCH_TOTAL_MAX + 1} when is_all then matches else 0 end from found_told)`,
    ids: cutPage(`(${pageOf()}) known`, sort, size, offset),
    values: parameters.values,
  };

  function pageOf(): string {
    const sample = 'select id, created_at, price_roubles, relevance from found';
    if (sort === 'price_asc' || sort === 'price_desc')
      return `(${sample} where ${told('is_all')}) union all (${inOrder(where, sort, offset + size, ` and ${told('is_many')}`)})`;
    if (sort === 'date') return `${sample} where ${told('is_all or is_many')}`;
    const isBest = `relevance >= ${estimate?.mostRelevant ?? 0}`;
    return `${sample} where ${told('is_all')} or (${told('is_many')} and ${isBest}
      and (select count(*) from found where ${isBest}) >= ${offset + size})`;
  }
}
