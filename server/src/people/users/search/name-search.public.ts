import { type RawBuilder, sql } from 'kysely';

const WORDS_MAX = 6;

/** A search for people as patterns over `users.search_text`: one for each word, folded as that column is. */
export function namePatterns(search: string | undefined): string[] {
  const words = (search ?? '').trim().split(/\s+/).filter(Boolean).slice(0, WORDS_MAX);
  return words.map((word) => containsPattern(word.toLowerCase().replaceAll('ё', 'е')));
}

export const containsPattern = (word: string): string => `%${word.replace(/[\\%_]/g, '\\$&')}%`;

/** Whether the person `u` of the caller's query has every one of these words in the name. Served by users_search. */
export function matchesName(patterns: readonly string[]): RawBuilder<boolean> {
  if (patterns.length === 0) return sql<boolean>`true`;
  return sql<boolean>`(${sql.join(
    patterns.map((pattern) => sql`u.search_text like ${pattern}`),
    sql` and `,
  )})`;
}

/** Whether the person `u` of the caller's query is here: activated, not suspended, not leaving. */
export const IS_ACTIVE_USER = sql<boolean>`(u.status = 'active' and u.deleted_at is null)`;
