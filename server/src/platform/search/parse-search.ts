import { isSaidOfDeals } from './said-of-anything.ts';
import { otherSpellings } from './spellings.ts';

/** Maximum number of search words: more words, or longer ones, only cost time. */
const WORDS_MAX = 8;
const WORD_CHARACTERS_MAX = 40;

/**
 * Arguments of the database function `search_query(words, last, beginnings)`: finished words, and the last one, which
 * may be incomplete.
 */
export interface SearchTerms {
  /** A tsquery with every word quoted, so that user input contains no operators. */
  words: string;
  last: string;
  beginnings: string;
}

export function parseSearch(typed: string | undefined): SearchTerms | undefined {
  return termsOf(searchWords(typed ?? '').map((word) => [word]));
}

/** Builds search terms where each position matches any of its words. */
export function termsOf(positions: readonly (readonly string[])[]): SearchTerms | undefined {
  const groups = positions.map((words) => ({ words: words.flatMap(withOtherSpellings), begin: words.map(beginning) }));
  for (const [i, group] of groups.entries()) {
    const next = groups[i + 1];
    for (const glued of glue(positions[i]?.[0], positions[i + 1]?.[0])) {
      group.words.push(`'${glued}'`, beginning(glued));
      next?.words.push(`'${glued}'`);
      next?.begin.push(beginning(glued));
    }
  }
  const last = groups.pop();
  if (last === undefined) return undefined;
  return {
    words: groups.map(({ words }) => anyOf(words)).join(' & '),
    last: anyOf(last.words),
    beginnings: anyOf(last.begin),
  };
}

/** The positions of finished words, each with its other spellings. */
export const positionsOf = (words: string): string[] => (words === '' ? [] : words.split(/ & (?![^(]*\))/));

/** The terms without words of the deal, unless there are no others. */
export function tellingOf(terms: SearchTerms): SearchTerms {
  const { words, last, beginnings } = terms;
  const telling = positionsOf(words).filter((position) => !isSaidOfDeals(wordOf(position)));
  if (!isSaidOfDeals(wordOf(last))) return { words: telling.join(' & '), last, beginnings };
  const end = telling.pop();
  return end === undefined ? terms : { words: telling.join(' & '), last: end, beginnings: end };
}

const wordOf = (position: string): string => /'([^']*)'/.exec(position)?.[1] ?? '';

const anyOf = (expressions: readonly string[]): string => {
  const different = [...new Set(expressions)];
  return different.length === 1 ? (different[0] ?? '') : `(${different.join(' | ')})`;
};
const beginning = (word: string): string => `'${word}':*`;

function withOtherSpellings(word: string): string[] {
  return [...spellingsOf(word), ...parted(word)];
}

const spellingsOf = (word: string): string[] => [`'${word}'`, ...otherSpellings(word).map(allOf)];

const allOf = (words: readonly string[]): string => {
  const quoted = words.map((word) => `'${word}'`).join(' & ');
  return words.length > 1 ? `(${quoted})` : quoted;
};

function parted(word: string): string[] {
  const parts = word.split(/(?<=\p{L})(?=\p{N})|(?<=\p{N})(?=\p{L})/u);
  return parts.length === 2 ? [`(${parts.map((part) => anyOf(spellingsOf(part))).join(' & ')})`] : [];
}

function glue(word = '', next = ''): string[] {
  const isPair =
    (/^\p{L}+$/u.test(word) && /^\p{N}+$/u.test(next)) || (/^\p{N}+$/u.test(word) && /^\p{L}+$/u.test(next));
  if (!isPair) return [];
  const single = (one: string) => [one, ...otherSpellings(one).flatMap((words) => (words.length === 1 ? words : []))];
  return single(word).flatMap((first) => single(next).map((second) => first + second));
}

/**
 * Returns words as the database indexes them before stemming: ё becomes е, punctuation separates words. Repeated words
 * count once.
 */
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
