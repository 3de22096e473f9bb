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
  /** Similar words; only for unknown words. */
  near: WordNear[];
}

export type Vocabulary = ReadonlyMap<string, KnownWord>;

/** Of words with the same consonants there are many; the cost of the typo decides between them. */
const NEAR_MAX = 200;

// Served by the primary key, `search_words_beginning` and `search_words_near`.
const LOOK_UP = `
  with asked as materialized (
    select word, sound, lexeme, search_near(coalesce(lexeme, word), array[word], sound) as near
    from unnest($2::text[]) word,
      lateral (select search_sound(word) as sound, (tsvector_to_array(to_tsvector('russian', word)))[1] as lexeme) read
  )
  select asked.word, coalesce(asked.lexeme, '') as lexeme, asked.sound, asked.lexeme is null as "isIgnored",
    coalesce(known.hits, 0) as hits,
    exists(
      select from search_words longer
      where longer.space = $1 and longer.lexeme ~>=~ asked.word and longer.lexeme ~<~ (asked.word || chr(1114111)) and hits > 0
    ) as begins,
    coalesce(around.words, '[]') as near
  from asked
  left join search_words known on known.space = $1 and known.lexeme = asked.lexeme and known.hits > 0
  left join lateral (
    select json_agg(json_build_object('lexeme', w.lexeme, 'forms', w.forms, 'sound', w.sound, 'hits', w.hits)) as words
    from (
      select lexeme, forms, sound, hits from search_words
      where space = $1 and hits > 0
        and near && asked.near
      order by hits desc limit ${NEAR_MAX}
    ) w
  ) around on known.hits is null and asked.word ~ '^[[:alpha:]]{3,30}$'`;

export async function queryVocabulary(pool: pg.Pool, space: string, words: readonly string[]): Promise<Vocabulary> {
  const { rows } = await pool.query<KnownWord & { word: string }>({
    name: 'search-vocabulary',
    text: LOOK_UP,
    values: [space, [...new Set(words)]],
  });
  return new Map(rows.map((row) => [row.word, row]));
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
