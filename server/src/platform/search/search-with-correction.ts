import type pg from 'pg';
import { type CorrectedQuery, correctQuery } from './correct-query.ts';
import { parseSearch, type SearchTerms, searchWords, termsOf } from './parse-search.ts';
import { isSaidOfAnything } from './said-of-anything.ts';
import { kindOf, singleSpellings } from './spellings.ts';
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

const TRIES_MAX = 4;

/**
 * Searches for less after all words found nothing: without unknown words, for the kind of thing instead of an unknown
 * name, then without the words that tell least. Undefined when that finds nothing either.
 */
export async function searchFewerWords<Found extends { total: number }>(
  { pool, space }: SearchSpace,
  typed: string,
  correctedQuery: CorrectedQuery | undefined,
  find: Find<Found>,
): Promise<{ found: Found; corrected: string } | undefined> {
  const positions = correctedQuery?.positions ?? searchWords(typed).map((word) => [word]);
  for (const fewer of await fewerPositions(pool, space, positions)) {
    const found = await find(termsOf(fewer));
    if (found.total > 0) return { found, corrected: fewer.map(([word]) => word).join(' ') };
  }
  return undefined;
}

async function fewerPositions(pool: pg.Pool, space: string, positions: readonly string[][]): Promise<string[][][]> {
  const spelled = positions.map((words) => [...words, ...words.flatMap(singleSpellings)]);
  const vocabulary = await queryVocabulary(pool, space, spelled.flat());
  const asked = positions.map((words, at): AskedPosition => {
    const hitsOf = (word: string): number => (/\p{N}/u.test(word) ? 1 : (vocabulary.get(word)?.hits ?? 0));
    const hits = Math.max(...(spelled[at] ?? []).map(hitsOf));
    return { words, hits, weight: weightOf(words[0] ?? '', at) };
  });
  const known = asked.flatMap((position) => {
    const kind = position.hits > 0 ? undefined : position.words.map(kindOf).find((one) => one !== undefined);
    return kind === undefined ? (position.hits > 0 ? [position] : []) : [{ ...position, words: [kind] }];
  });
  const attempts =
    known.some(({ words }, at) => words !== asked[at]?.words) || known.length < asked.length ? [known] : [];
  const weakestFirst = known.toSorted((a, b) => a.weight - b.weight || b.hits - a.hits);
  for (let count = 1; count < known.length; count += 1) {
    const dropped = new Set(weakestFirst.slice(0, count));
    attempts.push(known.filter((position) => !dropped.has(position)));
  }
  return attempts
    .filter((fewer) => fewer.some(({ weight }) => weight >= NOUN))
    .map((fewer) => fewer.map(({ words }) => words))
    .slice(0, TRIES_MAX);
}

interface AskedPosition {
  words: string[];
  hits: number;
  weight: number;
}

const NOUN = 3;
const ADJECTIVE = /.{2}(ий|ый|ой|ая|яя|ое|ее|ие|ые|ого|его|ому|ему|ую|юю|ых|их|ым|им|ыми|ими)$/;

/** How much a word tells: a noun more than a number or an adjective, the first noun more than those that follow. */
function weightOf(word: string, at: number): number {
  if (isSaidOfAnything(word) || !/\p{L}{2}/u.test(word)) return 1;
  if (ADJECTIVE.test(word)) return 2;
  return NOUN + 1 / (at + 1);
}
