import type pg from 'pg';

export interface WordNear {
  lexeme: string;
  forms: string[];
  sound: string;
  hits: number;
}

export interface KnownWord {
  lexeme: string;
  sound: string;
  isIgnored: boolean;
  hits: number;
  /** Longer words begin with this one. */
  begins: boolean;
}

export type Vocabulary = ReadonlyMap<string, KnownWord>;

/** Of words with the same consonants there are many; the cost of the typo decides between them. */
const NEAR_MAX = 200;

// The number of words is hidden from the planner, which would otherwise make a new plan for each number.
const ASKED = `
  asked as materialized (
    select word, sound, lexeme
    from unnest((select $2::text[])) word,
      lateral (select search_sound(word) as sound, (tsvector_to_array(to_tsvector('russian', word)))[1] as lexeme) read
  )`;

// Served by the primary key and `search_words_beginning`.
const LOOK_UP = `
  with ${ASKED}
  select asked.word, coalesce(asked.lexeme, '') as lexeme, asked.sound, asked.lexeme is null as "isIgnored",
    coalesce(known.hits, 0) as hits,
    exists(
      select from search_words longer
      where longer.space = $1 and longer.lexeme ~>=~ asked.word and longer.lexeme ~<~ (asked.word || chr(1114111)) and hits > 0
    ) as begins
  from asked
  left join search_words known on known.space = $1 and known.lexeme = asked.lexeme and known.hits > 0`;

// Served by `search_words_near`.
const LOOK_AROUND = `
  with ${ASKED}
  select asked.word, w.lexeme, array_to_string(w.forms, ' ') as forms, w.sound, w.hits
  from asked
    cross join lateral (select search_near(coalesce(lexeme, word), array[word], sound) as near offset 0) keys
    cross join lateral (
      select lexeme, forms, sound, hits from search_words
      where space = $1 and hits > 0 and near && keys.near
      order by hits desc limit ${NEAR_MAX}
    ) w
  where asked.word ~ '^[[:alpha:]]{3,30}$'`;

export async function queryVocabulary(pool: pg.Pool, space: string, words: readonly string[]): Promise<Vocabulary> {
  const { rows } = await pool.query<KnownWord & { word: string }>({
    name: 'search-vocabulary',
    text: LOOK_UP,
    values: [space, [...new Set(words)]],
  });
  return new Map(rows.map((row) => [row.word, row]));
}

/** Finds similar words. Of a large vocabulary that reads hundreds of words for each, so only unknown ones should be asked for. */
export async function queryWordsNear(
  pool: pg.Pool,
  space: string,
  words: readonly string[],
): Promise<ReadonlyMap<string, readonly WordNear[]>> {
  if (words.length === 0) return new Map();
  // The driver reads hundreds of arrays more slowly than their words can be parted.
  const { rows } = await pool.query<Omit<WordNear, 'forms'> & { word: string; forms: string }>({
    name: 'search-near',
    text: LOOK_AROUND,
    values: [space, [...new Set(words)]],
  });
  const near = rows.map((row) => ({ ...row, forms: row.forms.split(' ').filter(Boolean) }));
  return Map.groupBy(near, ({ word }) => word);
}

/** The words that begin so are returned where these are no more. */
const BEGUN_MAX = 40;
/** So many are read to find a common one among them. */
const BEGUN_READ = 400;

const COUNT_HITS = `
  select asked.word, asked.begins, begun.lexemes, begun.hits as "begunHits", begun.most,
    (select coalesce(max(hits), 0) from search_words known
      where not asked.begins and known.space = $1 and known.lexeme in (read.lexeme, asked.word)) as hits
  from unnest((select $2::text[]), (select $3::boolean[])) asked (word, begins)
    cross join lateral (select (tsvector_to_array(to_tsvector('russian', asked.word)))[1] as lexeme) read
    left join lateral (
      select case when count(*) <= ${BEGUN_MAX} then coalesce(array_agg(lexeme), '{}') end as lexemes,
        coalesce(sum(hits), 0)::int as hits, coalesce(max(hits), 0) as most
      from (
        select lexeme, hits from search_words w
        where asked.begins and w.space = $1 and w.lexeme ~>=~ asked.word and w.lexeme ~<~ (asked.word || chr(1114111))
        limit ${BEGUN_READ}
      ) counted
    ) begun on asked.begins
  where asked.begins or read.lexeme is not null`;

export interface BegunWords {
  /** Undefined where very many begin so; then the numbers are of some of them. */
  lexemes: readonly string[] | undefined;
  /** A text with several of the words is counted for each. */
  hits: number;
  /** Of the commonest word. */
  most: number;
}

interface CountedHits {
  /** Without words that search ignores. */
  ofWords: ReadonlyMap<string, number>;
  ofBeginnings: ReadonlyMap<string, BegunWords>;
}

/** Counts the texts that have each word, in any form or as a stem, and those with words that begin so. */
export async function countHits(
  pool: pg.Pool,
  space: string,
  words: readonly string[],
  beginnings: readonly string[],
): Promise<CountedHits> {
  type Counted = { word: string; hits: number } & (
    | { begins: false }
    | { begins: true; lexemes: string[] | null; begunHits: number; most: number }
  );
  const { rows } = await pool.query<Counted>({
    name: 'search-hits',
    text: COUNT_HITS,
    values: [space, [...words, ...beginnings], [...words.map(() => false), ...beginnings.map(() => true)]],
  });
  const ofBeginnings = new Map<string, BegunWords>();
  const ofWords = new Map<string, number>();
  for (const row of rows) {
    if (!row.begins) ofWords.set(row.word, row.hits);
    else {
      const { lexemes, begunHits, most } = row;
      ofBeginnings.set(row.word, { lexemes: lexemes ?? undefined, hits: begunHits, most });
    }
  }
  return { ofWords, ofBeginnings };
}

const CHANGES_PER_BATCH = 2000;

export async function applySearchChanges(pool: pg.Pool): Promise<void> {
  let count: number | undefined;
  do {
    const { rows } = await pool.query<{ count: number }>('select search_apply_changes($1) as count', [
      CHANGES_PER_BATCH,
    ]);
    count = rows[0]?.count;
  } while (count === CHANGES_PER_BATCH);
}
