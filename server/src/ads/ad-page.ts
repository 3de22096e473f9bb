import { type Board, SEARCH_TOTAL_MAX } from '@app/contract/ads';
import type pg from 'pg';
import { querySearch, SEARCH_PLAN_FACTOR } from '../platform/search.ts';
import type { Viewer } from '../platform/viewer.ts';
import { getAttributeDictionary } from '../reference/reference.public.ts';
import { CARD, type CardRow, showAd } from './ad-card.ts';

export interface AdList {
  boards: Board[];
  total: number;
  total_bounded?: 0 | 1;
}

/** How to find one page: expressions of SQL over values that are numbered from `$2`. */
export interface PageQuery {
  /** Tables of a search, each ended by a comma. */
  found?: string;
  total: string;
  /** Selects ids in the order of the page; may read `counted.total`. */
  ids: string;
  values: unknown[];
}

export const NEWEST = 'order by created_at desc, id desc';

const CARDS = `
  select ${CARD.columns} from unnest($2::bigint[]) page (id) join ads a on a.id = page.id ${CARD.joins}
  order by a.created_at desc, a.id desc`;

/**
 * One page of any list: ids first, then what the cards show. Finding is planned each time, for these very words or this
 * offset; planning the joins of the cards as well would take longer than a second round trip does.
 */
export async function loadPage(
  pool: pg.Pool,
  viewer: Viewer,
  { found = '', total, ids, values }: PageQuery,
): Promise<AdList> {
  const query = {
    // The language has its number here as everywhere, so that conditions need not know which statement they stand in.
    text: `with ${found} counted as materialized (select ${total} as total)
           select total, array(${ids}) as ids, $1::text as lang from counted`,
    values: [viewer.lang, ...values],
  };
  type Found = { total: number; ids: string[] };
  const [page] = found === '' ? (await pool.query<Found>(query)).rows : await querySearch<Found>(pool, query);
  if (page === undefined || page.ids.length === 0) return { boards: [], total: page?.total ?? 0 };
  const [cards, dictionary] = await Promise.all([
    pool.query<CardRow>({ name: 'ads-cards', text: CARDS, values: [viewer.lang, page.ids] }),
    getAttributeDictionary(pool),
  ]);
  return { boards: cards.rows.map((row) => showAd(row, viewer, dictionary)), total: page.total };
}

/** A page of the newest ads that meet a condition, counted to one more than a total ever says. */
export function boundedPage(where: string, size: number, offset: number): Omit<PageQuery, 'values'> {
  // Pages end where the total ends, also in the middle of a page.
  const readable = Math.max(0, Math.min(size, SEARCH_TOTAL_MAX - offset));
  return {
    found: `
      found as materialized (
        select id, created_at from ads where ${where} ${NEWEST} limit ${SEARCH_TOTAL_MAX * SEARCH_PLAN_FACTOR}
      ),
      capped as materialized (select id, created_at from found limit ${SEARCH_TOTAL_MAX + 1}),`,
    total: '(select count(*) from capped)',
    ids: `select id from capped ${NEWEST} limit ${readable} offset ${offset}`,
  };
}

/** The answer for a page that {@link boundedPage} found. */
export function showBounded({ boards, total }: AdList): AdList {
  return { boards, total: Math.min(total, SEARCH_TOTAL_MAX), total_bounded: total > SEARCH_TOTAL_MAX ? 1 : 0 };
}
