import { type RawBuilder, sql } from 'kysely';
import { containsPattern } from '../../../platform/database/like-pattern.ts';

const WORDS_MAX = 6;

/** Turns a search into patterns over `users.search_text`, one per word, normalized like that column. */
export function namePatterns(search: string | undefined): string[] {
  const words = (search ?? '').trim().split(/\s+/).filter(Boolean).slice(0, WORDS_MAX);
  return words.map((word) => containsPattern(word.toLowerCase().replaceAll('ё', 'е')));
}

/** Whether an index of trigrams finds a pattern: it knows three characters of a word in a row. */
export const isIndexedPattern = (pattern: string): boolean => /[\p{L}\p{N}]{3}/u.test(pattern);

/** SQL condition on `u` of the caller's query: the name contains every word. Served by users_search_newest. */
export function matchesName(patterns: readonly string[]): RawBuilder<boolean> {
  if (patterns.length === 0) return sql<boolean>`true`;
  return sql<boolean>`(${sql.join(
    patterns.map((pattern) => sql`u.search_text like ${pattern}`),
    sql` and `,
  )})`;
}

/** SQL condition on `u` of the caller's query: activated, not suspended, not leaving. */
export const IS_ACTIVE_USER = sql<boolean>`(u.status = 'active' and u.deleted_at is null)`;
