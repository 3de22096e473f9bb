import type pg from 'pg';
import { typoCost } from '../../../../platform/search/typo-cost.ts';
import { getPlaceNames } from '../../../../reference/reference.public.ts';

export interface PlaceRead {
  cityId: number;
  countryId: number;
  name: { name_native: string; name_en: string; names: object };
  text: string;
  /** True after a preposition: the words cannot mean anything else. */
  isCertain: boolean;
}

const PREPOSITION = /^(в|во|из|от|по|под|около|рядом с|г|г\.|город|городе|гор\.)$/u;
const WORDS_MAX = 4;
/** With more typos a name in the query could be any word. */
const TYPO_MAX = 1;
const SHORT_TYPO_MAX = 0.5;
const TYPO_LETTERS_MIN = 5;
const LONG_LETTERS = 7;

interface Token {
  text: string;
  at: number;
}

const tokensOf = (typed: string): Token[] =>
  [...typed.matchAll(/[^\s,;]+/gu)].map((match) => ({ text: match[0], at: match.index }));

const plain = (text: string): string =>
  text
    .toLowerCase()
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .replace(/[^\p{L}\p{N}\s-]/gu, '')
    .replace(/[\s\-–]+/g, ' ')
    .trim();

/** Reads a city out of a query: «в казани», «из Нижнего Новгорода», «спб», or a name alone. */
export async function readPlace(pool: pg.Pool, typed: string): Promise<PlaceRead | undefined> {
  const names = await getPlaceNames(pool);
  const tokens = tokensOf(typed);
  for (let length = Math.min(WORDS_MAX, tokens.length); length > 0; length -= 1) {
    for (let at = 0; at + length <= tokens.length; at += 1) {
      const found = names.get(
        plain(
          tokens
            .slice(at, at + length)
            .map(({ text }) => text)
            .join(' '),
        ),
      );
      if (found === undefined) continue;
      const first = beforeName(tokens, at);
      if (!found.isPlain && first === at) continue;
      return placeOf(found.city, typed, tokens, first, at + length, first < at);
    }
  }
  return readMisspelt(names, typed, tokens);
}

/** The place of the first preposition before a name, or the name's own place. */
function beforeName(tokens: readonly Token[], at: number): number {
  let first = at;
  while (first > 0 && PREPOSITION.test(tokens[first - 1]?.text.toLowerCase() ?? '')) first -= 1;
  return first;
}

/** Only after a preposition: «велосипед в козани». */
function readMisspelt(
  names: Awaited<ReturnType<typeof getPlaceNames>>,
  typed: string,
  tokens: readonly Token[],
): PlaceRead | undefined {
  for (const [at, token] of tokens.entries()) {
    const word = plain(token.text);
    const first = beforeName(tokens, at);
    if (first === at || word.length < TYPO_LETTERS_MIN) continue;
    const max = word.length < LONG_LETTERS ? SHORT_TYPO_MAX : TYPO_MAX;
    for (const [form, { city }] of names.forms()) {
      const isNear = form[0] === word[0] && Math.abs(form.length - word.length) <= 1;
      if (isNear && typoCost(word, form, max) <= max) return placeOf(city, typed, tokens, first, at + 1, true);
    }
  }
  return undefined;
}

function placeOf(
  { id, countryId, ...name }: { id: number; countryId: number; name_native: string; name_en: string; names: object },
  typed: string,
  tokens: readonly Token[],
  first: number,
  end: number,
  isCertain: boolean,
): PlaceRead {
  const last = tokens[end - 1];
  const text = typed.slice(tokens[first]?.at ?? 0, last ? last.at + last.text.length : undefined);
  return { cityId: id, countryId, name, text, isCertain };
}
