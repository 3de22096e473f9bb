import { sql } from 'kysely';
import { notifyAll } from '../../notifications/notifications/notifications.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { invalidateServedTracks } from './audio/served-tracks.ts';

export interface ComplainedTrack {
  id: number;
  /** Who added the entry, to an own playlist or as co-author. */
  senderId: number;
  recordingId: number;
  title: string;
  artist: string;
}

interface TakeDown {
  recordingId: number;
  title: string;
  artist: string;
  holder: string;
  decidedBy: number;
}

/** The owner of a playlist that has the recording, or who added it there. */
interface TrackOwner {
  user_id: number;
  owner_id: number;
  title: string;
  playlist_id: number;
}

/**
 * Takes a recording down for its rights holder: removes it for all users, rejects the same content from now on, adds an
 * entry to the public log and notifies the users affected. Returns false when it is down already.
 */
export async function takeDown(services: Services, tx: Tx, { recordingId, ...quoted }: TakeDown): Promise<boolean> {
  const { decidedBy, ...log } = quoted;
  if (!(await changeState(tx, recordingId, 'taken_down'))) return false;
  const now = services.clock();
  const row = { recording_id: recordingId, ...log, decided_by: decidedBy, created_at: now };
  const { id } = await tx.insertInto('takedowns').values(row).returning('id').executeTakeFirstOrThrow();
  await notifyOwners(services, tx, await setDown(tx, recordingId, true), 'down', id);
  invalidateServedTracks(services.db);
  return true;
}

/** Reinstates a recording after an objection. Returns false when it is not down. */
export async function reinstateRecording(
  services: Services,
  tx: Tx,
  takedownId: number,
  decidedBy: number,
): Promise<boolean> {
  const restored = await tx
    .updateTable('takedowns')
    .set({ restored_at: services.clock(), restored_by: decidedBy })
    .where('id', '=', takedownId)
    .where('restored_at', 'is', null)
    .returning('recording_id')
    .executeTakeFirst();
  if (restored === undefined) return false;
  await changeState(tx, restored.recording_id, 'active');
  await notifyOwners(services, tx, await setDown(tx, restored.recording_id, false), 'back', takedownId);
  return true;
}

/** Locking order everywhere: recordings before playlists. */
async function changeState(tx: Tx, id: number, state: 'active' | 'taken_down'): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('recordings')
    .set({ state })
    .where('id', '=', id)
    .where('state', '<>', state)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

async function setDown(tx: Tx, recordingId: number, isDown: boolean): Promise<TrackOwner[]> {
  await sql`
    select from playlists where id in (select playlist_id from tracks where recording_id = ${recordingId})
    order by id for no key update`.execute(tx);
  const { rows } = await sql<TrackOwner>`
    with changed as (
      update tracks set is_down = ${isDown} where recording_id = ${recordingId} and is_down <> ${isDown}
      returning playlist_id, user_id as owner_id, added_by, title
    ), counted as (
      update playlists p set track_count = p.track_count + ${isDown ? -1 : 1},
        duration_ms = p.duration_ms + ${isDown ? -1 : 1} * r.duration_ms
      from recordings r where r.id = ${recordingId} and p.id in (select playlist_id from changed)
    )
    select distinct on (holder.id) holder.id as user_id, owner_id, title, playlist_id
    from changed cross join lateral (values (owner_id), (added_by)) holder (id)
    where holder.id is not null order by holder.id, playlist_id`.execute(tx);
  return rows;
}

const NOTIFIED_AT_ONCE = 500;

async function notifyOwners(
  services: Services,
  tx: Tx,
  owners: readonly TrackOwner[],
  what: 'down' | 'back',
  takedownId: number,
): Promise<void> {
  for (let at = 0; at < owners.length; at += NOTIFIED_AT_ONCE) {
    await notifyAll(
      tx,
      services,
      owners.slice(at, at + NOTIFIED_AT_ONCE).map(({ user_id, owner_id, playlist_id, title }) => ({
        userId: user_id,
        kind: 'music_taken_down' as const,
        link: `/user/${owner_id}/audio/${playlist_id}`,
        values: { title, what },
        dedupe: `takedown:${takedownId}:${what}`,
      })),
    );
  }
}
