import { type RawBuilder, sql } from 'kysely';
import type pg from 'pg';
import { containsPattern } from '../../../platform/database/like-pattern.ts';
import { correctQuery } from '../../../platform/search/correct-query.ts';
import { searchWords } from '../../../platform/search/parse-search.ts';
import { queryVocabulary } from '../../../platform/search/vocabulary.ts';
import { isIndexedPattern, matchesName, namePatterns } from './name-search.public.ts';

/** The words of the names of active users, recorded by the trigger `users_record_search_changes`. */
const SPACE = 'people';
/** A shorter beginning of a word fits too many names. */
const STEM_LETTERS_MIN = 4;
/** Logins that a text can mention. Others may be an address or a number, which nobody should be able to probe. */
const LOGIN = /^@?((?=.*[a-z])[a-z0-9_.-]{3,60})$/i;

/** `isIndexed` tells whether the index of names finds what matches. */
type Find<Found> = (matches: RawBuilder<boolean> | null, isIndexed: boolean) => Promise<Found>;

/**
 * Searches people by name, or by their whole login: as typed, and when that finds nobody, by another keyboard layout,
 * another alphabet, one typo or another form of the name. `find` gets a condition on `u` of its query, null without a
 * search.
 */
export async function searchByName<Found extends { total: number }>(
  pool: pg.Pool,
  search: string | undefined,
  find: Find<Found>,
): Promise<Found> {
  const typed = (search ?? '').trim();
  if (typed === '') return find(null, false);
  const login = LOGIN.exec(typed)?.[1]?.toLowerCase();
  const patterns = namePatterns(typed.replace(/^@/, ''));
  const isTyped =
    login === undefined ? matchesName(patterns) : sql<boolean>`(${matchesName(patterns)} or lower(u.login) = ${login})`;
  const found = await find(isTyped, patterns.some(isIndexedPattern));
  // One person may be the one with the login; others have a name that sounds like it.
  if (found.total > (login === undefined ? 0 : 1)) return found;
  const corrected = await correctedPatterns(pool, typed);
  if (corrected.length === 0) return found;
  const isIndexed = patterns.some(isIndexedPattern) && corrected.some((words) => words.every(isIndexedPattern));
  const more = await find(sql<boolean>`(${isTyped} or ${matchesAny(corrected)})`, isIndexed);
  return more.total > found.total ? more : found;
}

/** For each word of the corrected search, the patterns of its spellings and of its stem. */
async function correctedPatterns(pool: pg.Pool, typed: string): Promise<string[][]> {
  const corrected = await correctQuery(pool, SPACE, typed);
  const positions = corrected?.positions ?? searchWords(typed).map((word) => [word]);
  const known = await queryVocabulary(pool, SPACE, positions.flat());
  return positions.map((words) => {
    const stems = words.map((word) => known.get(word)?.lexeme ?? '').filter(({ length }) => length >= STEM_LETTERS_MIN);
    return [...new Set([...words, ...stems])].map(containsPattern);
  });
}

const matchesAny = (positions: readonly (readonly string[])[]): RawBuilder<boolean> =>
  sql<boolean>`(${sql.join(
    positions.map(
      (patterns) =>
        sql`(${sql.join(
          patterns.map((pattern) => matchesName([pattern])),
          sql` or `,
        )})`,
    ),
    sql` and `,
  )})`;
