import { randomUUID } from 'node:crypto';
import { rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Services } from '../../platform/domain/services.ts';
import { defineJob } from '../../platform/queue/job.ts';
import type { RecordedSegment } from '../media-rooms/media-rooms.public.ts';
import { newSegmentKey } from './object-keys.ts';
import { packageLiveSegmentKind } from './segment-kinds.ts';

/** A room without a stream may belong to a stream that is being created right now. */
const UNKNOWN_MS = 10 * 60_000;
/** The end of a recording is sent to the nodes for this long, because a node may have been down. */
const ENDED_MS = 5 * 60_000;

/**
 * Copies segments from media nodes to the storage, each once: the row is inserted first, then the node deletes its
 * file, so that an interrupted copy is repeated. Also repeats the recording requests to the nodes.
 */
export const storeSegments = defineJob({
  name: 'store-stream-segments',
  payload: z.object({}),
  maxAttempts: 1,
  run: async (services: Services) => {
    await renewRecordingRequests(services);
    const waiting = await services.mediaRooms.segments();
    if (waiting.length === 0) return;
    const recordings = await findRecordingsOf(services, [...new Set(waiting.map(({ roomId }) => roomId))]);
    for (const segment of waiting) {
      const recordingId = recordings.get(segment.roomId);
      if (recordingId !== undefined) await storeSegment(services, recordingId, segment);
      else if (Date.now() - segment.session - segment.startMs > UNKNOWN_MS)
        await services.mediaRooms.removeSegment(segment);
    }
  },
});

/** Job key for a run as soon as there is a segment or a recording request; waiting jobs with this key are merged. */
export const STORE_SOON = { key: 'soon', lane: 'store-stream-segments' };

async function renewRecordingRequests({ db, mediaRooms }: Services): Promise<void> {
  const { rows } = await sql<{ room_id: string; is_open: boolean }>`
    select room_id, state = 'open' as is_open from stream_recordings
    where state = 'open' or ended_at > now() - make_interval(secs => ${ENDED_MS / 1000})`.execute(db);
  for (const { room_id, is_open } of rows) mediaRooms.record(room_id, is_open);
}

async function findRecordingsOf({ db }: Services, roomIds: readonly string[]): Promise<Map<string, number>> {
  const rows = await db
    .selectFrom('stream_recordings')
    .select(['id', 'room_id'])
    .where('room_id', 'in', [...roomIds])
    .execute();
  return new Map(rows.map(({ id, room_id }) => [room_id, id]));
}

async function storeSegment(services: Services, recordingId: number, segment: RecordedSegment): Promise<void> {
  const { db, storage, queue, media, mediaRooms } = services;
  const file = path.join(media.quarantine.folder, `segment-${randomUUID()}`);
  try {
    if (!(await mediaRooms.fetchSegment(segment, file))) return;
    const { size } = await stat(file);
    if (size !== segment.bytes) return;
    const key = newSegmentKey();
    await storage.put(key, file, 'application/octet-stream');
    const isNew = await db.transaction().execute(async (tx) => {
      const row = await tx
        .insertInto('stream_segments')
        .values({
          recording_id: recordingId,
          session: segment.session,
          position: segment.index,
          start_ms: segment.startMs,
          duration_ms: segment.durationMs,
          codec: segment.codec,
          width: segment.width,
          height: segment.height,
          bytes: size,
          storage_key: key,
        })
        .onConflict((conflict) => conflict.columns(['recording_id', 'session', 'position']).doNothing())
        .returning('id')
        .executeTakeFirst();
      if (row === undefined) return false;
      await queue.add(tx, packageLiveSegmentKind, { id: row.id }, { priority: -10 });
      return true;
    });
    if (!isNew) await storage.remove(key);
    await mediaRooms.removeSegment(segment);
  } finally {
    await rm(file, { force: true });
  }
}
