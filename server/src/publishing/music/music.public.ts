import type { Playlist, Track } from '@app/contract/publishing/music';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import type { SignedInViewer, Viewer } from '../../platform/http/viewer.ts';
import { deletePlaylists } from './playlists.ts';
import { presentPlaylist, presentTrack } from './present-music.ts';
import { listPlaylistsById } from './search-music.ts';
import type { ComplainedTrack } from './take-down.public.ts';
import { findTracks } from './tracks.queries.ts';

export interface SharedTrack {
  track: Omit<Track, 'kept'>;
  mayShare: boolean;
}

/** Returns tracks by id with one query; invisible ones are missing. */
export async function listSharedTracks(
  { db }: Services,
  viewer: Viewer,
  ids: readonly number[],
): Promise<Map<number, SharedTrack>> {
  const rows = await findTracks(db, viewer, ids);
  return new Map(rows.map((row) => [row.id, { track: presentTrack(viewer, row), mayShare: row.may_share }]));
}

/** Returns playlists by id; invisible ones are missing. */
export async function listSharedPlaylists(
  { db }: Services,
  viewer: SignedInViewer,
  ids: readonly number[],
): Promise<Map<number, Playlist>> {
  const rows = await listPlaylistsById(db, viewer, ids);
  return new Map(rows.map((row) => [row.id, presentPlaylist(viewer, row)]));
}

export async function findComplainedTrack(
  { db }: Services,
  viewer: Viewer,
  id: number,
): Promise<ComplainedTrack | undefined> {
  const [row] = await findTracks(db, viewer, [id]);
  if (row === undefined) return undefined;
  const { rows } = await sql<{ recording_id: number }>`select recording_id from tracks where id = ${id}`.execute(db);
  const [track] = rows;
  return track && { id, ownerId: row.user_id, recordingId: track.recording_id, title: row.title, artist: row.artist };
}

/** Erases the user's playlists and playback state. Recordings stay while other users have them. */
export async function eraseMusic(tx: Tx, userId: number): Promise<void> {
  const locked = await sql<{ id: number; image_id: number | null }>`
    select id, image_id from playlists where user_id = ${userId} order by id for update`.execute(tx);
  await deletePlaylists(
    tx,
    locked.rows.map(({ id }) => id),
    locked.rows.flatMap(({ image_id }) => (image_id === null ? [] : [image_id])),
  );
  await tx.deleteFrom('playbacks').where('user_id', '=', userId).execute();
}
