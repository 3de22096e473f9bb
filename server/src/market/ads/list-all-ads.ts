import { SEARCH_TOTAL_MAX, type StaffAdSort, type StaffAdState } from '@app/contract/market/ads';
import type pg from 'pg';
import { recordStaffAction } from '../../platform/audit-log/record-staff-action.public.ts';
import type { Services } from '../../platform/domain/services.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import type { SearchTerms } from '../../platform/search/parse-search.ts';
import { searchWithCorrection } from '../../platform/search/search-with-correction.ts';
import { type AdList, boundedPage, loadPage, NEWEST_FIRST, type PageQuery, presentBounded } from './ad-page.ts';
import { createParameters, searchCondition } from './search/ad-filters.ts';

interface AllAdsQuery {
  search?: string | undefined;
  size: number;
  offset: number;
  state?: StaffAdState | undefined;
  sort?: StaffAdSort | undefined;
  order?: 'asc' | 'desc' | undefined;
}

const PRESENT = 'archived_at is null';
const OPEN = `blocked_at is null and ${PRESENT} and held_at is null`;
export const AD_STATE_CONDITIONS: Record<StaffAdState, string> = {
  blocked: 'blocked_at is not null',
  archived: 'archived_at is not null and blocked_at is null',
  review: `held_at is not null and blocked_at is null and ${PRESENT}`,
  sold: `deal = 'sold' and ${OPEN}`,
  disabled: `not enabled and deal <> 'sold' and ${OPEN}`,
  reserved: `deal = 'reserved' and enabled and ${OPEN}`,
  active: `deal = 'open' and enabled and ${OPEN}`,
};

const COLUMNS: Record<StaffAdSort, string> = {
  date: 'created_at',
  title: 'title collate "und-x-icu"',
  price: 'price_roubles',
};

/** Lists all users' ads for staff; without a state, all outside the archive. Each view is audited. */
export async function listAllAds(
  services: Pick<Services, 'pool' | 'db' | 'clock'>,
  viewer: SignedInViewer,
  query: AllAdsQuery,
): Promise<AdList> {
  const { pool, db, clock } = services;
  const { search, state } = query;
  const [list] = await Promise.all([
    findAll(pool, viewer, query),
    recordStaffAction(db, viewer, clock(), {
      action: 'ads.read',
      details: { ...(search && { search }), ...(state && { state }) },
    }),
  ]);
  return list;
}

async function findAll(pool: pg.Pool, viewer: SignedInViewer, query: AllAdsQuery): Promise<AdList> {
  const find = async (terms: SearchTerms | undefined): Promise<AdList> => {
    if (terms === undefined)
      return loadPage(pool, viewer, query.state ? inState(query, query.state) : allPresent(query));
    const parameters = createParameters(2);
    const where = `${query.state ? AD_STATE_CONDITIONS[query.state] : PRESENT} and ${searchCondition(terms, parameters)}`;
    return presentBounded(await loadPage(pool, viewer, { ...searched(where, query), values: parameters.values }));
  };
  return (await searchWithCorrection({ pool, space: 'ads' }, query.search, find)).found;
}

/** Ids break ties in the same direction, so that one index serves both directions. */
function orderOf({ sort, order }: AllAdsQuery): string {
  if (sort === undefined) return NEWEST_FIRST;
  const direction = order === 'desc' ? 'desc' : 'asc';
  return `order by ${COLUMNS[sort]} ${direction}, id ${direction}`;
}

/** Served by ads_present, ads_present_title or ads_present_price; nothing is read past the end. */
function allPresent(query: AllAdsQuery): PageQuery {
  const { size, offset } = query;
  return {
    total: `
      coalesce((select c.present from ad_counts c where (category_id, country_id, city_id) = (0, 0, 0)), 0)
      + coalesce((select sum(d.present) from ad_count_deltas d), 0)`,
    ids: `select id from ads where ${PRESENT} and ${offset} < (select total from counted)
          ${orderOf(query)} limit ${size} offset ${offset}`,
    values: [],
  };
}

function inState(query: AllAdsQuery, state: StaffAdState): PageQuery {
  const { size, offset } = query;
  const from = `from ads where ${AD_STATE_CONDITIONS[state]}`;
  return {
    total: `(select count(*) ${from})`,
    ids: `select id ${from} ${orderOf(query)} limit ${size} offset ${offset}`,
    values: [],
  };
}

function searched(where: string, query: AllAdsQuery): Omit<PageQuery, 'values'> {
  const { size, offset, sort } = query;
  const page = boundedPage(where, size, offset);
  if (sort === undefined) return page;
  const readable = Math.max(0, Math.min(size, SEARCH_TOTAL_MAX - offset));
  return {
    ...page,
    ids: `select id from (select a.id, a.created_at, a.title, a.price_roubles from capped c join ads a using (id)) found
          ${orderOf(query)} limit ${readable} offset ${offset}`,
  };
}
