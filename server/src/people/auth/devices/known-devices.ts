import { sql } from 'kysely';
import { deleteInBatches } from '../../../platform/database/delete-in-batches.ts';
import type { Db, Tx } from '../../../platform/database/tables.ts';
import { COOKIE_SECONDS_MAX } from '../../../platform/http/cookies/cookie-options.ts';
import { hashToken } from '../tokens.ts';

/** The maximum lifetime of the cookies. */
const RETENTION_MS = COOKIE_SECONDS_MAX * 1000;
const DEVICES_MAX = 50;
/** Longer than the sweep's interval: only lists that have grown since are looked at. */
const GROWN_WITHIN_MS = 86_400_000;

export async function rememberDevice(
  tx: Tx,
  userId: number,
  key: string,
  now: Date,
): Promise<'first' | 'known' | 'new'> {
  const { rows } = await sql<{ is_new: boolean; had_any: boolean }>`
    insert into known_devices (user_id, hash, last_seen_at) values (${userId}, ${hashToken(key)}, ${now})
    on conflict (user_id, hash) do update set last_seen_at = excluded.last_seen_at
    returning xmax = 0 as is_new, exists (select from known_devices k where k.user_id = ${userId}) as had_any`.execute(
    tx,
  );
  const [row] = rows;
  if (!row?.is_new) return 'known';
  return row.had_any ? 'new' : 'first';
}

/** Deletes the oldest devices first, because a client without cookies counts as a new device each time. */
export async function purgeOldDevices(db: Db, now: Date): Promise<void> {
  await deleteInBatches(db, 'known_devices', sql`last_seen_at <= ${new Date(now.getTime() - RETENTION_MS)}`);
  const since = new Date(now.getTime() - GROWN_WITHIN_MS);
  await deleteInBatches(
    db,
    'known_devices',
    sql`(user_id, hash) in (
      select ranked.user_id, ranked.hash from (
        select d.user_id, d.hash, row_number() over (partition by d.user_id order by d.last_seen_at desc) as place
        from (select distinct user_id from known_devices where last_seen_at > ${since}) as grown
        join known_devices d on d.user_id = grown.user_id
      ) as ranked
      where ranked.place > ${DEVICES_MAX})`,
  );
}
