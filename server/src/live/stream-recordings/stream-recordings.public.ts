import type { Audience } from '@app/contract/people/privacy';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import { LATE_SEGMENTS_MS, listSegments } from './recordings.queries.ts';
import { publishRecordingKind } from './segment-kinds.ts';
import { LIVE_LIST_NAME, RECORDING_LIST_NAME } from './serve-recording.ts';
import { joinSpans, type Span } from './spans.public.ts';

export interface StreamToRecord {
  streamId: number;
  roomId: string;
  ownerId: number;
  /**
   * Whether the recording is retained after the stream ends, default true. Otherwise it only serves watching and
   * rewinding while live.
   */
  isRetained?: boolean;
}

export async function startRecording(
  tx: Tx,
  { streamId, roomId, ownerId, isRetained = true }: StreamToRecord,
): Promise<void> {
  await tx
    .insertInto('stream_recordings')
    .values({ stream_id: streamId, room_id: roomId, owner_id: ownerId, is_retained: isRetained })
    .onConflict((conflict) => conflict.column('stream_id').doNothing())
    .execute();
}

export async function endRecording(tx: Tx, streamId: number, at: Date): Promise<void> {
  await tx
    .updateTable('stream_recordings')
    .set({ state: 'closed', ended_at: at })
    .where('stream_id', '=', streamId)
    .where('state', '=', 'open')
    .execute();
}

/**
 * HLS playlist of a stream, served to users who may view the stream. What runs and its recording have two addresses,
 * because a playlist may not turn from one into the other (RFC 8216, 6.2.1).
 */
export const hlsUrl = (streamId: number, isRunning: boolean): string =>
  `/media/streams/${streamId}/${isRunning ? LIVE_LIST_NAME : RECORDING_LIST_NAME}`;

export interface RecordingState {
  /** `empty`: nothing was recorded, or the recording was not retained. `ready`: may be published. */
  state: 'open' | 'empty' | 'ready' | 'waiting' | 'published' | 'failed';
  publishId: number | null;
  durationMs: number;
  isPlayable: boolean;
}

/** Returns the recording states of these streams; a stream without a recording is missing from the map. */
export async function findRecordings(db: Db, streamIds: readonly number[]): Promise<Map<number, RecordingState>> {
  if (streamIds.length === 0) return new Map();
  const { rows } = await sql<RecordingRow>`
    select r.stream_id, r.state, r.is_retained, r.publish_id, coalesce(sum(s.duration_ms), 0)::bigint as duration_ms,
      coalesce(bool_or(s.live_state = 'ready'), false) as is_playable
    from stream_recordings r left join stream_segments s on s.recording_id = r.id
    where r.stream_id = any (${[...streamIds]}::bigint[]) group by r.id`.execute(db);
  return new Map(rows.map((row) => [row.stream_id, presentState(row)]));
}

interface RecordingRow {
  stream_id: number;
  state: 'open' | 'closed' | 'wanted' | 'published' | 'failed';
  is_retained: boolean;
  publish_id: number | null;
  duration_ms: number;
  is_playable: boolean;
}

function presentState({ state, is_retained, publish_id, duration_ms, is_playable }: RecordingRow): RecordingState {
  const hasSome = is_retained && duration_ms > 0;
  const shown = state === 'wanted' ? 'waiting' : state === 'closed' ? (hasSome ? 'ready' : 'empty') : state;
  return { state: shown, publishId: publish_id, durationMs: duration_ms, isPlayable: is_playable };
}

export interface RecordingToPublish {
  streamId: number;
  ownerId: number;
  description: string;
  audience: Audience;
}

/**
 * Publishes the recording of an ended stream: a job makes the video, then the publication. Returns the publication's id
 * when it exists already. Fails with not_found.
 */
export async function publishRecording(
  { queue }: Services,
  tx: Tx,
  { streamId, ownerId, description, audience }: RecordingToPublish,
): Promise<number | 'waiting'> {
  const row = await tx
    .selectFrom('stream_recordings')
    .select(['state', 'is_retained', 'publish_id', 'ended_at'])
    .where('stream_id', '=', streamId)
    .where('owner_id', '=', ownerId)
    .forUpdate()
    .executeTakeFirst();
  if (row === undefined || row.state === 'open' || !row.is_retained) throw new Failure('not_found');
  if (row.publish_id !== null) return row.publish_id;
  if (row.state !== 'wanted') {
    await tx
      .updateTable('stream_recordings')
      .set({ state: 'wanted', description, audience })
      .where('stream_id', '=', streamId)
      .execute();
  }
  const runAt = new Date((row.ended_at?.getTime() ?? 0) + LATE_SEGMENTS_MS);
  await queue.add(tx, publishRecordingKind, { stream_id: streamId }, { key: String(streamId), runAt });
  return 'waiting';
}

/** The spans of the stream's video, or of its recording while there is no video; undefined when neither exists. */
export async function findSpans(db: Db, streamId: number): Promise<Span[] | undefined> {
  const recording = await db
    .selectFrom('stream_recordings')
    .select('spans')
    .where('stream_id', '=', streamId)
    .executeTakeFirst();
  if (recording?.spans) return recording.spans;
  const segments = (await listSegments(db, streamId))?.segments ?? [];
  if (segments.length === 0) return undefined;
  return joinSpans(segments.map(({ session, startMs, durationMs }) => [session + startMs, durationMs]));
}

/** Deletes the row of the recording, so that the recording is not served after this commit. */
export async function deleteRecording(tx: Tx, streamId: number): Promise<void> {
  await tx.deleteFrom('stream_recordings').where('stream_id', '=', streamId).execute();
}

/** Erases the recordings of a user's streams. The sweep deletes the files. */
export async function eraseStreamRecordings(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('stream_recordings').where('owner_id', '=', userId).execute();
}
