import { ADS_PAGE_SIZE, type AdFilters, type AdSort, type Board, SEARCH_TOTAL_MAX } from '@app/contract/market/ads';
import type pg from 'pg';
import type { Viewer } from '../../../platform/http/viewer.ts';
import type { CorrectedQuery } from '../../../platform/search/correct-query.ts';
import { parseSearch, type SearchTerms } from '../../../platform/search/parse-search.ts';
import { searchFewerWords, searchWithCorrection } from '../../../platform/search/search-with-correction.ts';
import { citiesWithin, getCityIndex } from '../../../reference/reference.public.ts';
import {
  type AdList,
  boundedPage,
  cutPage,
  inOrder,
  loadPage,
  type PageQuery,
  presentBounded,
  selectOrdered,
} from '../ad-page.ts';
import {
  circleConditionOf,
  conditionOf,
  createParameters,
  MOST_RELEVANT,
  type Parameters,
  type ParsedAdFilters,
  parseFilters,
  relevanceOf,
} from './ad-filters.ts';
import { type Circle, findCircleOnly } from './circle-ads.ts';
import type { AdSearchResult } from './list-public-ads.ts';
import { nearestFirst } from './nearest-first.ts';
import { type AmongNewest, findNewest } from './newest-matches.ts';
import { type ReadQuery, readQuery } from './query/read-query.ts';
import { relaxFilters } from './relax-filters.ts';
import { sampledPage } from './sampled-matches.ts';

const SPACE = 'ads';

type Parsed = ParsedAdFilters;
interface Found {
  list: AdSearchResult;
  parsed: Parsed;
}
type ListWithoutWords = (filters: AdFilters, parsed: Parsed) => Promise<AdSearchResult>;

/**
 * Words are found by relevance unless an order was chosen; without words the newest come first. Within one city
 * everything is equally near.
 */
export function sortOf({ sort }: Pick<AdFilters, 'sort'>, { terms, near }: Parsed): AdSort {
  const isUsual = sort === undefined || sort === 'relevance' || (sort === 'near' && near === null);
  return isUsual ? (terms === undefined ? 'date' : 'relevance') : sort;
}

/**
 * Tries the readings of the words one after the other, each as typed and corrected. When none finds anything, filters
 * are proposed to be removed, and where that helps nothing, words are left out.
 */
export async function searchAds(
  pool: pg.Pool,
  viewer: Viewer,
  given: AdFilters,
  circle: Circle,
  listWithoutWords: ListWithoutWords,
): Promise<Found> {
  const readings = await readQuery(pool, viewer.lang, given);
  const tried: { reading: ReadQuery<AdFilters>; parsed: Parsed; correctedQuery: CorrectedQuery | undefined }[] = [];
  for (const reading of readings) {
    const { filters, parts } = reading;
    const parsed = await parseFilters(pool, filters, viewer, circle);
    const read = parts.length > 0 ? { read: parts } : {};
    if (parsed.terms === undefined) {
      const list = await listWithoutWords(filters, parsed);
      return { list: { ...list, ...read }, parsed };
    }
    const find = finder(pool, viewer, filters, parsed);
    const isLiteral = given.exact === 1 || (parts.length === 0 && readings.length > 1);
    const { found, corrected, correctedQuery } = isLiteral
      ? { found: await find(parsed.terms) }
      : await searchWithCorrection({ pool, space: SPACE }, filters.search, find);
    if (found.total > 0) {
      const terms = corrected === undefined ? parsed.terms : parseSearch(corrected);
      return {
        list: { ...found, ...read, ...(corrected !== undefined && { corrected }) },
        parsed: { ...parsed, terms },
      };
    }
    tried.push({ reading, parsed, correctedQuery });
  }
  return searchForLess(pool, viewer, given, tried);
}

async function searchForLess(
  pool: pg.Pool,
  viewer: Viewer,
  given: AdFilters,
  tried: readonly { reading: ReadQuery<AdFilters>; parsed: Parsed; correctedQuery: CorrectedQuery | undefined }[],
): Promise<Found> {
  const [first] = tried;
  if (first === undefined) throw new Error('A search has at least one reading');
  const { reading, correctedQuery } = first;
  const read = reading.parts.length > 0 ? { read: reading.parts } : {};
  // When words were corrected, relaxations are computed for the corrected words.
  const parsed = correctedQuery ? { ...first.parsed, terms: correctedQuery.terms } : first.parsed;
  const relax = await relaxFilters(pool, parsed);
  if (given.exact !== 1 && !relax.some(({ filter }) => filter !== 'search')) {
    for (const one of tried) {
      const { filters, parts } = one.reading;
      const find = finder(pool, viewer, filters, one.parsed);
      const fewer = await searchFewerWords({ pool, space: SPACE }, filters.search ?? '', one.correctedQuery, find);
      if (fewer === undefined) continue;
      const { found, corrected } = fewer;
      const list = { ...found, corrected, ...(parts.length > 0 && { read: parts }) };
      return { list, parsed: { ...one.parsed, terms: parseSearch(corrected) } };
    }
  }
  const none: AdSearchResult = { boards: [], total: 0, ...read };
  if (relax.length === 0 || given.page > 1) return { list: none, parsed };
  return { list: { ...none, ...(correctedQuery && { corrected: correctedQuery.text }), relax }, parsed };
}

function finder(pool: pg.Pool, viewer: Viewer, filters: AdFilters, parsed: Parsed) {
  const { page, size } = filters;
  return (terms: Parsed['terms']): Promise<AdList> => {
    const asked = { ...parsed, terms };
    return listNarrowed(pool, viewer, asked, sortOf(filters, asked), size, (page - 1) * size);
  };
}

export async function listNarrowed(
  pool: pg.Pool,
  viewer: Viewer,
  parsed: Parsed,
  sort: AdSort,
  size: number,
  offset: number,
): Promise<AdList> {
  const newest = await findNewest(pool, parsed, sort, {
    all: (spans, terms) =>
      loadPage(pool, viewer, foundAmong(spans, terms, parsed, sort, size, offset), SEARCH_TOTAL_MAX + 1),
    first: (among) => loadPage(pool, viewer, firstAmong(among, parsed, sort, size, offset)),
  });
  const list = presentBounded(
    newest.list ??
      (await findSampled(pool, viewer, await sampledPage(pool, parsed, sort, size, offset))) ??
      (await loadPage(pool, viewer, foundBy(parsed, sort, size, offset, newest.since))),
  );
  if (parsed.near !== null && parsed.city !== null) await addDistances(pool, parsed.city, list.boards);
  return list;
}

async function findSampled(pool: pg.Pool, viewer: Viewer, page: PageQuery | undefined): Promise<AdList | undefined> {
  const list = page && (await loadPage(pool, viewer, page));
  return list !== undefined && list.boards.length > 0 ? list : undefined;
}

export async function addDistances(pool: pg.Pool, fromCity: number, boards: Board[]): Promise<void> {
  const atlas = await getCityIndex(pool);
  for (const board of boards) {
    const km = atlas.km(fromCity, board.city?.id ?? null);
    if (km !== undefined) board.board_distance = km;
  }
}

/** `terms` find what those of `parsed` do, which tell how well it matches. */
function foundAmong(
  spans: readonly number[],
  terms: SearchTerms,
  parsed: Parsed,
  sort: AdSort,
  size: number,
  offset: number,
): PageQuery {
  const name = nameOfFirst('all', [sort], parsed, size, offset);
  const parameters = createParameters(2, name !== undefined);
  const matches = conditionOf({ ...parsed, terms }, parameters);
  const page = boundedPage(`${matches} and ${withinSpans(spans, parameters)}`, size, offset, {
    sort: sort === 'relevance' ? 'relevance' : 'date',
    relevance: relevanceFor(sort, parsed, parameters),
    besides: circleConditionOf(parsed, parameters),
  });
  return { ...page, name, values: parameters.values };
}

/** Words among newest ads are always found by the index of both, so that the first page is planned once for each connection. */
const nameOfFirst = (
  what: string,
  given: readonly (string | number)[],
  { circleOnly }: Parsed,
  size: number,
  offset: number,
): string | undefined =>
  circleOnly.length === 0 && offset === 0 && size === ADS_PAGE_SIZE
    ? `ads-${what}-among-newest-${given.join('-')}`
    : undefined;

const withinSpans = (spans: readonly number[], { add }: Parameters): string =>
  `ads_search_spans(created_at) && ${add(spans, 'bigint[]')}`;

const relevanceFor = (sort: AdSort, { terms }: Parsed, parameters: Parameters): string | undefined =>
  sort === 'relevance' && terms !== undefined ? relevanceOf(terms, parameters) : undefined;

/**
 * A page out of so few of the newest matches that all of them are ranked in any case. The most relevant of these stand first
 * wherever the list ends, so that the page is known where they fill it.
 */
function firstAmong(
  { newest, terms, mostRelevant, matchesMin }: AmongNewest,
  parsed: Parsed,
  sort: AdSort,
  size: number,
  offset: number,
): PageQuery {
  // The vocabulary knows no ads that are shown to the circle only.
  const least = sort !== 'relevance' ? 0 : parsed.circleOnly.length > 0 ? MOST_RELEVANT : mostRelevant;
  const name = 'spans' in newest ? nameOfFirst('best', [sort, least, matchesMin], parsed, size, offset) : undefined;
  const parameters = createParameters(2, name !== undefined);
  const relevance = relevanceFor(sort, parsed, parameters);
  const matches = conditionOf({ ...parsed, terms }, parameters);
  const ofCircle = circleConditionOf(parsed, parameters);
  const found: string[] = [];
  if ('spans' in newest) {
    const within = withinSpans(newest.spans, parameters);
    const limit = `limit ${SEARCH_TOTAL_MAX + 1}`;
    found.push(`(${selectOrdered(`${matches} and ${within}`, relevance)} ${limit})`);
    if (ofCircle !== undefined) found.push(`(${selectOrdered(`${ofCircle} and ${within}`, relevance)})`);
  } else {
    const since = newest.since === undefined ? '' : ` and created_at >= ${parameters.add(newest.since, 'timestamptz')}`;
    found.push(inOrder(matches, 'date', newest.count, since, relevance));
  }
  const best = `(select * from found where relevance >= ${least}) best`;
  const isKnown = `(select total from counted) between ${matchesMin} and ${SEARCH_TOTAL_MAX - parsed.circleOnly.length}
    and (select count(*) from ${best}) >= ${offset + size}`;
  return {
    name,
    found: `found as materialized (${found.join(' union all ')}),`,
    total: '(select count(*) from found)',
    ids: cutPage(`${best} where ${isKnown}`, 'relevance', size, offset),
    values: parameters.values,
  };
}

/** Planned for each search, because the frequency of its words and filters decides how ads are found. */
export function foundBy(
  parsed: Parsed,
  sort: AdSort,
  size: number,
  offset: number,
  since: string | undefined,
): PageQuery {
  if (sort === 'near') return nearestFirst(parsed, citiesListed(parsed), size, offset);
  const parameters = createParameters(2);
  // One city has too few ads for reading the recent ones first: its words would be looked up twice.
  const isRecentFirst = (sort === 'date' || sort === 'relevance') && parsed.city === null;
  const page = boundedPage(conditionOf(parsed, parameters), size, offset, {
    sort,
    relevance: sort === 'relevance' && parsed.terms ? relevanceOf(parsed.terms, parameters) : undefined,
    since: since === undefined || !isRecentFirst ? undefined : parameters.add(since, 'timestamptz'),
    // Choices belong to one category. The planner does not know this correlation and underestimates them about tenfold.
    isCommonerThanPlanned: parsed.attributes.size > 0,
    besides: circleConditionOf(parsed, parameters),
  });
  return { ...page, values: parameters.values };
}

/** The cities of a list of one city or of its surroundings. */
function citiesListed({ city, near }: Parsed): readonly number[] {
  if (near !== null && !('km' in near)) return near;
  return city === null ? [] : [city];
}

const NEARBY_KM = 500;
/** A list this long needs no help. */
const SHORT_LIST = 10;

/** After a short first page of a district, a city or its surroundings: the same around it, the nearest first. */
export async function findNearby(
  pool: pg.Pool,
  viewer: Viewer,
  { page, size }: AdFilters,
  parsed: Parsed,
  list: { total: number; boards: readonly Board[] },
): Promise<Board[]> {
  const { city, district } = parsed;
  if (city === null || page > 1 || list.total >= Math.min(size, SHORT_LIST)) return [];
  const listed = new Set(district === null ? citiesListed(parsed) : []);
  const around = (await citiesWithin(pool, city, NEARBY_KM)).filter((id) => !listed.has(id));
  if (around.length === 0) return [];
  const shown = new Set(list.boards.map(({ board_id }) => board_id));
  const count = district === null ? size : size + shown.size;
  // The first page did not ask for them.
  const circleOnly = await findCircleOnly(pool, viewer);
  const asked = { ...parsed, circleOnly, near: around, district: null };
  const { boards } = await listNarrowed(pool, viewer, asked, 'near', count, 0);
  return boards.filter(({ board_id }) => !shown.has(board_id)).slice(0, size);
}
