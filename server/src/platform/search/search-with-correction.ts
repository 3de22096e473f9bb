import type pg from 'pg';
import { type CorrectedQuery, correctQuery } from './correct-query.ts';
import { parseSearch, type SearchTerms, searchWords, termsOf } from './parse-search.ts';
import { queryVocabulary } from './vocabulary.ts';

export interface SearchSpace {
  pool: pg.Pool;
  space: string;
}

interface CorrectedSearch<Found> {
  found: Found;
  corrected?: string;
  /** Probable correction that found nothing either. */
  correctedQuery?: CorrectedQuery;
}

type Find<Found> = (terms: SearchTerms | undefined) => Promise<Found>;

export async function searchWithCorrection<Found extends { total: number }>(
  { pool, space }: SearchSpace,
  typed: string | undefined,
  find: Find<Found>,
): Promise<CorrectedSearch<Found>> {
  const found = await find(parseSearch(typed));
  if (found.total > 0 || typed === undefined) return { found };
  const correctedQuery = await correctQuery(pool, space, typed);
  if (correctedQuery === undefined) return { found };
  const correctedResult = await find(correctedQuery.terms);
  return correctedResult.total > 0
    ? { found: correctedResult, corrected: correctedQuery.text }
    : { found, correctedQuery };
}

const TRIES_MAX = 3;

/**
 * Searches for fewer words after all of them found nothing: without unknown words, then without the least specific one.
 * Undefined when that finds nothing either.
 */
export async function searchFewerWords<Found extends { total: number }>(
  { pool, space }: SearchSpace,
  typed: string,
  correctedQuery: CorrectedQuery | undefined,
  find: Find<Found>,
): Promise<{ found: Found; corrected: string } | undefined> {
  const positions = correctedQuery?.positions ?? searchWords(typed).map((word) => [word]);
  if (positions.length < 2) return undefined;
  for (const fewer of await fewerPositions(pool, space, positions)) {
    const found = await find(termsOf(fewer));
    if (found.total > 0) return { found, corrected: fewer.map(([word]) => word).join(' ') };
  }
  return undefined;
}

async function fewerPositions(pool: pg.Pool, space: string, positions: readonly string[][]): Promise<string[][][]> {
  const vocabulary = await queryVocabulary(pool, space, positions.flat());
  const hits = (position: readonly string[]): number =>
    Math.max(...position.map((word) => (/\p{N}/u.test(word) ? 1 : (vocabulary.get(word)?.hits ?? 0))));
  const known = positions.filter((position) => hits(position) > 0);
  const byCommonness = known.toSorted((a, b) => hits(b) - hits(a));
  const withoutOne = byCommonness.map((common) => known.filter((position) => position !== common));
  const attempts = known.length < positions.length ? [known, ...withoutOne] : withoutOne;
  // A search needs at least one word, not only numbers.
  return attempts.filter((fewer) => fewer.some(([word = '']) => /\p{L}{2}/u.test(word))).slice(0, TRIES_MAX);
}
