import { PHONE_REVEALS_PER_DAY } from '@app/contract/market/ad-owner';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';

/** People live by Moscow days, whatever the zone of their device. */
export const moscowDay = (now: Date): string => new Date(now.getTime() + MOSCOW_OFFSET_MS).toISOString().slice(0, 10);

/** Moscow keeps no summer time. */
const MOSCOW_OFFSET_MS = 3 * 60 * 60 * 1000;

/** Whose phone it is: a person's, or that of an author from elsewhere, who is known by their ad. */
export type PhoneSubject = `user ${number}` | `ad ${number}`;

export interface RevealQuota {
  isAllowed: boolean;
  /** How many more people's phones may be uncovered today. */
  left: number;
}

/**
 * Uncover one more phone, if the day's allowance has room for it; one that was uncovered today already costs nothing.
 *
 * One statement on one row: calls at the same moment wait for each other, and none of them counts past the limit.
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

/** How many more people's phones a person may uncover today. */
export async function countRemainingReveals(db: Db, viewerId: number, now: Date): Promise<number> {
  const row = await db
    .selectFrom('phone_reveals')
    .select(sql<number>`cardinality(subjects)`.as('used'))
    .where('user_id', '=', viewerId)
    .where('day', '=', moscowDay(now))
    .executeTakeFirst();
  return PHONE_REVEALS_PER_DAY - (row?.used ?? 0);
}

/** Erase whose phones a person uncovered. */
export async function erasePhoneReveals(tx: Db, userId: number): Promise<void> {
  await tx.deleteFrom('phone_reveals').where('user_id', '=', userId).execute();
}

/** Yesterday's allowance is of no use to anybody. */
export async function purgeOldReveals(db: Db, now: Date): Promise<void> {
  await db.deleteFrom('phone_reveals').where('day', '<', moscowDay(now)).execute();
}
