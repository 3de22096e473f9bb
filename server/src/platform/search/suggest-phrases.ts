import type pg from 'pg';
import { correctQuery } from './correct-query.ts';
import { otherLayout } from './keyboards.ts';
import { isWithinOneTypo } from './one-typo.ts';
import { searchWords } from './parse-search.ts';
import { isSaidOfDeals } from './said-of-anything.ts';
import { otherAlphabet } from './transliterate.ts';

interface SuggestionQuery {
  space: string;
  /** 0 means the whole space. */
  scope: number;
  typed: string;
  limit: number;
}

export interface SuggestedPhrases {
  phrases: string[];
  /** Scopes where the first phrase is most common. */
  scopes: number[];
  prefixes: string[];
}

const NOTHING: SuggestedPhrases = { phrases: [], scopes: [], prefixes: [] };
/** More phrases are read than shown, because only one of several word forms is kept. */
const READ_PER_SHOWN = 3;
const READ_IN_ORDER = 400;
const SCOPES_MAX = 3;
/** With fewer letters almost any phrase would match. */
const TYPO_LETTERS_MIN = 4;
const NEIGHBOURS_READ = 400;
/** More, because common phrases are among them. */
const OTHERS_READ = 600;
const BEGINNINGS_MAX = 3;

/** Normalizes typed text as phrases are stored; undefined without a letter or digit. */
export function parsePrefix(typed: string | undefined): string | undefined {
  return searchWords(typed ?? '').join(' ') || undefined;
}

/**
 * Suggests phrases that begin with the typed text. Without any, tries the other keyboard layout, the other alphabet and
 * typo corrections.
 */
export async function suggestPhrases(pool: pg.Pool, query: SuggestionQuery): Promise<SuggestedPhrases> {
  const typed = parsePrefix(query.typed);
  if (typed === undefined) return NOTHING;
  const asTyped = await findSuggestions(pool, query, typed);
  if (asTyped !== undefined) return asTyped;
  const others = otherReadings(query.typed);
  const corrected =
    (await findFirstKnown(pool, query, others)) ??
    (await findFirstKnown(pool, query, await correctWhole(pool, query))) ??
    (await findFirstKnown(pool, query, await correctLast(pool, query, typed)));
  const suggested = corrected === undefined ? undefined : await findSuggestions(pool, query, corrected);
  return suggested ?? { ...NOTHING, prefixes: [typed, ...others] };
}

function otherReadings(typed: string): string[] {
  const layout = parsePrefix(otherLayout(typed.trim()));
  const words = searchWords(typed);
  const last = words.pop() ?? '';
  const alphabets = otherAlphabet(last).map((word) =>
    [...words.flatMap((one) => otherAlphabet(one)[0] ?? one), word].join(' '),
  );
  return [...(layout === undefined ? [] : [layout]), ...alphabets]
    .map((text) => parsePrefix(text) ?? '')
    .filter(Boolean);
}

async function findSuggestions(
  pool: pg.Pool,
  query: SuggestionQuery,
  prefix: string,
): Promise<SuggestedPhrases | undefined> {
  const phrases = await listPhrases(pool, query, prefix);
  if (phrases.length === 0) return undefined;
  const scopes = query.scope === 0 ? await listScopes(pool, query.space, phrases[0] ?? '') : [];
  return { phrases, scopes, prefixes: [prefix] };
}

async function findFirstKnown(
  pool: pg.Pool,
  { space, scope }: SuggestionQuery,
  prefixes: readonly string[],
): Promise<string | undefined> {
  if (prefixes.length === 0) return undefined;
  const { rows } = await pool.query<{ prefix: string }>({
    name: 'search-beginnings',
    text: `select prefix from unnest($3::text[]) with ordinality as asked (prefix, at)
           where exists (select from search_phrases
                         where space = $1 and scope = $2 and hits > 0
                           and phrase ~>=~ prefix and phrase ~<~ (prefix || chr(1114111)))
           order by at limit 1`,
    values: [space, scope, prefixes],
  });
  return rows[0]?.prefix;
}

/** Number of letters by which the indexes group the most common phrases. */
const GROUP_LETTERS = 3;

/**
 * Common phrases are read in order from `search_phrases_1` to `_3`; rare ones from a range of
 * `search_phrases_beginning`. Of a group of many phrases few begin with more letters: the group is read only when the
 * range is too long to be read whole. Removals since the last merge of the vocabulary are subtracted, so that phrases of
 * removed ads are not suggested.
 */
const phrasesSql = (letters: number): string => `
  with common as materialized (
    select phrase, hits, rank from search_phrases
    where (length($3) <= ${GROUP_LETTERS} or (select count(*) from (
        select from search_phrases
        where space = $1 and scope = $2 and phrase ~>=~ $3 and phrase ~<~ ($3 || chr(1114111)) limit ${READ_IN_ORDER + 1}
      ) range) > ${READ_IN_ORDER})
      and space = $1 and scope = $2 and hits > 1 and left(phrase, ${letters}) = (select left($3, ${letters}))
      -- Not "like": a range of beginnings would be read and sorted in place of what comes in order.
      and left(phrase, length($3)) = $3
    order by rank desc, phrase limit $4
  ), rare as materialized (
    select phrase, hits, rank from search_phrases
    where (select count(*) from common) < $4
      and space = $1 and scope = $2 and phrase ~>=~ $3 and phrase ~<~ ($3 || chr(1114111))
    order by phrase using ~<~ limit ${READ_IN_ORDER}
  ), gone as materialized (
    select scope, ' ' || array_to_string(words, ' ') || ' ' as title
    from search_changes where space = $1 and sign < 0 and $2 in (0, scope)
  ), found as materialized (
    select phrase, hits, rank
    from (select * from common union select * from rare) either
    where hits > (select count(*) from gone where title like '% ' || either.phrase || ' %')
    order by rank desc, hits desc, length(phrase), phrase limit $4
  )
  select phrase, to_tsvector('russian', phrase)::text as meaning
  from found order by rank desc, hits desc, length(phrase), phrase`;

async function listPhrases(pool: pg.Pool, { space, scope, limit }: SuggestionQuery, prefix: string): Promise<string[]> {
  const letters = Math.min([...prefix].length, GROUP_LETTERS);
  const { rows } = await pool.query<{ phrase: string; meaning: string }>({
    // Named, so that the statement is planned once: it reads one index in order whatever the prefix.
    name: `search-suggestions-${letters}`,
    text: phrasesSql(letters),
    values: [space, scope, prefix, limit * READ_PER_SHOWN],
  });
  const known = new Set<string>();
  const different = rows.filter(({ meaning }) => !known.has(meaning) && known.add(meaning));
  return different.slice(0, limit).map(({ phrase }) => phrase);
}

async function listScopes(pool: pg.Pool, space: string, phrase: string): Promise<number[]> {
  const { rows } = await pool.query<{ scope: number }>({
    name: 'search-scopes',
    // One lookup by the primary key per scope; scopes are few.
    text: `
      with recursive scopes as (
        (select scope from search_phrases where space = $1 and scope > 0 order by scope limit 1)
        union all
        select (select p.scope from search_phrases p where p.space = $1 and p.scope > s.scope order by p.scope limit 1)
        from scopes s where s.scope is not null
      ), gone as materialized (
        select scope, ' ' || array_to_string(words, ' ') || ' ' as title
        from search_changes where space = $1 and sign < 0
      )
      select p.scope from scopes s join search_phrases p on p.space = $1 and p.scope = s.scope and p.phrase = $2
      where p.hits > (select count(*) from gone where gone.scope = p.scope and title like '% ' || $2::text || ' %')
      order by p.hits desc, p.scope limit ${SCOPES_MAX}`,
    values: [space, phrase],
  });
  return rows.map(({ scope }) => scope);
}

async function correctWhole(pool: pg.Pool, { space, typed }: SuggestionQuery): Promise<string[]> {
  const corrected = await correctQuery(pool, space, typed);
  return corrected === undefined ? [] : [corrected.text];
}

/** Takes the last word for unfinished. */
async function correctLast(
  pool: pg.Pool,
  { space, scope }: Pick<SuggestionQuery, 'space' | 'scope'>,
  prefix: string,
): Promise<string[]> {
  const words = prefix.split(' ');
  const last = words.pop() ?? '';
  // Such a word is finished, and begins no phrase.
  if (isSaidOfDeals(last)) return [];
  const [before, lasts] = await Promise.all([
    words.length === 0 ? undefined : correctQuery(pool, space, words.join(' ')),
    // A phrase that begins with a single word is known; before another word the next ones may be needed.
    beginningsNear(pool, { space, scope }, last, words.length === 0 ? 1 : BEGINNINGS_MAX),
  ]);
  const finished = before?.text ?? words.join(' ');
  return [last, ...lasts].map((word) => `${finished} ${word}`.trim());
}

/**
 * Prefixes of known words within one typo of an unfinished word; the first letter must match, because typos there are
 * rare. The most common phrases are looked through first, the others only for what is missing.
 */
async function beginningsNear(
  pool: pg.Pool,
  { space, scope }: Pick<SuggestionQuery, 'space' | 'scope'>,
  word: string,
  wanted: number,
): Promise<string[]> {
  if (word.length < TYPO_LETTERS_MIN) return [];
  for (const letters of [2, 1]) {
    const near = new Set<string>();
    for (const [which, neighbours] of NEIGHBOURS) {
      const { rows } = await pool.query<{ beginnings: string | null }>({
        name: `search-${which}-neighbours-${letters}`,
        text: `select string_agg(left(phrase, $4), ',') as beginnings from (${neighbours(letters)}) near`,
        values: [space, scope, word, word.length + 1],
      });
      for (const known of new Set(rows[0]?.beginnings?.split(','))) {
        const beginning = beginningNear(known, word);
        if (beginning !== undefined) near.add(beginning);
      }
      if (near.size >= wanted) break;
    }
    if (near.size > 0) return [...near].slice(0, BEGINNINGS_MAX);
  }
  return [];
}

// Both read an index alone. The letters are hidden from the planner, which would otherwise make a new plan for each word.
const NEIGHBOURS: readonly (readonly [string, (letters: number) => string])[] = [
  [
    'common',
    (letters) => `
      select phrase from search_phrases
      where space = $1 and scope = $2 and hits > 1 and left(phrase, ${letters}) = (select left($3, ${letters}))
      order by rank desc, phrase limit ${NEIGHBOURS_READ}`,
  ],
  [
    'other',
    (letters) => `
      select phrase from search_phrases
      where space = $1 and scope = $2
        and phrase ~>=~ (select left($3, ${letters})) and phrase ~<~ (select left($3, ${letters}) || chr(1114111))
      order by phrase using ~<~ limit ${OTHERS_READ}`,
  ],
];

function beginningNear(phrase: string, word: string): string | undefined {
  for (const length of [word.length, word.length + 1, word.length - 1]) {
    const beginning = phrase.slice(0, length);
    if (beginning.length >= TYPO_LETTERS_MIN - 1 && !beginning.includes(' ') && isWithinOneTypo(beginning, word)) {
      return beginning;
    }
  }
  return undefined;
}
