import type { BodyOf } from '@app/contract/platform/endpoint';
import type { musicApi, Playback, PlaybackEvent } from '@app/contract/publishing/music';
import { sql } from 'kysely';
import type { Services } from '../../platform/domain/services.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { presentTracks } from './present-music.ts';
import { findTracks, getTrack } from './tracks.queries.ts';

/**
 * Returns the saved playback state. Invisible tracks are left out of the queue; if the current one is invisible, the
 * next is selected.
 */
export async function getPlayback(services: Services, viewer: SignedInViewer): Promise<{ playback: Playback | null }> {
  const { db } = services;
  const row = await db.selectFrom('playbacks').selectAll().where('user_id', '=', viewer.userId).executeTakeFirst();
  if (row === undefined) return { playback: null };
  // The driver returns bigint array elements as text.
  const queueIds = row.queue.map(Number);
  const ids = queueIds.includes(row.track_id) ? queueIds : [row.track_id, ...queueIds];
  const queue = await presentTracks(services, viewer, await findTracks(db, viewer, ids));
  const there = new Set(queue.map(({ id }) => id));
  const at = ids.indexOf(row.track_id);
  const current = [...ids.slice(at), ...ids.slice(0, at)].find((id) => there.has(id));
  if (current === undefined) return { playback: null };
  const isSame = current === row.track_id;
  return {
    playback: {
      track_id: current,
      position_ms: isSame ? row.position_ms : 0,
      queue,
      shuffle: row.shuffle ? 1 : 0,
      repeat: row.repeat,
      paused: row.paused || !isSame ? 1 : 0,
      device: row.device,
      timestamp: row.updated_at.toISOString(),
    },
  };
}

/**
 * Saves the playback state of a device. While another device plays, only a device that takes over may write, because a
 * stopping device would overwrite the position. The user's pages receive every change except plain progress.
 */
export async function savePlayback(
  services: Services,
  viewer: SignedInViewer,
  body: BodyOf<(typeof musicApi)['savePlayback']>,
): Promise<{ success: true }> {
  const { db, live, clock } = services;
  const { track_id, position_ms, device } = body;
  const [takesOver, paused] = [body.takes_over === 1, body.paused === 1];
  await getTrack(db, viewer, track_id);
  await db.transaction().execute(async (tx) => {
    await sql`select pg_advisory_xact_lock(hashtextextended('playback', ${viewer.userId}))`.execute(tx);
    const { rows } = await sql<{ track_id: number; paused: boolean; device: string }>`
      select track_id, paused, device from playbacks where user_id = ${viewer.userId}`.execute(tx);
    const [before] = rows;
    if (before !== undefined && !takesOver && !before.paused && before.device !== device) return;
    const values = {
      track_id,
      position_ms,
      paused,
      device,
      updated_at: clock(),
      ...(body.queue && { queue: body.queue }),
      ...(body.shuffle !== undefined && { shuffle: body.shuffle === 1 }),
      ...(body.repeat && { repeat: body.repeat }),
    };
    await tx
      .insertInto('playbacks')
      .values({ queue: [], shuffle: false, repeat: 'none', user_id: viewer.userId, ...values })
      .onConflict((conflict) => conflict.column('user_id').doUpdateSet(values))
      .execute();
    const isChanged = takesOver || before?.track_id !== track_id || before.paused !== paused;
    if (!isChanged) return;
    const event: PlaybackEvent = {
      type: 'playback',
      device,
      track_id,
      position_ms,
      paused: paused ? 1 : 0,
      takes_over: takesOver ? 1 : 0,
    };
    await live.publishUserEvent(tx, viewer.userId, event);
  });
  return { success: true };
}
