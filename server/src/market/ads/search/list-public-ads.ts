import { ADS_PAGE_SIZE, type AdFilters, type AdSort, type Board } from '@app/contract/market/ads';
import type pg from 'pg';
import type { Viewer } from '../../../platform/http/viewer.ts';
import { getAttributeDictionary } from '../../../reference/reference.public.ts';
import { AD_CARD_COLUMNS, type CardRow, presentAd, viewerColumnsSql } from '../ad-card.ts';
import {
  type AdList,
  cutPage,
  inOrder,
  loadPage,
  loadRanks,
  NEWEST_FIRST,
  type PageQuery,
  type PlainSort,
  selectOrdered,
} from '../ad-page.ts';
import { isNarrowed, type ParsedAdFilters, parseFilters, parsePlainFilters } from './ad-filters.ts';
import { circleOnlySql } from './circle-ads.ts';
import type { ReadPart } from './query/read-query.ts';
import { recentSince } from './recent-ads.ts';
import { type Relaxation, relaxFilters } from './relax-filters.ts';
import { addDistances, findNearby, foundBy, listNarrowed, searchAds, sortOf } from './search-ads.ts';

export interface AdSearchResult extends AdList {
  corrected?: string;
  relax?: Relaxation[];
  read?: ReadPart[];
  nearby?: Board[];
}

export async function listPublicAds(
  services: { pool: pg.Pool },
  viewer: Viewer,
  filters: AdFilters,
): Promise<AdSearchResult> {
  return (await findPublicAds(services, viewer, filters)).list;
}

/** Also returns the filters that gave the list, with what was read out of the words. */
export async function findPublicAds(
  { pool }: { pool: pg.Pool },
  viewer: Viewer,
  filters: AdFilters,
  known?: ParsedAdFilters,
): Promise<{ list: AdSearchResult; parsed: ParsedAdFilters }> {
  const parsed = known ?? (await parseListFilters(pool, filters, viewer));
  const found =
    parsed.terms === undefined
      ? { list: await listWithoutWords(pool, viewer, filters, parsed), parsed }
      : await searchAds(pool, viewer, filters, parsed, (read, readParsed) =>
          listWithoutWords(pool, viewer, read, readParsed),
        );
  const nearby = await findNearby(pool, viewer, filters, found.parsed, found.list);
  return nearby.length > 0 ? { ...found, list: { ...found.list, nearby } } : found;
}

/** The first page finds the ads of the circle in its own statement. */
export async function parseListFilters(pool: pg.Pool, filters: AdFilters, viewer: Viewer): Promise<ParsedAdFilters> {
  const plain = parsePlainFilters(filters);
  const wantsCircle = filters.circle === 1 || filters.friends_of_friends === 1;
  return isFirstPage(plain, filters) && !wantsCircle ? plain : parseFilters(pool, filters, viewer);
}

async function listWithoutWords(
  pool: pg.Pool,
  viewer: Viewer,
  filters: AdFilters,
  parsed: ParsedAdFilters,
): Promise<AdSearchResult> {
  const { page, size } = filters;
  const sort = sortOf(filters, parsed);
  const offset = (page - 1) * size;
  if (isFirstPage(parsed, filters)) return (await listFirstPage({ pool }, viewer, parsed)).found;
  const list =
    isNarrowed(parsed) || sort === 'near'
      ? await listNarrowed(pool, viewer, parsed, sort, size, offset)
      : await loadPage(pool, viewer, pageWithCircle(parsed, sort, size, offset));
  if (parsed.near !== null && parsed.city !== null) await addDistances(pool, parsed.city, list.boards);
  return withRelaxation(pool, parsed, page, list);
}

export const isFirstPage = (parsed: ParsedAdFilters, filters: AdFilters): boolean =>
  !isNarrowed(parsed) && filters.page === 1 && filters.size === ADS_PAGE_SIZE && sortOf(filters, parsed) === 'date';

export async function listFirstPage(
  { pool }: { pool: pg.Pool },
  viewer: Viewer,
  parsed: ParsedAdFilters,
  besideIds: readonly number[] = [],
): Promise<{ found: AdSearchResult; beside: Board[] }> {
  const { beside, ...page } = await loadFirstPage(pool, viewer, parsed, besideIds);
  return { found: await withRelaxation(pool, parsed, 1, page), beside };
}

async function withRelaxation(
  pool: pg.Pool,
  parsed: ParsedAdFilters,
  page: number,
  list: AdSearchResult,
): Promise<AdSearchResult> {
  if (list.total > 0 || page > 1) return list;
  const relax = await relaxFilters(pool, parsed);
  return relax.length > 0 ? { ...list, relax } : list;
}

/**
 * Loads the first page in one round trip with one prepared statement per combination of filters and number of
 * additional ads, with or without ads of a circle. With limit and number as literals the generic plan is as good as a
 * custom one, so each connection plans once.
 */
async function loadFirstPage(
  pool: pg.Pool,
  viewer: Viewer,
  parsed: ParsedAdFilters,
  besideIds: readonly number[],
): Promise<AdList & { beside: Board[] }> {
  const { shape, total, where, values } = describeFilters(parsed);
  const all: unknown[] = [viewer.lang, ...values];
  // Never one parameter for two equal values: the text of a prepared statement stays the same.
  const add = (value: unknown, type: string): string => `$${all.push(value)}::${type}`;
  const viewerId = add(viewer.userId, 'bigint');
  const beside = besideIds.map((id) => add(id, 'bigint')).join(', ');
  const circle = viewer.userId === null ? undefined : circleCondition('select ids from circle', where);
  const ofCircle = viewer.userId === null ? '' : `circle as materialized (select ${circleOnlySql(viewerId)} as ids),`;
  const select = 'select id, created_at, false as is_beside from ads where';
  const ofAll = `${select} is_public${where} ${NEWEST_FIRST} limit ${ADS_PAGE_SIZE}`;
  const ofPage =
    circle === undefined
      ? ofAll
      : `select * from ((${ofAll}) union all (${select} ${circle})) shown ${NEWEST_FIRST} limit ${ADS_PAGE_SIZE}`;
  const ofBeside = `select id, created_at, true as is_beside from ads where id in (${beside}) and is_public`;
  const firstPage = pool.query<CardRow & { total: number; is_beside: boolean }>({
    name: ['ads', circle && 'circle', shape, besideIds.length > 0 && `beside-${besideIds.length}`]
      .filter(Boolean)
      .join('-'),
    text: `
      with ${ofCircle} counted as materialized (select ${total}${countOf(circle)} as total)
      select counted.total, card.*
      from counted left join lateral (
        select page.is_beside, ${AD_CARD_COLUMNS.columns}, ${viewerColumnsSql(viewerId)}
        from (${besideIds.length === 0 ? ofPage : `(${ofPage}) union all ${ofBeside}`}) page
        join ads a on a.id = page.id ${AD_CARD_COLUMNS.joins}
      ) card on true
      order by card.created_at desc, card.id desc`,
    values: all,
  });
  const [{ rows }, dictionary] = await Promise.all([firstPage, getAttributeDictionary(pool)]);
  const boards: Board[] = [];
  const besides = new Map<number, Board>();
  for (const row of rows) {
    if (row.id === null) continue;
    const board = presentAd(row, viewer, dictionary);
    if (row.is_beside) besides.set(row.id, board);
    else boards.push(board);
  }
  return { boards, total: rows[0]?.total ?? 0, beside: besideIds.flatMap((id) => besides.get(id) ?? []) };
}

function pageOf({ total, where, values }: DescribedFilters, sort: PlainSort, size: number, offset: number): PageQuery {
  const within = ` and ${offset} < (select total from counted)`;
  const ordered = inOrder(`is_public${where}`, sort, offset + size, within);
  return { total, ids: cutPage(`(${ordered}) ordered`, sort, size, offset), values };
}

/**
 * Ads that are shown to the viewer but not to everybody. `ids` is a query of one array, which hides their number from the
 * planner: it would otherwise make a new plan for each number.
 */
const circleCondition = (ids: string, where: string): string =>
  `is_circle_only and id = any((${ids})::bigint[])${where}`;

/** The stored totals do not count ads of a circle. */
const countOf = (circle: string | undefined): string =>
  circle === undefined ? '' : ` + (select count(*) from ads where ${circle})`;

function pageWithCircle(parsed: ParsedAdFilters, sort: PlainSort, size: number, offset: number): PageQuery {
  const described = describeFilters(parsed);
  if (parsed.circleOnly.length === 0) return pageOf(described, sort, size, offset);
  const { total, where, values } = described;
  const circle = circleCondition(`select $${values.length + 2}::bigint[]`, where);
  const ordered = inOrder(`is_public${where}`, sort, offset + size);
  return {
    total: total + countOf(circle),
    ids: cutPage(
      `(select * from (${ordered}) of_all union all (${selectOrdered(circle)})) ordered`,
      sort,
      size,
      offset,
    ),
    values: [...values, parsed.circleOnly],
  };
}

const describePage = async (
  pool: pg.Pool,
  parsed: ParsedAdFilters,
  sort: AdSort,
  size: number,
  offset: number,
): Promise<PageQuery> =>
  isNarrowed(parsed) || sort === 'near'
    ? foundBy(parsed, sort, size, offset, await recentSince(pool))
    : pageWithCircle(parsed, sort, size, offset);

/** Loads the ads of a list from one rank to another. */
export async function listSlice(
  pool: pg.Pool,
  viewer: Viewer,
  parsed: ParsedAdFilters,
  sort: AdSort,
  start: number,
  end: number,
): Promise<Board[]> {
  const { boards } = await loadPage(pool, viewer, await describePage(pool, parsed, sort, end - start, start));
  if (parsed.near !== null && parsed.city !== null) await addDistances(pool, parsed.city, boards);
  return boards;
}

/** Finds the ranks of ads among the first of a list. */
export async function findRanks(
  pool: pg.Pool,
  parsed: ParsedAdFilters,
  sort: AdSort,
  first: number,
  ids: readonly number[],
): Promise<Map<number, number>> {
  const rows = await loadRanks(pool, await describePage(pool, parsed, sort, first, 0), ids);
  return new Map(rows.map(({ rank, id }) => [rank, id]));
}

interface DescribedFilters {
  shape: string;
  where: string;
  total: string;
  values: number[];
}

function describeFilters({ category, country, city }: ParsedAdFilters): DescribedFilters {
  const values: number[] = [];
  const parameter = (value: number | null): string | undefined =>
    value === null ? undefined : `$${values.push(value) + 1}::bigint`;
  const [inCategory, inCity, inCountry] = [parameter(category), parameter(city), parameter(country)];
  // A city implies its country, so asking for both is asking for the city, unless they do not match.
  const together =
    inCity && inCountry ? ` and (select country_id from cities where id = ${inCity}) = ${inCountry}` : '';
  const place = inCity ? `city_id = ${inCity}` : inCountry ? `country_id = ${inCountry}` : undefined;
  const conditions = [inCategory && `category_id = ${inCategory}`, place].filter(Boolean);
  const and = conditions.map((condition) => ` and ${condition}`).join('');
  return {
    shape:
      [inCategory && 'category', inCountry && 'country', inCity && 'city'].filter(Boolean).join('-') || 'everything',
    where: and + together,
    total: `
      coalesce((select c.public from ad_counts c where category_id = ${inCategory ?? 0}
                and country_id = ${inCity ? 0 : (inCountry ?? 0)} and city_id = ${inCity ?? 0}${together}), 0)
      + coalesce((select sum(d.public) from ad_count_deltas d where true${and}${together}), 0)`,
    values,
  };
}
