import { type RawBuilder, sql } from 'kysely';
import { copyImages } from '../../files/media/copy-images.public.ts';
import type { Db, Tx } from '../../platform/database/tables.ts';
import { Failure } from '../../platform/failure.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { TRACK_JOINS, type TrackRow, trackColumns, trackVisibleTo } from './present-music.ts';

export async function listTrackRows(
  db: Db,
  viewer: Viewer,
  where: RawBuilder<unknown>,
  rest: RawBuilder<unknown> = sql``,
): Promise<TrackRow[]> {
  const { rows } = await sql<TrackRow>`
    select ${trackColumns(viewer)} from tracks t ${TRACK_JOINS} where ${where} and ${trackVisibleTo(viewer)} ${rest}`.execute(
    db,
  );
  return rows;
}

/** In the order of the ids; invisible ones are missing. */
export async function findTracks(db: Db, viewer: Viewer, ids: readonly number[]): Promise<TrackRow[]> {
  if (ids.length === 0) return [];
  const byId = new Map(
    (await listTrackRows(db, viewer, sql`t.id = any(${ids}::bigint[])`)).map((row) => [row.id, row]),
  );
  return ids.flatMap((id) => byId.get(id) ?? []);
}

export async function getTrack(db: Db, viewer: Viewer, id: number): Promise<TrackRow> {
  const [row] = await findTracks(db, viewer, [id]);
  if (row === undefined) throw new Failure('not_found');
  return row;
}

/** Fails with not_found for an invisible track and with forbidden for one that the viewer may not change. */
export async function requireOwnTrack(db: Db, viewer: Viewer, id: number): Promise<TrackRow> {
  const row = await getTrack(db, viewer, id);
  if (!row.is_own) throw new Failure('forbidden');
  return row;
}

interface LockedRecording {
  id: number;
  state: 'active' | 'taken_down';
  bytes: number;
  duration_ms: number;
  is_measured: boolean;
}

/** Locks recordings against takedown until the transaction ends: in ascending order, before any playlist. */
export async function lockRecordings(tx: Tx, ids: readonly number[]): Promise<Map<number, LockedRecording>> {
  const { rows } = await sql<LockedRecording>`
    select id, state, bytes, duration_ms, measured_at is not null as is_measured from recordings
    where id = any(${ids}::bigint[]) order by id for share`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

export interface NewTrack {
  addedBy: number;
  recordingId: number;
  title: string;
  artist: string;
  lyrics?: string;
  coverImageId: number | null;
  isSent: boolean;
}

/** Appends a track to a locked playlist; undefined when the playlist contains the recording already. */
export async function insertTrack(
  tx: Tx,
  playlist: { id: number; user_id: number; audience: string },
  { addedBy, recordingId, title, artist, lyrics = '', coverImageId, isSent }: NewTrack,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into tracks (playlist_id, user_id, added_by, recording_id, title, artist, lyrics, cover_image_id, audience, is_sent, position)
    select ${playlist.id}, ${playlist.user_id}, nullif(${addedBy}::bigint, ${playlist.user_id}::bigint), ${recordingId}, ${title}, ${artist}, ${lyrics}, ${coverImageId},
      ${playlist.audience}, ${isSent}, coalesce(max(position), 0) + 1 from tracks where playlist_id = ${playlist.id}
    on conflict (recording_id, playlist_id) do nothing returning id`.execute(tx);
  return rows[0]?.id;
}

/** Each track has its own image row, so that each can be changed or deleted; the files are shared. */
export async function copyCover(tx: Tx, imageId: number | null, ownerId: number): Promise<number | null> {
  if (imageId === null) return null;
  const [copy = null] = await copyImages(tx, [{ imageId, ownerId }]);
  return copy;
}
