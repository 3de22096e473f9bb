import type { Audience } from '@app/contract/privacy';
import type { Db, Tx } from '../database.ts';
import type { Services } from '../services.ts';

export interface StreamToRecord {
  streamId: number;
  roomId: string;
  ownerId: number;
  /** Whether it stays when the stream is over. Default true; otherwise it is there to be watched and rewound while it is live. */
  keeps?: boolean;
}

/** Record a stream's room from now on, whichever node carries it. A second call for the same stream changes nothing. */
export async function startRecording(
  tx: Tx,
  { streamId, roomId, ownerId, keeps = true }: StreamToRecord,
): Promise<void> {
  await tx
    .insertInto('stream_recordings')
    .values({ stream_id: streamId, room_id: roomId, owner_id: ownerId, keeps })
    .onConflict((conflict) => conflict.column('stream_id').doNothing())
    .execute();
}

/** The stream is over: what was said until now is the recording. */
export async function endRecording(tx: Tx, streamId: number): Promise<void> {
  await tx
    .updateTable('stream_recordings')
    .set({ state: 'closed', ended_at: new Date() })
    .where('stream_id', '=', streamId)
    .where('state', '=', 'open')
    .execute();
}

/** Where browsers play a stream's recording while it grows: HLS, for whoever sees the stream. */
export const hlsOf = (streamId: number): string => `/media/streams/${streamId}/list.m3u8`;

export interface RecordingState {
  /** `empty`: nothing was recorded, or it was not to be kept. `ready`: may become a publication. */
  state: 'open' | 'empty' | 'ready' | 'waiting' | 'published' | 'failed';
  publishId: number | null;
  durationMs: number;
  /** Whether there is something to play by {@link hlsOf}. */
  isPlayable: boolean;
}

/** How far the recordings of these streams are; a stream that was not recorded is missing from the map. */
export async function findRecordings(_db: Db, _streamIds: readonly number[]): Promise<Map<number, RecordingState>> {
  return new Map();
}

export interface RecordingToPublish {
  streamId: number;
  ownerId: number;
  description: string;
  audience: Audience;
}

/**
 * Make a publication of the recording of a stream that is over: its file first, by a job, then the publication, once. Answers its
 * id when it is there already. Fails with not_found.
 */
export async function publishRecording(
  _services: Services,
  _tx: Tx,
  _publication: RecordingToPublish,
): Promise<number | 'waiting'> {
  return 'waiting';
}

/** The stream is erased, or its recording not wanted: from this commit on nobody gets it. */
export async function dropRecording(tx: Tx, streamId: number): Promise<void> {
  await tx.deleteFrom('stream_recordings').where('stream_id', '=', streamId).execute();
}
