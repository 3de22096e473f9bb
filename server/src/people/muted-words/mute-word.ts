import {
  MUTED_WORD_PLACES,
  MUTED_WORDS_MAX,
  type MutedWord,
  type mutedWordsApi,
} from '@app/contract/people/muted-words';
import type { BodyOf } from '@app/contract/platform/endpoint';
import { type Selectable, sql } from 'kysely';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import type { MutedWordsTables } from './muted-words.tables.ts';

type Row = Pick<Selectable<MutedWordsTables['muted_words']>, 'id' | 'word' | 'places' | 'until'>;
const COLUMNS = ['id', 'word', 'places', 'until'] as const;

const presentWord = ({ until, ...word }: Row): MutedWord => ({
  ...word,
  until: until instanceof Date ? until.toISOString() : null,
});

export async function listMutedWords({ db }: Services, { userId }: SignedInViewer): Promise<{ list: MutedWord[] }> {
  const rows = await db
    .selectFrom('muted_words')
    .select(COLUMNS)
    .where('user_id', '=', userId)
    .where(sql<boolean>`until > now()`)
    .orderBy('id', 'desc')
    .execute();
  return { list: rows.map(presentWord) };
}

/** Mutes a word for a time or until unmuted. The same word in another case is updated. */
export async function muteWord(
  { db, clock }: Services,
  { userId }: SignedInViewer,
  { word, places = [...MUTED_WORD_PLACES], seconds = 0 }: BodyOf<typeof mutedWordsApi.add>,
): Promise<MutedWord> {
  const until = seconds === 0 ? ('infinity' as const) : new Date(clock().getTime() + seconds * 1000);
  const chosen = MUTED_WORD_PLACES.filter((place) => places.includes(place));
  return db.transaction().execute(async (tx) => {
    // Serializes calls of one user, so that the limit holds.
    await sql`select pg_advisory_xact_lock(hashtextextended(${`hidden-words:${userId}`}, 0))`.execute(tx);
    await sql`delete from muted_words where user_id = ${userId} and until <= now()`.execute(tx);
    const row = await tx
      .insertInto('muted_words')
      .values({ user_id: userId, word, places: chosen, until })
      .onConflict((conflict) =>
        conflict.columns(['user_id', 'normalized']).doUpdateSet({ word, places: chosen, until }),
      )
      .returning(COLUMNS)
      .executeTakeFirstOrThrow();
    const { rows } = await sql<{ count: number }>`
      select count(*) as count from muted_words where user_id = ${userId}`.execute(tx);
    if ((rows[0]?.count ?? 0) > MUTED_WORDS_MAX) throw new Failure('words_full', { values: { max: MUTED_WORDS_MAX } });
    return presentWord(row);
  });
}

export async function unmuteWord({ db }: Services, { userId }: SignedInViewer, id: number): Promise<{ success: true }> {
  const { numDeletedRows } = await db
    .deleteFrom('muted_words')
    .where('id', '=', id)
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (numDeletedRows === 0n) throw new Failure('not_found');
  return { success: true };
}
