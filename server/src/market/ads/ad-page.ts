import { type AdSort, type Board, SEARCH_TOTAL_MAX } from '@app/contract/market/ads';
import type pg from 'pg';
import type { Viewer } from '../../platform/http/viewer.ts';
import { querySearch, SEARCH_PLAN_FACTOR } from '../../platform/search/query-search.ts';
import { getAttributeDictionary } from '../../reference/reference.public.ts';
import { AD_CARD_COLUMNS, type CardRow, presentAd, viewerColumnsSql } from './ad-card.ts';

export interface AdList {
  boards: Board[];
  total: number;
  total_bounded?: 0 | 1;
}

/** Parts of a page query: SQL expressions over values that are numbered from `$2`. */
export interface PageQuery {
  /** Of a search that is planned once for each connection: one text has one name. */
  name?: string | undefined;
  /** Additional tables of a search, each followed by a comma. */
  found?: string;
  total: string;
  /** Selects ids in page order; may read `counted.total`. */
  ids: string;
  values: unknown[];
}

export const NEWEST_FIRST = 'order by created_at desc, id desc';

/** The number of ids is hidden from the planner, which would otherwise make a new plan for each number. */
const CARDS = `
  select ${AD_CARD_COLUMNS.columns}, ${viewerColumnsSql('$3::bigint')} from unnest((select $2::bigint[])) with ordinality page (id, at) join ads a on a.id = page.id ${AD_CARD_COLUMNS.joins}
  order by page.at`;
/** Rechecks that ads are public, because an ad may have been withdrawn since its id was read. */
const PUBLIC_CARDS = CARDS.replace('order by', 'where a.is_public order by');

/**
 * Loads one page of any list: ids first, then the cards. The id query is planned each time for its words and offset;
 * planning the card joins with it would take longer than a second round trip. Without cards when fewer than `least` match.
 */
export async function loadPage(
  pool: pg.Pool,
  viewer: Viewer,
  { name, found = '', total, ids, values }: PageQuery,
  least = 1,
): Promise<AdList> {
  const query = {
    // The language is `$1` here as everywhere, so that conditions work in any statement.
    text: `with ${found} counted as materialized (select ${total} as total)
           select total, array(${ids}) as ids, $1::text as lang from counted`,
    values: [viewer.lang, ...values],
    ...(name !== undefined && { name }),
  };
  type Found = { total: number; ids: string[] };
  const [page] = found === '' ? (await pool.query<Found>(query)).rows : await querySearch<Found>(pool, query);
  if (page === undefined || page.ids.length === 0 || page.total < least) return { boards: [], total: page?.total ?? 0 };
  return { boards: await loadCards(pool, viewer, page.ids), total: page.total };
}

/** Returns the ranks, from 0, of those of the ads that a page query selects. */
export async function loadRanks(
  pool: pg.Pool,
  { found = '', total, ids, values }: PageQuery,
  ofAds: readonly number[],
): Promise<{ rank: number; id: number }[]> {
  const query = {
    text: `with ${found} counted as materialized (select ${total} as total)
           select page.at - 1 as rank, page.id from unnest(array(${ids})) with ordinality page (id, at)
           where $1::text is not null and page.id = any($${values.length + 2}::bigint[])`,
    values: ['', ...values, ofAds],
  };
  type Rank = { rank: number; id: number };
  return found === '' ? (await pool.query<Rank>(query)).rows : querySearch<Rank>(pool, query);
}

export async function loadCards(pool: pg.Pool, viewer: Viewer, ids: readonly (string | number)[]): Promise<Board[]> {
  if (ids.length === 0) return [];
  const [cards, dictionary] = await Promise.all([
    pool.query<CardRow>({ name: 'ads-cards', text: CARDS, values: [viewer.lang, ids, viewer.userId] }),
    getAttributeDictionary(pool),
  ]);
  return cards.rows.map((row) => presentAd(row, viewer, dictionary));
}

export async function loadPublicCards(pool: pg.Pool, viewer: Viewer, ids: readonly number[]): Promise<Board[]> {
  if (ids.length === 0) return [];
  const [cards, dictionary] = await Promise.all([
    pool.query<CardRow>({ name: 'ads-public-cards', text: PUBLIC_CARDS, values: [viewer.lang, ids, viewer.userId] }),
    getAttributeDictionary(pool),
  ]);
  return cards.rows.map((row) => presentAd(row, viewer, dictionary));
}

/** The order by distance is of its own, see `nearest-first.ts`. */
export type PlainSort = Exclude<AdSort, 'near'>;

const ORDERS: Record<PlainSort, string> = {
  date: NEWEST_FIRST,
  // Ads without a price come last in both directions; equal prices are ordered newest first.
  price_asc: 'order by price_roubles = 0, price_roubles, created_at desc, id desc',
  price_desc: 'order by price_roubles desc, created_at desc, id desc',
  relevance: 'order by relevance desc, created_at desc, id desc',
};

/**
 * Selects `id, created_at, price_roubles, relevance` of the first ads by an order; by relevance these are the newest. Ads with and without a price are two ranges of
 * ads_price, read one after the other.
 */
export function inOrder(where: string, sort: PlainSort, limit: number | string, after = '', relevance = '0'): string {
  const select = (more: string, order: string): string =>
    `${selectOrdered(`${where}${more}${after}`, relevance)} ${order} limit ${limit}`;
  if (sort === 'date' || sort === 'relevance') return select('', NEWEST_FIRST);
  const direction = sort === 'price_desc' ? ' desc' : '';
  return `(${select(' and price_roubles > 0', `order by price_roubles${direction}, created_at desc, id desc`)})
          union all (${select(' and price_roubles = 0', NEWEST_FIRST)})`;
}

/** Selects the columns of {@link inOrder}, in no order. */
export const selectOrdered = (where: string, relevance = '0'): string =>
  `select id, created_at, price_roubles, ${relevance} as relevance from ads where ${where}`;

export function cutPage(from: string, sort: PlainSort, size: number, offset: number): string {
  return `select id from ${from} ${ORDERS[sort]} limit ${size} offset ${offset}`;
}

interface BoundedPageOptions {
  sort?: PlainSort;
  /** SQL expression of the relevance of an ad. */
  relevance?: string | undefined;
  /**
   * SQL expression of the date from which ads are recent. Recent ads are read first, older ones only when these are too
   * few.
   */
  since?: string | undefined;
  /** Set when the planner underestimates how common a condition is; the query then hides the limit from it. */
  isCommonerThanPlanned?: boolean;
  /** Condition of further ads, few and chosen by id. */
  besides?: string | undefined;
}

/** Returns a page of matching ads, counted up to one more than the largest reported total. */
export function boundedPage(
  where: string,
  size: number,
  offset: number,
  { sort = 'date', since, relevance, isCommonerThanPlanned = false, besides }: BoundedPageOptions = {},
): Omit<PageQuery, 'values'> {
  const readable = Math.max(0, Math.min(size, SEARCH_TOTAL_MAX - offset));
  const enough = SEARCH_TOTAL_MAX + 1;
  const read = (limit: number | string, after = '') =>
    inOrder(where, sort, isCommonerThanPlanned ? `(select ${enough})` : limit, after, relevance);
  const limit = SEARCH_TOTAL_MAX * SEARCH_PLAN_FACTOR;
  const ofAll =
    since === undefined || sort.startsWith('price')
      ? read(limit)
      : // Among recent ads either plan is cheap, so the planner may choose.
        `(${read(enough, ` and created_at >= ${since}`)}) union all (${read(limit, ` and created_at < ${since}`)})`;
  // First, so that none of the few is cut off.
  const found =
    besides === undefined
      ? ofAll
      : `(${selectOrdered(besides, relevance)}) union all (select * from (${ofAll}) of_all)`;
  return {
    found: `
      found as materialized (${found}),
      capped as materialized (select * from found limit ${SEARCH_TOTAL_MAX + 1}),`,
    total: '(select count(*) from capped)',
    ids: cutPage('capped', sort, readable, offset),
  };
}

export function presentBounded({ boards, total }: AdList): AdList {
  return { boards, total: Math.min(total, SEARCH_TOTAL_MAX), total_bounded: total > SEARCH_TOTAL_MAX ? 1 : 0 };
}
