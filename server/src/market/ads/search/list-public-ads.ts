import { ADS_PAGE_SIZE, type AdFilters, type AdSort, type Board } from '@app/contract/market/ads';
import type pg from 'pg';
import type { Viewer } from '../../../platform/http/viewer.ts';
import { searchFewerWords, searchWithCorrection } from '../../../platform/search/search-with-correction.ts';
import { getAttributeDictionary, getCityIndex } from '../../../reference/reference.public.ts';
import { AD_CARD_COLUMNS, type CardRow, presentAd } from '../ad-card.ts';
import {
  type AdList,
  boundedPage,
  cutPage,
  inOrder,
  loadPage,
  NEWEST_FIRST,
  type PageQuery,
  presentBounded,
} from '../ad-page.ts';
import { conditionOf, createParameters, isNarrowed, type ParsedAdFilters, parseFilters } from './ad-filters.ts';
import { recentSince } from './recent-ads.ts';
import { type Relaxation, relaxFilters } from './relax-filters.ts';

export interface AdSearchResult extends AdList {
  corrected?: string;
  relax?: Relaxation[];
}

export async function listPublicAds(
  { pool }: { pool: pg.Pool },
  viewer: Viewer,
  filters: AdFilters,
): Promise<AdSearchResult> {
  const { page, size, sort = 'date' } = filters;
  const offset = (page - 1) * size;
  const parsed = await parseFilters(pool, filters);
  if (isFirstPage(parsed, filters)) return (await listFirstPage({ pool }, viewer, parsed)).found;
  if (!isNarrowed(parsed)) {
    const list = await loadPage(pool, viewer, pageOf(describeFilters(parsed), sort, size, offset));
    return withRelaxation(pool, parsed, page, list);
  }
  const list = await findNarrowed(pool, viewer, filters, parsed, sort, offset);
  if (parsed.near !== null && parsed.city !== null) await addDistances(pool, parsed.city, list.boards);
  return list;
}

export const isFirstPage = (parsed: ParsedAdFilters, { page, size, sort = 'date' }: AdFilters): boolean =>
  !isNarrowed(parsed) && page === 1 && size === ADS_PAGE_SIZE && sort === 'date';

export async function listFirstPage(
  { pool }: { pool: pg.Pool },
  viewer: Viewer,
  parsed: ParsedAdFilters,
  besideIds: readonly number[] = [],
): Promise<{ found: AdSearchResult; beside: Board[] }> {
  const { beside, ...page } = await loadFirstPage(pool, viewer, describeFilters(parsed), besideIds);
  return { found: await withRelaxation(pool, parsed, 1, page), beside };
}

const SPACE = 'ads';

async function findNarrowed(
  pool: pg.Pool,
  viewer: Viewer,
  { search, page, size }: AdFilters,
  parsed: ParsedAdFilters,
  sort: AdSort,
  offset: number,
): Promise<AdSearchResult> {
  const since = await recentSince(pool);
  const find = async (terms: ParsedAdFilters['terms']): Promise<AdList> =>
    presentBounded(await loadPage(pool, viewer, foundBy({ ...parsed, terms }, sort, size, offset, since)));
  const { found, corrected, correctedQuery } = await searchWithCorrection({ pool, space: SPACE }, search, find);
  if (found.total > 0) return corrected === undefined ? found : { ...found, corrected };
  // When words were corrected, relaxations are computed for the corrected words.
  const relax = await relaxFilters(pool, correctedQuery ? { ...parsed, terms: correctedQuery.terms } : parsed);
  if (search !== undefined && !relax.some(({ filter }) => filter !== 'search')) {
    const fewer = await searchFewerWords({ pool, space: SPACE }, search, correctedQuery, find);
    if (fewer !== undefined) return { ...fewer.found, corrected: fewer.corrected };
  }
  if (relax.length === 0 || page > 1) return found;
  return { ...found, ...(correctedQuery && { corrected: correctedQuery.text }), relax };
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

export async function addDistances(pool: pg.Pool, fromCity: number, boards: Board[]): Promise<void> {
  const atlas = await getCityIndex(pool);
  for (const board of boards) {
    const km = atlas.km(fromCity, board.city?.id ?? null);
    if (km !== undefined) board.board_distance = km;
  }
}

/**
 * Loads the first page in one round trip with one prepared statement per combination of filters and number of
 * additional ads. With limit and number as literals the generic plan is as good as a custom one, so each connection
 * plans once.
 */
async function loadFirstPage(
  pool: pg.Pool,
  viewer: Viewer,
  { shape, total, where, values }: DescribedFilters,
  besideIds: readonly number[],
): Promise<AdList & { beside: Board[] }> {
  const ofPage = `select id, false as is_beside from ads where is_public${where} ${NEWEST_FIRST} limit ${ADS_PAGE_SIZE}`;
  const numbers = besideIds.map((_, i) => `$${values.length + i + 2}::bigint`).join(', ');
  const ofBeside = `select id, true as is_beside from ads where id in (${numbers}) and is_public`;
  const firstPage = pool.query<CardRow & { total: number; is_beside: boolean }>({
    name: besideIds.length === 0 ? `ads-${shape}` : `ads-${shape}-beside-${besideIds.length}`,
    text: `
      with counted as materialized (select ${total} as total)
      select counted.total, card.*
      from counted left join lateral (
        select page.is_beside, ${AD_CARD_COLUMNS.columns}
        from (${besideIds.length === 0 ? ofPage : `(${ofPage}) union all ${ofBeside}`}) page
        join ads a on a.id = page.id ${AD_CARD_COLUMNS.joins}
      ) card on true
      order by card.created_at desc, card.id desc`,
    values: [viewer.lang, ...values, ...besideIds],
  });
  const [{ rows }, dictionary] = await Promise.all([firstPage, getAttributeDictionary(pool)]);
  const boards: Board[] = [];
  const beside = new Map<number, Board>();
  for (const row of rows) {
    if (row.id === null) continue;
    const board = presentAd(row, viewer, dictionary);
    if (row.is_beside) beside.set(row.id, board);
    else boards.push(board);
  }
  return { boards, total: rows[0]?.total ?? 0, beside: besideIds.flatMap((id) => beside.get(id) ?? []) };
}

function pageOf({ total, where, values }: DescribedFilters, sort: AdSort, size: number, offset: number): PageQuery {
  const within = ` and ${offset} < (select total from counted)`;
  const ordered = inOrder(`is_public${where}`, sort, offset + size, within);
  return { total, ids: cutPage(`(${ordered}) ordered`, sort, size, offset), values };
}

/** Planned for each search, because the frequency of its words and filters decides how ads are found. */
function foundBy(
  parsed: ParsedAdFilters,
  sort: AdSort,
  size: number,
  offset: number,
  since: string | undefined,
): PageQuery {
  const parameters = createParameters(2);
  const page = boundedPage(conditionOf(parsed, parameters), size, offset, {
    sort,
    since: since === undefined || sort !== 'date' ? undefined : parameters.add(since, 'timestamptz'),
    // Choices belong to one category. The planner does not know this correlation and underestimates them about tenfold.
    isCommonerThanPlanned: parsed.attributes.size > 0,
  });
  return { ...page, values: parameters.values };
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
