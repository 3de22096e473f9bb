import type { MUTED_WORD_PLACES } from '@app/contract/people/muted-words';
import { sql } from 'kysely';
import type pg from 'pg';
import type { Db, Tx } from '../../platform/database/tables.ts';
import { type ExportedData, iteratePages } from '../../platform/exported-data.ts';
import type { Viewer } from '../../platform/http/viewer.ts';

type MutedPlace = (typeof MUTED_WORD_PLACES)[number];

/** Reads the user's words first; texts are only parsed when there are any. */
const FIND_SQL = `
  with texts as materialized (select at, text, search_normalize(text) as normalized from unnest($3::text[]) with ordinality t (text, at)),
  words as materialized (
    select id, word, normalized, forms from muted_words where user_id = $1::bigint and $2::text = any (places) and until > now()
  ), read as materialized (
    select at, normalized, to_tsvector('russian'::regconfig, normalized) as forms from texts where exists (select from words)
  )
  select distinct on (read.at) read.at::int as at, words.word
  from words join read
    on case when words.forms is null then position(words.normalized in lower(read.normalized)) > 0 else read.forms @@ words.forms end
  order by read.at, words.id`;

/**
 * Returns for each text the viewer's muted word that it contains, in any word form, or ''. Guests and those whose session
 * says that they have none are not looked up.
 */
export async function findMutedWords(
  { pool }: { pool: pg.Pool },
  viewer: Pick<Viewer, 'userId' | 'hasMutedWords'>,
  place: MutedPlace,
  texts: readonly string[],
): Promise<string[]> {
  const found = texts.map(() => '');
  if (viewer.userId === null || viewer.hasMutedWords === false || texts.length === 0) return found;
  const { rows } = await pool.query<{ at: number; word: string }>({
    name: 'hidden-words-find',
    text: FIND_SQL,
    values: [viewer.userId, place, texts],
  });
  for (const { at, word } of rows) found[at - 1] = word;
  return found;
}

export async function eraseMutedWords(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('muted_words').where('user_id', '=', userId).execute();
}

interface Row {
  id: number;
}

export async function exportMutedWordsOf(db: Db, userId: number): Promise<ExportedData> {
  return {
    words: iteratePages<Row>(async (after, limit) => {
      const { rows } = await sql<Row>`
        select id, word, places, until from muted_words
        where user_id = ${userId} and id > ${after?.id ?? 0} order by id limit ${limit}`.execute(db);
      return rows;
    }),
  };
}
