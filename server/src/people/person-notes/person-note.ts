import { PERSON_NOTES_MAX, type PersonNote } from '@app/contract/people/person-notes';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { requireKnownUser } from '../users/accounts.public.ts';

export async function getPersonNote(db: Db, { userId }: SignedInViewer, id: number): Promise<PersonNote> {
  const row = await db
    .selectFrom('person_notes')
    .select(['note', 'changed_at'])
    .where('user_id', '=', userId)
    .where('person_id', '=', id)
    .executeTakeFirst();
  return { id, note: row?.note ?? '', changed: row?.changed_at.toISOString() ?? null };
}

/** Neither a block nor a deleted account keeps the viewer from writing for themselves. */
export function setPersonNote(
  { db, clock }: Services,
  { userId }: SignedInViewer,
  id: number,
  note: string,
): Promise<PersonNote> {
  if (id === userId) throw new Failure('forbidden');
  const now = clock();
  return db.transaction().execute(async (tx) => {
    // Serializes calls of one user, so that the limit holds.
    await sql`select pg_advisory_xact_lock(hashtextextended('person-notes', ${userId}))`.execute(tx);
    await requireKnownUser(tx, id);
    if (note === '') {
      await tx.deleteFrom('person_notes').where('user_id', '=', userId).where('person_id', '=', id).execute();
      return { id, note, changed: null };
    }
    await tx
      .insertInto('person_notes')
      .values({ user_id: userId, person_id: id, note, changed_at: now })
      .onConflict((conflict) => conflict.columns(['user_id', 'person_id']).doUpdateSet({ note, changed_at: now }))
      .execute();
    if ((await countNotes(tx, userId)) > PERSON_NOTES_MAX)
      throw new Failure('notes_full', { values: { max: PERSON_NOTES_MAX } });
    return { id, note, changed: now.toISOString() };
  });
}

async function countNotes(tx: Tx, userId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('person_notes')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}
