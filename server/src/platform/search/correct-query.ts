import type pg from 'pg';
import { otherLayout } from './keyboards.ts';
import { type SearchTerms, searchWords, termsOf } from './parse-search.ts';
import { isSaidOfAnything } from './said-of-anything.ts';
import { hasOtherNames, singleSpellings } from './spellings.ts';
import { otherAlphabet } from './transliterate.ts';
import { typoCost, typoCostMax } from './typo-cost.ts';
import { type KnownWord, queryVocabulary, queryWordsNear, type Vocabulary, type WordNear } from './vocabulary.ts';

export interface CorrectedQuery {
  terms: SearchTerms;
  /** For each position of the search, the candidate words, likeliest first. */
  positions: string[][];
  text: string;
}

/** Shorter words have too many neighbors for a reliable correction. */
const TYPO_LETTERS_MIN = 4;
/** Words with a shorter phonetic form must match it exactly. */
const SOUND_LETTERS_MIN = 5;
/** Maximum number of equally near candidates per word; the other words decide between them. */
const NEIGHBOURS_MAX = 3;

/**
 * Returns a probable correction of a query that found nothing: another keyboard layout, another alphabet, a typo. Words
 * in the vocabulary of this space stay. Undefined when there is no better query.
 */
export async function correctQuery(pool: pg.Pool, space: string, typed: string): Promise<CorrectedQuery | undefined> {
  const tokens = parseTokens(typed);
  if (tokens.length === 0) return undefined;
  const candidates = tokens.flatMap(({ words, layouts, alphabets }) => [
    ...words,
    ...layouts.flat(),
    ...alphabets.flat(),
  ]);
  candidates.push(...tokens.flatMap(({ words }) => words.flatMap(singleSpellings)));
  const pairs = tokens.slice(1).map((token, i) => gluedTo(tokens[i], token));
  const vocabulary = await queryVocabulary(pool, space, [...candidates, ...pairs.filter((word) => word !== '')]);

  const positions: string[][] = [];
  const text: string[] = [];
  let isCorrected = false;
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at];
    if (token === undefined) break;
    const isLast = at === tokens.length - 1;
    const reading = readToken(token, vocabulary, isLast);
    const corrected = reading.isKnown
      ? reading.positions
      : await findNear(pool, space, reading.readings, vocabulary, tokens.length > 1);
    const pair = pairs[at] ?? '';
    if (corrected === undefined && pair !== '' && vocabulary.get(pair)?.hits) {
      positions.push([pair]);
      text.push(pair);
      isCorrected = true;
      at += 1;
      continue;
    }
    for (const position of corrected ?? token.words.map((word) => [word])) {
      positions.push(position);
      text.push(position[0] ?? '');
    }
    isCorrected ||= corrected?.some((position, i) => position[0] !== token.words[i] || position.length > 1) ?? false;
  }
  const terms = isCorrected ? termsOf(positions) : undefined;
  return terms && { terms, positions, text: text.join(' ') };
}

interface Token {
  words: string[];
  layouts: string[][];
  alphabets: string[][];
}

/** Splits the query at spaces; punctuation is kept, because it may be letters of the other keyboard layout. */
function parseTokens(typed: string): Token[] {
  const words = new Set(searchWords(typed));
  return typed
    .normalize('NFC')
    .toLowerCase()
    .split(/\s+/)
    .map((raw) => ({ raw, words: searchWords(raw).filter((word) => words.delete(word)) }))
    .filter(({ raw, words: tokenWords }) => tokenWords.length > 0 || /\p{P}/u.test(raw))
    .slice(0, 8)
    .map(({ raw, words: tokenWords }) => ({ words: tokenWords, layouts: layoutsOf(raw), alphabets: alphabetsOf(raw) }))
    .filter(({ words: tokenWords, layouts }) => tokenWords.length > 0 || layouts.length > 0);
}

function layoutsOf(raw: string): string[][] {
  const bare = raw.replace(/^[\p{P}\p{S}]+|[\p{P}\p{S}]+$/gu, '');
  const readings = [raw, bare].map((text) => searchWords(otherLayout(text) ?? ''));
  return unique(readings.filter((words) => words.length > 0));
}

/** Transliteration writes soft signs as apostrophes: "stiral'naya". */
function alphabetsOf(raw: string): string[][] {
  const words = searchWords(raw.replaceAll(/['’`]/g, ''));
  return words.length === 1 ? unique(otherAlphabet(words[0] ?? '').map((word) => searchWords(word))) : [];
}

const unique = (readings: string[][]): string[][] => [
  ...new Map(readings.map((words) => [words.join(' '), words])).values(),
];

function gluedTo(token: Token | undefined, next: Token): string {
  const [word, tail] = [token?.words, next.words];
  if (word?.length !== 1 || tail.length !== 1) return '';
  return /^\p{L}{2,} \p{L}{2,}$/u.test(`${word[0]} ${tail[0]}`) ? `${word[0]}${tail[0]}` : '';
}

/** A known token has positions where these are not its own words; an unknown one has readings with unknown words. */
type TokenReading = { isKnown: true; positions: string[][] | undefined } | { isKnown: false; readings: ReadWord[][] };

interface ReadWord {
  word: string;
  isKnown: boolean;
}

function readToken({ words, layouts, alphabets }: Token, vocabulary: Vocabulary, isLast: boolean): TokenReading {
  const knows = (word: string, mayBePrefix: boolean): boolean =>
    isKnown(vocabulary.get(word), word, mayBePrefix) ||
    isSaidOfAnything(word) ||
    singleSpellings(word).some((spelling) => vocabulary.get(spelling)?.hits);
  const read = (reading: readonly string[]): ReadWord[] =>
    reading.map((word, i) => ({ word, isKnown: knows(word, isLast && i === reading.length - 1) }));
  const knowsAll = (reading: readonly string[]): boolean =>
    reading.length > 0 && read(reading).every(({ isKnown }) => isKnown);
  const known = (positions: string[][] | undefined): TokenReading => ({ isKnown: true, positions });

  const inOtherLetters = alphabets.filter((reading) => reading.every((word) => knows(word, false)));
  if (words.length > 0 && words.every((word) => knows(word, false))) {
    // The word is known and yet found nothing; the other alphabet may match together with the other words.
    const [word = ''] = words;
    return known(inOtherLetters.length > 0 ? [[word, ...inOtherLetters.flat()]] : undefined);
  }
  const reading = layouts.find(knowsAll) ?? inOtherLetters[0];
  if (reading !== undefined) return known(reading.map((word) => [word]));
  if (knowsAll(words)) return known(undefined);
  const beginning = alphabets.find(knowsAll);
  if (beginning !== undefined) return known(beginning.map((word) => [word]));
  return { isKnown: false, readings: [words, ...layouts, ...alphabets].filter(({ length }) => length > 0).map(read) };
}

/** Corrects the first reading whose unknown words all have a similar one. The other readings are seldom needed. */
async function findNear(
  pool: pg.Pool,
  space: string,
  [typed, ...others]: readonly ReadWord[][],
  vocabulary: Vocabulary,
  hasOthers: boolean,
): Promise<string[][] | undefined> {
  for (const readings of [typed === undefined ? [] : [typed], others]) {
    const unknown = readings.flat().filter(({ word, isKnown }) => !isKnown && word.length >= TYPO_LETTERS_MIN);
    const near = await queryWordsNear(
      pool,
      space,
      unknown.map(({ word }) => word),
    );
    for (const reading of readings) {
      const corrected = reading.map(({ word, isKnown }) =>
        isKnown ? [word] : wordsNear(word, vocabulary.get(word), near.get(word) ?? [], hasOthers),
      );
      if (corrected.every((position) => position.length > 0)) return corrected;
    }
  }
  return undefined;
}

/**
 * Numbers and names with other spellings always count as known. Words do when a text contains them or, for the unfinished last word, when a known word
 * begins so.
 */
function isKnown(found: KnownWord | undefined, word: string, mayBePrefix: boolean): boolean {
  if (hasOtherNames(word)) return true;
  if (found === undefined) return false;
  return found.isIgnored || found.hits > 0 || /\p{N}/u.test(word) || (mayBePrefix && word.length >= 3 && found.begins);
}

function wordsNear(
  word: string,
  found: KnownWord | undefined,
  candidates: readonly WordNear[],
  hasOthers: boolean,
): string[] {
  if (found === undefined) return [];
  const near = candidates
    .map((candidate) => ({ candidate, ...nearestForm(word, found, candidate) }))
    .filter(({ cost }) => cost < Number.POSITIVE_INFINITY)
    .sort((a, b) => a.cost - b.cost || b.candidate.hits - a.candidate.hits);
  const [best] = near;
  if (best === undefined) return [];
  const others = hasOthers ? near.slice(1, NEIGHBOURS_MAX).map(({ candidate }) => spellingOf(candidate)) : [];
  return [...new Set([...spellings(word, found, best), ...others])];
}

interface NearestForm {
  cost: number;
  /** The known spelling that is nearest; empty when only the sound is near. */
  form: string;
}

const FAR: NearestForm = { cost: Number.POSITIVE_INFINITY, form: '' };

/** Another ending costs little, because the vocabulary knows only a few forms of each word. */
const OTHER_ENDING = 0.25;
const SAME_SOUND = 0.5;

function nearestForm(word: string, { lexeme, sound }: KnownWord, candidate: WordNear): NearestForm {
  const max = typoCostMax(Math.min(word.length, lexeme.length + 1));
  const costs = candidate.forms.map((form) => ({ cost: typoCost(word, form, max), form }));
  const stem = typoCost(lexeme, candidate.lexeme, max);
  costs.push({ cost: stem + OTHER_ENDING, form: '' });
  const isOtherAlphabet = /[a-z]/.test(word) !== /[a-z]/.test(candidate.lexeme);
  const isLong = Math.min(sound.length, candidate.sound.length) >= SOUND_LETTERS_MIN;
  if (sound === candidate.sound) costs.push({ cost: SAME_SOUND, form: '' });
  else if (isOtherAlphabet && isLong) costs.push({ cost: typoCost(sound, candidate.sound, 1) + 1, form: '' });
  return costs.reduce((best, one) => (one.cost < best.cost ? one : best), FAR);
}

const spellingOf = ({ forms, lexeme }: WordNear): string => forms[0] ?? lexeme;

const ENDING = /^(|ями|ами|ях|ах|ией|ей|ой|ом|ем|ам|ям|ов|ев|ие|ые|ий|ый|ая|ое|ую|ого|ых|их|а|я|о|е|ы|и|у|ю|ь)$/;

/** Spells the correction as close to the typed word as the known spelling or the typed ending allows. */
function spellings(
  word: string,
  { lexeme }: KnownWord,
  { candidate, form }: { candidate: WordNear; form: string },
): string[] {
  if (form !== '') return [form];
  const known = spellingOf(candidate);
  const isSameAlphabet = /[a-z]/.test(word) === /[a-z]/.test(candidate.lexeme);
  if (!isSameAlphabet || !word.startsWith(lexeme) || !ENDING.test(word.slice(lexeme.length))) return [known];
  return [candidate.lexeme + word.slice(lexeme.length), known];
}
