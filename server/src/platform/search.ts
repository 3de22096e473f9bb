import type pg from 'pg';

/** What search takes of the words people type: more of them, or longer ones, only cost time. */
const WORDS_MAX = 8;
const WORD_CHARACTERS_MAX = 40;

/** The two halves of `search_query(words, last)` in the database: finished words, and the one that may still be typed. */
export interface SearchTerms {
  /** In the database's query language, every word quoted: nothing that people type is an operator. */
  words: string;
  last: string;
}

/**
 * Matches are found newest first, and counted up to a maximum. The planner weighs reading by date against reading the
 * words' own index by the rows it is asked for, and thinks of looking into a text as too cheap: asked for this many times
 * more than anybody will read, it changes over where the two really cost the same (measured at a million rows).
 */
export const SEARCH_PLAN_FACTOR = 2.5;

/** Undefined when there is nothing to look for: no letter and no digit. */
export function readSearch(typed: string | undefined): SearchTerms | undefined {
  const words = searchWords(typed ?? '');
  const last = words.pop();
  return last === undefined ? undefined : { words: words.map((word) => `'${word}'`).join(' & '), last };
}

/** Words as the database keeps them, before it cuts their endings: ё is е, signs part words. Repeated words count once. */
export function searchWords(typed: string): string[] {
  const words = typed
    .normalize('NFC')
    .toLowerCase()
    .replaceAll('ё', 'е')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .map((word) => [...word].slice(0, WORD_CHARACTERS_MAX).join(''));
  return [...new Set(words)].slice(0, WORDS_MAX);
}

const LATIN_KEYS = "`qwertyuiop[]asdfghjkl;'zxcvbnm,.";
const CYRILLIC_KEYS = 'ёйцукенгшщзхъфывапролджэячсмитьбю';

/**
 * The same keys on the other keyboard layout: "lbdfy" is what "диван" becomes under the English one. Undefined when the text
 * cannot have been typed so.
 */
export function otherLayout(typed: string): string | undefined {
  const text = typed.toLowerCase();
  const [from, to] = /[а-яё]/.test(text) ? [CYRILLIC_KEYS, LATIN_KEYS] : [LATIN_KEYS, CYRILLIC_KEYS];
  if (from === CYRILLIC_KEYS && /[a-z]/.test(text)) return undefined;
  const converted = [...text].map((key) => to[from.indexOf(key)] ?? key).join('');
  return converted === text ? undefined : converted;
}

/** Several times what a search takes even of a million rows on a busy machine. */
const PATIENCE_MS = 600;
const QUERY_CANCELED = '57014';

/**
 * Ask for the newest matches. The planner thinks that common words are common everywhere; where they stand in old rows only,
 * or never together, reading by date would go through everything. Then the words' own index is the way.
 */
export async function querySearch<Row extends pg.QueryResultRow>(
  pool: pg.Pool,
  query: { text: string; values: unknown[] },
  patienceMs = PATIENCE_MS,
): Promise<Row[]> {
  const client = await pool.connect();
  let broken: unknown;
  try {
    await client.query(`begin; set local statement_timeout = ${patienceMs}`);
    try {
      return (await client.query<Row>(query)).rows;
    } catch (error) {
      if ((error as { code?: string }).code !== QUERY_CANCELED) throw error;
      await client.query('rollback; begin; set local enable_indexscan = off; set local enable_seqscan = off');
      return (await client.query<Row>(query)).rows;
    }
  } finally {
    // A read has nothing to commit, and a connection that cannot even roll back is not for anybody else.
    await client.query('rollback').catch((error: unknown) => {
      broken = error;
    });
    client.release(broken !== undefined);
  }
}
