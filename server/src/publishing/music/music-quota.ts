import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import type { Failure } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { storageFull } from '../../platform/storage/storage-full.ts';
import { SENDER } from './present-music.ts';

export async function getMusicUsage(
  { db, config }: Services,
  { userId }: SignedInViewer,
): Promise<{ used: number; max: number }> {
  return { used: await sumSent(db, userId), max: config.roomFor.music };
}

/** Counts each content once, however many playlists contain it. Served by tracks_sent_by. */
async function sumSent(db: Db, userId: number): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(r.bytes), 0)::bigint as bytes from recordings r
    where r.id in (select t.recording_id from tracks t where ${SENDER} = ${userId} and t.is_sent)`.execute(db);
  return rows[0]?.bytes ?? 0;
}

interface MusicQuota {
  /** Content that the user uploaded before takes no space. */
  fits(recording: { id: number; bytes: number }): boolean;
  failure: Failure;
  consume(recording: { id: number; bytes: number }): void;
}

/** Locks the user's quota until the transaction ends. Must be called before a playlist is locked. */
export async function lockMusicQuota(
  tx: Tx,
  { config }: Services,
  userId: number,
  recordingIds: readonly number[],
): Promise<MusicQuota> {
  await sql`select pg_advisory_xact_lock(hashtextextended('music-of', ${userId}))`.execute(tx);
  const { rows } = await sql<{ id: number }>`
    select distinct t.recording_id as id from tracks t
    where ${SENDER} = ${userId} and t.is_sent and t.recording_id = any(${[...recordingIds]}::bigint[])`.execute(tx);
  const sent = new Set(rows.map(({ id }) => id));
  const max = config.roomFor.music;
  let used = await sumSent(tx, userId);
  return {
    fits: ({ id, bytes }) => sent.has(id) || used + bytes <= max,
    failure: storageFull(max),
    consume({ id, bytes }) {
      if (!sent.has(id)) used += bytes;
      sent.add(id);
    },
  };
}
