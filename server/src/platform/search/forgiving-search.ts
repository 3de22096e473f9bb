import type pg from 'pg';
import { mendSearch } from './mend-search.ts';
import { readSearch, type SearchTerms } from './read-search.ts';

/** Where the words of a search are known from: "ads". */
export interface SearchSpace {
  pool: pg.Pool;
  space: string;
}

/**
 * Look for the words as typed; when they find nothing, for what was probably meant. `corrected` says what was searched then.
 * `fallback` are the terms that made most sense though nothing was found by them.
 */
export async function searchForgivingly<Found extends { total: number }>(
  { pool, space }: SearchSpace,
  typed: string | undefined,
  find: (terms: SearchTerms | undefined) => Promise<Found>,
): Promise<{ found: Found; corrected?: string; fallback?: { terms: SearchTerms; text: string } }> {
  const found = await find(readSearch(typed));
  if (found.total > 0 || typed === undefined) return { found };
  const meant = await mendSearch(pool, space, typed);
  if (meant === undefined) return { found };
  const mended = await find(meant.terms);
  return mended.total > 0 ? { found: mended, corrected: meant.text } : { found, fallback: meant };
}
