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
