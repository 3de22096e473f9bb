import type { PageZone } from '@app/contract/platform/page-host';
import { sql } from 'kysely';
import { orWhileAway } from '../../platform/database/database-away.ts';
import type { Db } from '../../platform/database/tables.ts';

/**
 * Stores the zone that the user's browser tells, unless the user has chosen one. Returns the zone to render in and the
 * chosen one.
 */
export async function saveDeviceZone(db: Db, userId: number, told: string | null): Promise<PageZone> {
  const known = await db
    .selectFrom('notification_settings')
    .select(['time_zone', 'is_zone_chosen'])
    .where('user_id', '=', userId)
    .executeTakeFirst();
  if (known?.is_zone_chosen) return { rendered: known.time_zone, chosen: known.time_zone };
  if (told !== null && told !== known?.time_zone) {
    const saved = sql`
      insert into notification_settings (user_id, time_zone) values (${userId}, ${told})
      on conflict (user_id) do update set time_zone = excluded.time_zone
      where not notification_settings.is_zone_chosen`.execute(db);
    await orWhileAway(saved, undefined);
  }
  return { rendered: told ?? known?.time_zone ?? null, chosen: null };
}
