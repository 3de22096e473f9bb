import type { PageZone } from '@app/contract/platform/page-host';
import { sql } from 'kysely';
import { orWhileAway } from '../../platform/database/database-away.ts';
import type { Db } from '../../platform/database/tables.ts';

/** What is stored of a user's zone; without settings of notifications both are null. */
export interface KnownZone {
  time_zone: string | null;
  is_zone_chosen: boolean | null;
}

/**
 * Stores the zone that the user's browser tells, unless the user has chosen one. Returns the zone to render in and the
 * chosen one. `known`: where it was read already.
 */
export async function saveDeviceZone(
  db: Db,
  userId: number,
  told: string | null,
  known?: KnownZone,
): Promise<PageZone> {
  const { time_zone, is_zone_chosen } = known ?? (await findKnownZone(db, userId));
  if (is_zone_chosen) return { rendered: time_zone, chosen: time_zone };
  if (told !== null && told !== time_zone) {
    const saved = sql`
      insert into notification_settings (user_id, time_zone) values (${userId}, ${told})
      on conflict (user_id) do update set time_zone = excluded.time_zone
      where not notification_settings.is_zone_chosen`.execute(db);
    await orWhileAway(saved, undefined);
  }
  return { rendered: told ?? time_zone, chosen: null };
}

async function findKnownZone(db: Db, userId: number): Promise<KnownZone> {
  const known = await db
    .selectFrom('notification_settings')
    .select(['time_zone', 'is_zone_chosen'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  return known ?? { time_zone: null, is_zone_chosen: null };
}
