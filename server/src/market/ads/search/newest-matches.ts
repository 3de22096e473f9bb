import { type AdSort, SEARCH_TOTAL_MAX } from '@app/contract/market/ads';
import type pg from 'pg';
import { positionsOf, type SearchTerms } from '../../../platform/search/parse-search.ts';
import { SAMPLE_DEVIATIONS } from '../../../platform/search/query-search.ts';
import { type BegunWords, countHits } from '../../../platform/search/vocabulary.ts';
import { ShortCache } from '../../../platform/short-cache.ts';
import type { AdList } from '../ad-page.ts';
import { isNarrowed, type ParsedAdFilters } from './ad-filters.ts';
import { type NewestAds, newestAds, recentSince } from './recent-ads.ts';

/** Both find in the newest ads, by the spans of time that these were created in. */
interface FindAmong {
  all(spans: readonly number[], terms: SearchTerms): Promise<AdList>;
  /**
   * The page, empty unless it is sure to be that of the whole list, and how many of these ads match. Without spans so many of
   * the newest matches are read in their order.
   */
  first(among: AmongNewest): Promise<AdList>;
}

export interface AmongNewest {
  newest: { spans: readonly number[] } | { since: string | undefined; count: number };
  terms: SearchTerms;
  /** No ad is more relevant. */
  mostRelevant: number;
  /** Where fewer match, the page is not wanted. */
  matchesMin: number;
}

interface NewestMatches {
  /** The first of a list that has more than are counted; undefined where that is not known. */
  list?: AdList;
  /** Where recent ads begin for whoever reads all; undefined where these are read at once. */
  since: string | undefined;
}

/** So many more than are wanted, because an estimate may be too high. */
const ENOUGH = 1.25 * SEARCH_TOTAL_MAX;
/** Of ads that match more often than this the newest are read one after the other. */
const COMMON = 1 / 5;
/** So many times as many are read at most where words always stand together. */
const MORE_AT_MOST = 6;
/** The second one knows how many the first one found. */
const TRIES = 2;
/** How often several words stand together is only guessed: first a part of as many ads as the guess wants is read. */
const PART = 1 / 16;
/** So many matches are read first where the vocabulary knows that there are more than are counted. */
const FIRST_READ = 200;
/** Where so many of a part match, and so many of all ads then, there are more than are counted. */
const SURE = { found: 25, expected: 2 * SEARCH_TOTAL_MAX };
/** Instead of `ENOUGH` where so many were found by which it is known how far back the others lie. */
const MEASURED = { found: 100, enough: 1.12 * SEARCH_TOTAL_MAX };

/**
 * Words alone are found in as many of the newest ads as probably contain enough of them, by how many ads have each word:
 * what is read then does not grow with the number of ads. Together with other filters nothing is known of that.
 */
export async function findNewest(
  pool: pg.Pool,
  parsed: ParsedAdFilters,
  sort: AdSort,
  find: FindAmong,
): Promise<NewestMatches> {
  const [since, ads] = await Promise.all([recentSince(pool), newestAds(pool)]);
  const { terms, ...filters } = parsed;
  const isByDate = sort === 'date' || sort === 'relevance';
  if (terms === undefined || ads.marks.length === 0 || !isByDate || isNarrowed(filters) || hasPlace(filters))
    return { since };
  const estimate = await estimateMatches(pool, terms, ads.total);
  if (estimate === undefined) return { since };
  const isKnown = estimate.least >= ENOUGH;
  const first = (newest: AmongNewest['newest'], matchesMin = 1): Promise<AdList> =>
    find.first({ ...estimate, newest, matchesMin });
  const more = ({ boards }: AdList): NewestMatches => ({ list: { boards, total: SEARCH_TOTAL_MAX + 1 }, since });
  if (!estimate.isSpelled || estimate.share > COMMON) {
    if (!isKnown || parsed.circleOnly.length > 0) return { since };
    const list = await first({ since, count: FIRST_READ });
    return list.boards.length > 0 ? more(list) : { since };
  }
  if (estimate.shareMax * ads.total < ENOUGH) return { since: undefined };
  let { share } = estimate;
  let wanted = Math.min(ENOUGH / share, (MORE_AT_MOST * ENOUGH) / estimate.shareMax);
  const isGuess = share < estimate.shareMax;
  if (isKnown || isGuess) {
    const read = isGuess ? wanted * PART : FIRST_READ / share;
    const spans = newestSpans(ads, read);
    const list = spans && (await first({ spans }, isKnown ? 1 : SURE.found));
    if (list !== undefined && list.boards.length > 0) {
      const isSure = isKnown || list.total * ads.total >= SURE.expected * read;
      if (isSure || (await areMany(ads, read, list.total, (older) => find.all(older, estimate.terms))))
        return more(list);
    }
    if (list !== undefined && isGuess) {
      share = list.total / read;
      wanted = (list.total < MEASURED.found ? ENOUGH : MEASURED.enough) / share;
    }
  }
  for (let tried = 0; tried < TRIES; tried += 1) {
    const spans = newestSpans(ads, wanted);
    if (spans === undefined) break;
    const list = await find.all(spans, estimate.terms);
    if (list.total > SEARCH_TOTAL_MAX) return { list, since };
    share = list.total / wanted;
    wanted = ENOUGH / share;
  }
  return { since: share * ads.total < 2 * ENOUGH ? undefined : since };
}

/** Whether more than are counted match, by two samples of `read` ads: the newest, of which `found` match, and others of the middle. */
async function areMany(
  ads: NewestAds,
  read: number,
  found: number,
  findAmong: (spans: readonly number[]) => Promise<AdList>,
): Promise<boolean> {
  const spans = middleSpans(ads, read);
  if (spans === undefined) return false;
  const both = found + (await findAmong(spans)).total;
  return ((both - SAMPLE_DEVIATIONS * Math.sqrt(both)) * ads.total) / (2 * read) > SEARCH_TOTAL_MAX;
}

const hasPlace = ({ category, country, city }: ParsedAdFilters): boolean =>
  category !== null || country !== null || city !== null;

const SPACE = 'ads';
const LETTERS = /^\p{L}{1,30}$/u;
const quotedIn = (expression: string): string[] => [...expression.matchAll(/'([^']+)'/g)].map(([, word = '']) => word);

/** The share of all ads that probably match; 0 where nobody counts a word. */
export async function shareOf(pool: pg.Pool, terms: SearchTerms): Promise<number> {
  const { total } = await newestAds(pool);
  return (await estimateMatches(pool, terms, total))?.share ?? 0;
}

export interface Estimate {
  share: number;
  /** That of the rarest word. */
  shareMax: number;
  /** So many match at least; 0 where that is not known. */
  least: number;
  /** 1 where no ad has the last word itself, only longer ones; 2 where some may. */
  mostRelevant: number;
  /** With the words that begin as the last one does, unless these are very many. */
  terms: SearchTerms;
  isSpelled: boolean;
}

const estimates = new WeakMap<pg.Pool, ShortCache<Estimate | undefined>>();

/** {@link countMatches}, remembered for a minute: popular words are asked for again and again, and their share hardly changes. */
export function estimateMatches(pool: pg.Pool, terms: SearchTerms, total: number): Promise<Estimate | undefined> {
  const known = estimates.get(pool) ?? new ShortCache({ ms: 60_000, max: 1000 });
  estimates.set(pool, known);
  return known.get(JSON.stringify(terms), () => countMatches(pool, terms, total));
}

/**
 * Estimates how many of all ads match, as if words stood in them independently of each other. Undefined where nobody
 * counts a word, such as a number. The beginning of the last word is replaced by the words that begin so: of a beginning,
 * GIN reads all that it has before it looks at spans.
 */
async function countMatches(pool: pg.Pool, terms: SearchTerms, total: number): Promise<Estimate | undefined> {
  const { words, last, beginnings } = terms;
  // Each finished word with its other spellings.
  const finished = positionsOf(words).map(quotedIn);
  const [lastWords, begun] = [quotedIn(last), quotedIn(beginnings)];
  if ([...finished, lastWords].some(([typed = '']) => !LETTERS.test(typed))) return undefined;
  const { ofWords, ofBeginnings } = await countHits(pool, SPACE, [...finished.flat(), ...lastWords], begun);
  // The vocabulary has no single letters but those that search ignores.
  if ([...ofWords.keys()].some(({ length }) => length === 1)) return undefined;
  const hitsOf = (asked: readonly string[]): number =>
    asked.some((word) => ofWords.has(word)) ? Math.max(...asked.map((word) => ofWords.get(word) ?? 0)) : total;
  const begunWords = begun.map((word) => ofBeginnings.get(word)).filter((words) => words !== undefined);
  const begunHits = Math.max(...begunWords.map(({ hits }) => hits));
  const shares = [...finished.map(hitsOf), Math.max(hitsOf(lastWords), begunHits)].map((hits) =>
    Math.min(1, hits / total),
  );
  // One of them is enough to match, unless several have to stand together.
  const single = last.includes('&') ? lastWords.slice(0, 1) : lastWords;
  const known = [...single.map((word) => ofWords.get(word) ?? 0), ...begunWords.map(({ most }) => most)];
  const isSpelled = begunWords.every(({ lexemes }) => lexemes !== undefined);
  return {
    share: shares.reduce((product, share) => product * share, 1),
    shareMax: Math.min(...shares),
    least: finished.length > 0 ? 0 : Math.max(...known),
    mostRelevant: lastWords.every((word) => LETTERS.test(word) && ofWords.get(word) === 0) ? 1 : 2,
    terms: isSpelled ? { words, last, beginnings: spelledOut(ofBeginnings) } : terms,
    isSpelled,
  };
}

/** The words that begin so. The vocabulary has none with digits in them, such as glued models. */
function spelledOut(begun: ReadonlyMap<string, BegunWords>): string {
  const parts = [...begun].flatMap(([word, { lexemes }]) => [
    ...(lexemes ?? []).map((lexeme) => `'${lexeme}'`),
    ...Array.from({ length: 10 }, (_, digit) => `'${word}${digit}':*`),
  ]);
  return parts.join(' | ');
}

const HOUR_MS = 3_600_000;
/** The lengths of the levels of spans in `ads_search_spans`. */
const SPAN_MS = Array.from({ length: 6 }, (_, level) => 4 * HOUR_MS * 4 ** level);
/** What begins within a span is read from its start: the finer the spans, the less is read besides. */
const FINENESS = 16;

/** The spans of the newest ads, about `wanted` of them; undefined where so many are not known. */
export function newestSpans(
  ads: Pick<NewestAds, 'newest' | 'marks'>,
  wanted: number,
  now = Date.now(),
): number[] | undefined {
  const begin = dateOf(ads, wanted);
  if (begin === undefined || ads.newest === undefined) return undefined;
  const end = new Date(ads.newest).getTime();
  // Beyond now, because clocks differ.
  return spansOf(begin, Math.max(now, end) + HOUR_MS, finestOf(begin, end), Number.POSITIVE_INFINITY);
}

/** The spans of as many ads from the middle of all on; undefined where so many are not known. */
function middleSpans(ads: NewestAds, count: number): number[] | undefined {
  const [end, begin] = [dateOf(ads, ads.total / 2), dateOf(ads, ads.total / 2 + count)];
  return begin === undefined || end === undefined ? undefined : spansOf(begin, end, finestOf(begin, end), end);
}

const finestOf = (begin: number, end: number): number =>
  SPAN_MS.findLast((length) => length * FINENESS <= end - begin) ?? 4 * HOUR_MS;

/** The longest span that begins somewhere, and ends before the last. */
function spansOf(begin: number, end: number, finest: number, last: number): number[] {
  const spans: number[] = [];
  for (let at = Math.floor(begin / finest) * finest; at <= end; ) {
    const level = SPAN_MS.findLastIndex((length) => at % length === 0 && (length <= finest || at + length <= last));
    const length = SPAN_MS[level] ?? finest;
    spans.push((at / length) * 8 + level);
    at += length;
  }
  return spans;
}

/** As if as many ads were created at any time between two known dates. */
function dateOf({ newest, marks }: Pick<NewestAds, 'newest' | 'marks'>, wanted: number): number | undefined {
  const after = marks.findIndex(({ ads }) => ads >= wanted);
  const [older, newer] = [marks[after], marks[after - 1] ?? { ads: 0, at: newest }];
  if (older === undefined || newer.at === undefined) return undefined;
  const [from, to] = [new Date(newer.at).getTime(), new Date(older.at).getTime()];
  return from + ((to - from) * (wanted - newer.ads)) / (older.ads - newer.ads);
}
