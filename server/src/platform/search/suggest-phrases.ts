import type pg from 'pg';
import { correctQuery } from './correct-query.ts';
import { otherLayout } from './keyboards.ts';
import { isWithinOneTypo } from './one-typo.ts';
import { searchWords } from './parse-search.ts';
import { otherAlphabet } from './transliterate.ts';

interface SuggestionQuery {
  space: string;
  /** 0: all of the space. */
  scope: number;
  typed: string;
  limit: number;
}

export interface SuggestedPhrases {
  /** The commonest first. */
  phrases: string[];
  /** Where the first of them is commonest. */
  scopes: number[];
  /** What was typed, and what it may have been meant to be. */
  prefixes: string[];
}

const NOTHING: SuggestedPhrases = { phrases: [], scopes: [], prefixes: [] };
/** More than are shown: of several forms of a word one is kept. */
const READ_PER_SHOWN = 3;
const READ_IN_ORDER = 400;
const SCOPES_MAX = 3;
/** With fewer letters, anything begins nearly so. */
const TYPO_LETTERS_MIN = 4;
const NEIGHBOURS_READ = 400;

/** What is typed as phrases are kept; undefined without a letter or digit. */
export function parsePrefix(typed: string | undefined): string | undefined {
  return searchWords(typed ?? '').join(' ') || undefined;
}

/**
 * Phrases of texts that begin with what is typed. Where none does, with what it becomes under the other keyboard layout, in the
 * other alphabet, or without a typo.
 */
export async function suggestPhrases(pool: pg.Pool, query: SuggestionQuery): Promise<SuggestedPhrases> {
  const typed = parsePrefix(query.typed);
  if (typed === undefined) return NOTHING;
  const asTyped = await findSuggestions(pool, query, typed);
  if (asTyped !== undefined) return asTyped;
  const others = otherReadings(query.typed);
  const corrected =
    (await findFirstKnown(pool, query, others)) ??
    (await findFirstKnown(pool, query, await correctPrefix(pool, query, typed)));
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

/** The first of these that any phrase begins with. */
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

/** The first letters that an index keeps the commonest phrases of. */
const GROUP_LETTERS = 3;

/**
 * Common phrases come in order from search_phrases_1 to _3; rare ones fill up, out of a range of search_phrases_beginning. What
 * went since the vocabulary was last folded is taken off, so that nothing is suggested that nobody offers any more.
 */
const phrasesSql = (letters: number): string => `
  with common as materialized (
    select phrase, hits, rank from search_phrases
    where space = $1 and scope = $2 and hits > 1 and left(phrase, ${letters}) = left($3, ${letters})
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
    // Each reads one index in its order, whatever is typed: planned once.
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
    // One look by the primary key for each of the few scopes there are.
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

/** What was typed without its typo: finished words by the vocabulary, the last one by the commonest words that begin alike. */
async function correctPrefix(
  pool: pg.Pool,
  { space, scope, typed }: SuggestionQuery,
  prefix: string,
): Promise<string[]> {
  const words = prefix.split(' ');
  const last = words.pop() ?? '';
  const [wholeQuery, before, lasts] = await Promise.all([
    correctQuery(pool, space, typed),
    words.length === 0 ? undefined : correctQuery(pool, space, words.join(' ')),
    beginningsNear(pool, space, scope, last),
  ]);
  const finished = before?.text ?? words.join(' ');
  return [
    ...(wholeQuery === undefined ? [] : [wholeQuery.text]),
    ...[last, ...lasts].map((word) => `${finished} ${word}`.trim()),
  ];
}

/** Beginnings of common words, one typo away from an unfinished word; typos in a first letter are rare enough to be left out. */
async function beginningsNear(pool: pg.Pool, space: string, scope: number, word: string): Promise<string[]> {
  if (word.length < TYPO_LETTERS_MIN) return [];
  for (const letters of [2, 1]) {
    const { rows } = await pool.query<{ phrase: string }>({
      name: `search-neighbours-${letters}`,
      text: `
        (select phrase from search_phrases
         where space = $1 and scope = $2 and hits > 1 and left(phrase, ${letters}) = left($3, ${letters})
         order by rank desc, phrase limit ${NEIGHBOURS_READ})
        union all
        (select phrase from search_phrases
         where space = $1 and scope = $2 and hits = 1
           and phrase ~>=~ left($3, ${letters}) and phrase ~<~ (left($3, ${letters}) || chr(1114111))
         order by phrase using ~<~ limit ${NEIGHBOURS_READ})`,
      values: [space, scope, word],
    });
    const near = rows.flatMap(({ phrase }) => beginningNear(phrase, word) ?? []);
    if (near.length > 0) return [...new Set(near)].slice(0, 3);
  }
  return [];
}

function beginningNear(phrase: string, word: string): string | undefined {
  for (const length of [word.length, word.length + 1, word.length - 1]) {
    const beginning = phrase.slice(0, length);
    if (beginning.length >= TYPO_LETTERS_MIN - 1 && !beginning.includes(' ') && isWithinOneTypo(beginning, word)) {
      return beginning;
    }
  }
  return undefined;
}
