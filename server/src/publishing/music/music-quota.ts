import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/tables.ts';
import type { Failure } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import type { Services } from '../../platform/services.ts';
import { storageFull } from '../../platform/storage-full.ts';

/** How much of the store a person's music takes, and how much it may. */
export async function getMusicUsage(
  { db, config }: Pick<Services, 'db' | 'config'>,
  { userId }: SignedInViewer,
): Promise<{ used: number; max: number }> {
  return { used: await sumSent(db, userId), max: config.roomFor.music };
}

/** Each content once, in however many playlists it is. Served by tracks_sent. */
async function sumSent(db: Db, userId: number): Promise<number> {
  const { rows } = await sql<{ bytes: number }>`
    select coalesce(sum(r.bytes), 0)::bigint as bytes from recordings r
    where r.id in (select recording_id from tracks where user_id = ${userId} and is_sent)`.execute(db);
  return rows[0]?.bytes ?? 0;
}

/** What a person may still send, as it is used up. */
interface MusicQuota {
  /** One that the person has sent already takes nothing. */
  fits(recording: { id: number; bytes: number }): boolean;
  /** What to answer where it does not. */
  failure: Failure;
  /** It is in a playlist now. */
  consume(recording: { id: number; bytes: number }): void;
}

/** Nobody else takes of this person's room until the transaction ends. Asked for before a playlist is held. */
export async function lockMusicQuota(
  tx: Tx,
  { config }: Pick<Services, 'config'>,
  userId: number,
  recordingIds: readonly number[],
): Promise<MusicQuota> {
  await sql`select pg_advisory_xact_lock(hashtextextended('music-of', ${userId}))`.execute(tx);
  const { rows } = await sql<{ id: number }>`
    select distinct recording_id as id from tracks
    where user_id = ${userId} and is_sent and recording_id = any(${[...recordingIds]}::bigint[])`.execute(tx);
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
