import type { Playlist, Track } from '@app/contract/publishing/music';
import { sql } from 'kysely';
import { releaseImages } from '../../files/media/media.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import type { SignedInViewer, Viewer } from '../../platform/http/viewer.ts';
import { deletePlaylists } from './playlists.ts';
import { presentPlaylist, presentTrack, SENDER } from './present-music.ts';
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
  return new Map(rows.map((row) => [row.id, { track: presentTrack(row), mayShare: row.may_share }]));
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
  const { rows } = await sql<{ recording_id: number; sender_id: number }>`
    select t.recording_id, ${SENDER} as sender_id from tracks t where t.id = ${id}`.execute(db);
  const [track] = rows;
  const { title, artist } = row;
  return track && { id, senderId: track.sender_id, recordingId: track.recording_id, title, artist };
}

/**
 * Erases the user's playlists, whoever added to them, the entries in those of others, and the playback state. Recordings
 * stay while other users have them.
 */
export async function eraseMusic(tx: Tx, userId: number): Promise<void> {
  // All playlists in one order, because two people may be erased at once who add to each other's.
  const locked = await sql<{ id: number; user_id: number; image_id: number | null }>`
    select id, user_id, image_id from playlists
    where user_id = ${userId} or id in (select playlist_id from tracks where added_by = ${userId})
    order by id for update`.execute(tx);
  const own = locked.rows.filter(({ user_id }) => user_id === userId);
  await deletePlaylists(
    tx,
    own.map(({ id }) => id),
    own.flatMap(({ image_id }) => (image_id === null ? [] : [image_id])),
  );
  await deleteTracksAddedBy(tx, userId);
  await tx.deleteFrom('playlist_co_authors').where('user_id', '=', userId).execute();
  await tx.deleteFrom('playbacks').where('user_id', '=', userId).execute();
}

/** The caller has locked the playlists, whose counters change. */
async function deleteTracksAddedBy(tx: Tx, userId: number): Promise<void> {
  const { rows } = await sql<{ cover_image_id: number | null }>`
    with gone as (
      delete from tracks t using recordings r where r.id = t.recording_id and t.added_by = ${userId}
      returning t.playlist_id, t.cover_image_id, t.is_down, r.duration_ms
    ), counted as (
      update playlists p set track_count = p.track_count - lost.tracks, duration_ms = p.duration_ms - lost.duration_ms
      from (select playlist_id, count(*) as tracks, sum(duration_ms) as duration_ms from gone where not is_down
        group by playlist_id) lost
      where p.id = lost.playlist_id
    )
    select cover_image_id from gone where cover_image_id is not null`.execute(tx);
  await releaseImages(
    tx,
    rows.flatMap(({ cover_image_id }) => (cover_image_id === null ? [] : [cover_image_id])),
  );
}
