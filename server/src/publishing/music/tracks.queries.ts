import { type RawBuilder, sql } from 'kysely';
import { copyImages } from '../../files/media/copy-images.public.ts';
import type { Db, Tx } from '../../platform/database/tables.ts';
import { Failure } from '../../platform/failure.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { TRACK_COLUMNS, TRACK_JOINS, type TrackRow, trackVisibleTo } from './present-music.ts';

/** Entries `t` that the viewer sees and that meet a condition. */
export async function listTrackRows(
  db: Db,
  viewer: Viewer,
  where: RawBuilder<unknown>,
  rest: RawBuilder<unknown> = sql``,
): Promise<TrackRow[]> {
  const { rows } = await sql<TrackRow>`
    select ${TRACK_COLUMNS} from tracks t ${TRACK_JOINS} where ${where} and ${trackVisibleTo(viewer)} ${rest}`.execute(
    db,
  );
  return rows;
}

/** In the order of the ids; what the viewer does not see is missing. */
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

/** What the viewer does not see is not there, what is somebody else's is forbidden. */
export async function requireOwnTrack(db: Db, viewer: Viewer, id: number): Promise<TrackRow> {
  const row = await getTrack(db, viewer, id);
  if (row.user_id !== viewer.userId) throw new Failure('forbidden');
  return row;
}

interface LockedRecording {
  id: number;
  state: 'active' | 'taken_down';
  bytes: number;
  duration_ms: number;
  is_measured: boolean;
}

/** Nobody takes these down until the transaction ends. They are held before playlists, and in one order. */
export async function lockRecordings(tx: Tx, ids: readonly number[]): Promise<Map<number, LockedRecording>> {
  const { rows } = await sql<LockedRecording>`
    select id, state, bytes, duration_ms, measured_at is not null as is_measured from recordings
    where id = any(${ids}::bigint[]) order by id for share`.execute(tx);
  return new Map(rows.map((row) => [row.id, row]));
}

export interface NewTrack {
  recordingId: number;
  title: string;
  artist: string;
  lyrics?: string;
  coverImageId: number | null;
  /** Its keeper sent the content. */
  isSent: boolean;
}

/** An entry at the end of a held playlist; undefined when the recording is in it already. */
export async function insertTrack(
  tx: Tx,
  playlist: { id: number; user_id: number; audience: string },
  { recordingId, title, artist, lyrics = '', coverImageId, isSent }: NewTrack,
): Promise<number | undefined> {
  const { rows } = await sql<{ id: number }>`
    insert into tracks (playlist_id, user_id, recording_id, title, artist, lyrics, cover_image_id, audience, is_sent, position)
    select ${playlist.id}, ${playlist.user_id}, ${recordingId}, ${title}, ${artist}, ${lyrics}, ${coverImageId},
      ${playlist.audience}, ${isSent}, coalesce(max(position), 0) + 1 from tracks where playlist_id = ${playlist.id}
    on conflict (recording_id, playlist_id) do nothing returning id`.execute(tx);
  return rows[0]?.id;
}

/** Each entry has a picture of its own, so that each can change or lose it; the files are shared. */
export async function copyCover(tx: Tx, imageId: number | null, ownerId: number): Promise<number | null> {
  if (imageId === null) return null;
  const [copy = null] = await copyImages(tx, [{ imageId, ownerId }]);
  return copy;
}
