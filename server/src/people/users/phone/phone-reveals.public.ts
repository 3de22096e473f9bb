import { PHONE_REVEALS_PER_DAY } from '@app/contract/market/ad-owner';
import { moscowDay } from '@app/contract/platform/time-zones';
import { sql } from 'kysely';
import { deleteInBatches } from '../../../platform/database/delete-in-batches.ts';
import type { Db } from '../../../platform/database/tables.ts';

/** Owner of the number: a user, or the author of an imported ad. */
export type PhoneSubject = `user ${number}` | `ad ${number}`;

export interface RevealQuota {
  isAllowed: boolean;
  left: number;
}

/**
 * Counts the reveal of a number if the daily limit allows it; a number revealed earlier today is not counted again.
 *
 * One statement on one row, so that parallel calls are serialized and cannot exceed the limit.
 */
export async function recordPhoneReveal(
  db: Db,
  viewerId: number,
  subject: PhoneSubject,
  now: Date,
): Promise<RevealQuota> {
  const { rows } = await sql<RevealQuota>`
    insert into phone_reveals as known (user_id, day, subjects) values (${viewerId}, ${moscowDay(now)}, array[${subject}]::text[])
    on conflict (user_id, day) do update set subjects = case
      when ${subject}::text = any (known.subjects) or cardinality(known.subjects) >= ${PHONE_REVEALS_PER_DAY} then known.subjects
      else known.subjects || ${subject}::text end
    returning ${subject}::text = any (subjects) as "isAllowed",
      ${PHONE_REVEALS_PER_DAY}::int - cardinality(subjects) as "left"`.execute(db);
  return rows[0] ?? { isAllowed: false, left: 0 };
}

export async function countRemainingReveals(db: Db, viewerId: number, now: Date): Promise<number> {
  const row = await db
    .selectFrom('phone_reveals')
    .select(sql<number>`cardinality(subjects)`.as('used'))
    .where('user_id', '=', viewerId)
    .where('day', '=', moscowDay(now))
    .executeTakeFirst();
  return PHONE_REVEALS_PER_DAY - (row?.used ?? 0);
}

export async function erasePhoneReveals(tx: Db, userId: number): Promise<void> {
  await tx.deleteFrom('phone_reveals').where('user_id', '=', userId).execute();
}

export async function purgeOldReveals(db: Db, now: Date): Promise<void> {
  await deleteInBatches(db, 'phone_reveals', sql`day < ${moscowDay(now)}::date`);
}
