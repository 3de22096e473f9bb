import { randomUUID } from 'node:crypto';
import { createWriteStream } from 'node:fs';
import { mkdir, rm } from 'node:fs/promises';
import path from 'node:path';
import { pipeline } from 'node:stream/promises';
import { sql } from 'kysely';
import { FfmpegError } from '../../files/media/ffmpeg.public.ts';
import { emit } from '../../platform/domain/events.ts';
import type { Services } from '../../platform/domain/services.ts';
import { defineJob } from '../../platform/queue/job.ts';
import { liveSize, packageSegment } from './live-segment.ts';
import { newSegmentKey } from './object-keys.ts';
import { packageLiveSegmentKind } from './segment-kinds.ts';

/** When this many segments wait, the oldest are skipped, so that viewers see the current moment. */
const BEHIND_MAX = 10;

export const packageLiveSegment = defineJob({
  ...packageLiveSegmentKind,
  run: async (services: Services, { id }) => {
    const segment = await find(services, id);
    if (segment === undefined) return;
    if (segment.behind > BEHIND_MAX || (segment.codec === 'vp8' && services.media.ffmpeg() === null)) {
      await skip(services, id);
      return;
    }
    const folder = path.join(services.media.quarantine.folder, `live-${randomUUID()}`);
    await mkdir(folder);
    try {
      await packageAndStore(services, segment, folder);
    } catch (error) {
      if (!(error instanceof FfmpegError)) throw error;
      services.log.info(
        { id, trouble: error.trouble, said: error.output.slice(-500) },
        'a segment could not be packaged',
      );
      await skip(services, id);
    } finally {
      await rm(folder, { recursive: true, force: true });
    }
  },
});

interface WaitingSegment {
  id: number;
  recording_id: number;
  stream_id: number;
  codec: 'vp8' | 'h264';
  start_ms: number;
  duration_ms: number;
  width: number;
  height: number;
  storage_key: string;
  behind: number;
}

async function find({ db }: Services, id: number): Promise<WaitingSegment | undefined> {
  const { rows } = await sql<WaitingSegment>`
    select s.id, s.recording_id, r.stream_id, s.codec, s.start_ms, s.duration_ms, s.width, s.height, s.storage_key,
      (select count(*) from stream_segments later
        where later.recording_id = s.recording_id and later.id > s.id and later.live_state = 'waiting' and r.state = 'open')::integer as behind
    from stream_segments s join stream_recordings r on r.id = s.recording_id
    where s.id = ${id} and s.live_state = 'waiting'`.execute(db);
  return rows[0];
}

async function packageAndStore(services: Services, segment: WaitingSegment, folder: string): Promise<void> {
  const { db, storage } = services;
  const found = await storage.open(segment.storage_key);
  if (found === undefined) {
    await skip(services, segment.id);
    return;
  }
  const source = path.join(folder, 'source.mkv');
  await pipeline(found.stream, createWriteStream(source));
  const { codec, start_ms: startMs, duration_ms: durationMs } = segment;
  const size = await fixSize(services, segment);
  const packaged = await packageSegment({ path: source, codec, startMs, durationMs, ...size }, folder);
  const key = newSegmentKey();
  await storage.put(key, packaged.path, 'application/octet-stream');
  const { bytes: live_bytes, headBytes: head_bytes, headHash: head_hash } = packaged;
  await db.transaction().execute(async (tx) => {
    await tx
      .updateTable('stream_segments')
      .set({ live_state: 'ready', live_key: key, live_bytes, head_bytes, head_hash })
      .where('id', '=', segment.id)
      .where('live_state', '=', 'waiting')
      .execute();
    const { rows } = await sql<{ ready: number }>`
      select count(*) as ready from stream_segments
      where recording_id = ${segment.recording_id} and live_state = 'ready'`.execute(tx);
    if (rows[0]?.ready === 1) await emit(services, tx, { type: 'stream.playable', streamId: segment.stream_id });
  });
}

/**
 * All segments of a stream use the size of its first one, so that playback is not interrupted when the publisher's
 * bandwidth falls.
 */
async function fixSize({ db }: Services, segment: WaitingSegment): Promise<{ width: number; height: number }> {
  const wanted = liveSize(segment);
  const { rows } = await sql<{ width: number; height: number }>`
    update stream_recordings set width = coalesce(width, ${wanted.width}), height = coalesce(height, ${wanted.height})
    where id = ${segment.recording_id} returning width, height`.execute(db);
  return rows[0] ?? wanted;
}

async function skip({ db }: Services, id: number): Promise<void> {
  await db
    .updateTable('stream_segments')
    .set({ live_state: 'skipped' })
    .where('id', '=', id)
    .where('live_state', '=', 'waiting')
    .execute();
}
