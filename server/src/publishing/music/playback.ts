import type { BodyOf } from '@app/contract/platform/endpoint';
import type { musicApi, Playback, PlaybackEvent } from '@app/contract/publishing/music';
import { sql } from 'kysely';
import type { Services } from '../../platform/domain/services.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { presentTracks } from './present-music.ts';
import { findTracks, getTrack } from './tracks.queries.ts';

/**
 * A playing device saves its position every ten seconds; a device that was silent for longer than two of its turns and
 * the way of one is no longer playing.
 */
const SILENT_AFTER_MS = 25_000;
/** Milliseconds by which a position may differ from the expected one before other devices are notified. */
const SEEK_MS = 3000;

interface Saved {
  position_ms: number;
  paused: boolean;
  updated_at: Date;
}

const isStillPlaying = ({ paused, updated_at }: Saved, now: Date): boolean =>
  !paused && now.getTime() - updated_at.getTime() < SILENT_AFTER_MS;

/** Milliseconds into the track, counted on from when a playing device saved them. */
const positionAt = (saved: Saved, now: Date): number =>
  saved.position_ms + (isStillPlaying(saved, now) ? now.getTime() - saved.updated_at.getTime() : 0);

/**
 * Returns the playback state as of now. Invisible tracks are left out of the queue; if the current one is invisible, the
 * next is selected.
 */
export async function getPlayback(services: Services, viewer: SignedInViewer): Promise<{ playback: Playback | null }> {
  const { db, clock } = services;
  const row = await db.selectFrom('playbacks').selectAll().where('user_id', '=', viewer.userId).executeTakeFirst();
  if (row === undefined) return { playback: null };
  // The driver returns bigint array elements as text.
  const queueIds = row.queue.map(Number);
  const ids = queueIds.includes(row.track_id) ? queueIds : [row.track_id, ...queueIds];
  const queue = presentTracks(await findTracks(db, viewer, ids));
  const there = new Set(queue.map(({ id }) => id));
  const at = ids.indexOf(row.track_id);
  const current = [...ids.slice(at), ...ids.slice(0, at)].find((id) => there.has(id));
  if (current === undefined) return { playback: null };
  const isSame = current === row.track_id;
  const now = clock();
  const length = queue.find(({ id }) => id === current)?.duration_ms ?? 0;
  return {
    playback: {
      track_id: current,
      position_ms: isSame ? Math.min(positionAt(row, now), Math.max(length, row.position_ms)) : 0,
      queue,
      shuffle: row.shuffle ? 1 : 0,
      repeat: row.repeat,
      paused: isSame && isStillPlaying(row, now) ? 0 : 1,
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
    const now = clock();
    const { rows } = await sql<Saved & { track_id: number; device: string }>`
      select track_id, position_ms, paused, device, updated_at from playbacks where user_id = ${viewer.userId}`.execute(
      tx,
    );
    const [before] = rows;
    if (before !== undefined && !takesOver && !before.paused && before.device !== device) return;
    const values = {
      track_id,
      position_ms,
      paused,
      device,
      updated_at: now,
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
    const isSought = before !== undefined && Math.abs(position_ms - positionAt(before, now)) > SEEK_MS;
    if (!isChanged && !isSought) return;
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
