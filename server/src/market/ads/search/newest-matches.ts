import { type AdSort, SEARCH_TOTAL_MAX } from '@app/contract/market/ads';
import type pg from 'pg';
import type { SearchTerms } from '../../../platform/search/parse-search.ts';
import { type BegunWords, countHits } from '../../../platform/search/vocabulary.ts';
import type { AdList } from '../ad-page.ts';
import { isNarrowed, type ParsedAdFilters } from './ad-filters.ts';
import { type NewestAds, newestAds, recentSince } from './recent-ads.ts';

/** Finds in the newest ads, by the spans of time that these were created in. */
type FindAmong = (spans: readonly number[], terms: SearchTerms) => Promise<AdList>;

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
const PART = 1 / 8;

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
  if (estimate === undefined || estimate.share > COMMON) return { since };
  if (estimate.shareMax * ads.total < ENOUGH) return { since: undefined };
  let { share } = estimate;
  let wanted = Math.min(ENOUGH / share, (MORE_AT_MOST * ENOUGH) / estimate.shareMax);
  const isGuess = share < estimate.shareMax;
  if (isGuess) wanted *= PART;
  for (let tried = isGuess ? -1 : 0; tried < TRIES; tried += 1) {
    const spans = newestSpans(ads, wanted);
    if (spans === undefined) break;
    const list = await find(spans, estimate.terms);
    if (list.total > SEARCH_TOTAL_MAX) return { list, since };
    share = list.total / wanted;
    wanted = ENOUGH / share;
  }
  return { since: share * ads.total < 2 * ENOUGH ? undefined : since };
}

const hasPlace = ({ category, country, city }: ParsedAdFilters): boolean =>
  category !== null || country !== null || city !== null;

const SPACE = 'ads';
const LETTERS = /^\p{L}{1,30}$/u;
const quotedIn = (expression: string): string[] => [...expression.matchAll(/'([^']+)'/g)].map(([, word = '']) => word);

interface Estimate {
  share: number;
  /** That of the rarest word. */
  shareMax: number;
  terms: SearchTerms;
}

/**
 * Estimates how many of all ads match, as if words stood in them independently of each other. Undefined where nobody
 * counts a word, such as a number. The beginning of the last word is replaced by the words that begin so: of a beginning,
 * GIN reads all that it has before it looks at spans.
 */
async function estimateMatches(
  pool: pg.Pool,
  { words, last, beginnings }: SearchTerms,
  total: number,
): Promise<Estimate | undefined> {
  // Each finished word with its other spellings.
  const finished = words === '' ? [] : words.split(/ & (?![^(]*\))/).map(quotedIn);
  const [lastWords, begun] = [quotedIn(last), quotedIn(beginnings)];
  if ([...finished, lastWords].some(([typed = '']) => !LETTERS.test(typed))) return undefined;
  const { ofWords, ofBeginnings } = await countHits(pool, SPACE, [...finished.flat(), ...lastWords], begun);
  // The vocabulary has no single letters but those that search ignores.
  if (begun.some((word) => !ofBeginnings.has(word)) || [...ofWords.keys()].some(({ length }) => length === 1))
    return undefined;
  const hitsOf = (asked: readonly string[]): number =>
    asked.some((word) => ofWords.has(word)) ? Math.max(...asked.map((word) => ofWords.get(word) ?? 0)) : total;
  const begunHits = Math.max(...begun.map((word) => ofBeginnings.get(word)?.hits ?? 0));
  const shares = [...finished.map(hitsOf), Math.max(hitsOf(lastWords), begunHits)].map((hits) =>
    Math.min(1, hits / total),
  );
  return {
    share: shares.reduce((product, share) => product * share, 1),
    shareMax: Math.min(...shares),
    terms: { words, last, beginnings: spelledOut(ofBeginnings) },
  };
}

/** The words that begin so. The vocabulary has none with digits in them, such as glued models. */
function spelledOut(begun: ReadonlyMap<string, BegunWords>): string {
  const parts = [...begun].flatMap(([word, { lexemes }]) => [
    ...lexemes.map((lexeme) => `'${lexeme}'`),
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
export function newestSpans(ads: NewestAds, wanted: number, now = Date.now()): number[] | undefined {
  const begin = dateOf(ads, wanted);
  if (begin === undefined || ads.newest === undefined) return undefined;
  const end = new Date(ads.newest).getTime();
  const finest = SPAN_MS.findLast((length) => length * FINENESS <= end - begin) ?? 4 * HOUR_MS;
  const spans: number[] = [];
  // Beyond now, because clocks differ; the longest span that begins somewhere may end in the future.
  for (let at = Math.floor(begin / finest) * finest; at <= Math.max(now, end) + HOUR_MS; ) {
    const level = SPAN_MS.findLastIndex((length) => at % length === 0);
    const length = SPAN_MS[level] ?? finest;
    spans.push((at / length) * 8 + level);
    at += length;
  }
  return spans;
}

/** As if as many ads were created at any time between two known dates. */
function dateOf({ newest, marks }: NewestAds, wanted: number): number | undefined {
  const after = marks.findIndex(({ ads }) => ads >= wanted);
  const [older, newer] = [marks[after], marks[after - 1] ?? { ads: 0, at: newest }];
  if (older === undefined || newer.at === undefined) return undefined;
  const [from, to] = [new Date(newer.at).getTime(), new Date(older.at).getTime()];
  return from + ((to - from) * (wanted - newer.ads)) / (older.ads - newer.ads);
}
