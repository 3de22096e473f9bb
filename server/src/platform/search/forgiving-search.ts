import type pg from 'pg';
import { type MendedSearch, mendSearch } from './mend-search.ts';
import { readSearch, type SearchTerms, searchWords, termsOf } from './read-search.ts';
import { askVocabulary } from './vocabulary.ts';

/** Where the words of a search are known from: "ads". */
export interface SearchSpace {
  pool: pg.Pool;
  space: string;
}

interface Forgiven<Found> {
  found: Found;
  /** What was searched in place of the words typed. */
  corrected?: string;
  /** What was probably meant, though that found nothing either. */
  meant?: MendedSearch;
}

type Find<Found> = (terms: SearchTerms | undefined) => Promise<Found>;

/** Look for the words as typed; when they find nothing, for what was probably meant. */
export async function searchForgivingly<Found extends { total: number }>(
  { pool, space }: SearchSpace,
  typed: string | undefined,
  find: Find<Found>,
): Promise<Forgiven<Found>> {
  const found = await find(readSearch(typed));
  if (found.total > 0 || typed === undefined) return { found };
  const meant = await mendSearch(pool, space, typed);
  if (meant === undefined) return { found };
  const mended = await find(meant.terms);
  return mended.total > 0 ? { found: mended, corrected: meant.text } : { found, meant };
}

/** Subsets that are tried before giving up. */
const TRIES_MAX = 3;

/**
 * Look for fewer words, after all of them together found nothing: without those that nobody uses, then without the one that
 * says least. Undefined when that finds nothing either.
 */
export async function searchFewerWords<Found extends { total: number }>(
  { pool, space }: SearchSpace,
  typed: string,
  meant: MendedSearch | undefined,
  find: Find<Found>,
): Promise<{ found: Found; corrected: string } | undefined> {
  const places = meant?.places ?? searchWords(typed).map((word) => [word]);
  if (places.length < 2) return undefined;
  for (const fewer of await fewerPlaces(pool, space, places)) {
    const found = await find(termsOf(fewer));
    if (found.total > 0) return { found, corrected: fewer.map(([word]) => word).join(' ') };
  }
  return undefined;
}

async function fewerPlaces(pool: pg.Pool, space: string, places: readonly string[][]): Promise<string[][][]> {
  const vocabulary = await askVocabulary(pool, space, places.flat());
  const hits = (place: readonly string[]): number =>
    Math.max(...place.map((word) => (/\p{N}/u.test(word) ? 1 : (vocabulary.get(word)?.hits ?? 0))));
  const known = places.filter((place) => hits(place) > 0);
  const byCommonness = known.toSorted((a, b) => hits(b) - hits(a));
  const withoutOne = byCommonness.map((common) => known.filter((place) => place !== common));
  const attempts = known.length < places.length ? [known, ...withoutOne] : withoutOne;
  // Numbers alone are no search.
  return attempts.filter((fewer) => fewer.some(([word = '']) => /\p{L}{2}/u.test(word))).slice(0, TRIES_MAX);
}
