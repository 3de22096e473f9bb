import { findTimeZone as knownZone } from '@app/contract/platform/time-zones';
import { sql } from 'kysely';
import type { Db, Tx } from './database/tables.ts';

/** The zone of a user for everything that is read outside of the site; null: unknown. */
export async function findTimeZone(db: Db | Tx, userId: number): Promise<string | null> {
  const row = await db
    .selectFrom('notification_settings')
    .select('time_zone')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return knownOrNull(row?.time_zone);
}

/** Returns null for an address without an account. Served by `users_email_unique`. */
export async function findTimeZoneOfEmail(db: Db, email: string): Promise<string | null> {
  const { rows } = await sql<{ time_zone: string | null }>`
    select s.time_zone from users u join notification_settings s on s.user_id = u.id
    where lower(u.email) = lower(${email}) limit 1`.execute(db);
  return knownOrNull(rows[0]?.time_zone);
}

/** A stored zone may be missing from the time zones of this Node. */
const knownOrNull = (zone: string | null | undefined): string | null => (zone ? knownZone(zone) : null);
