import { imageUrl } from '@app/contract/files/media';
import type { Audience } from '@app/contract/people/privacy';
import type { Playlist, Track } from '@app/contract/publishing/music';
import { type RawBuilder, sql } from 'kysely';
import { isBlockBetween, visibleTo } from '../../people/relationships/relationships.public.ts';
import { IS_ACTIVE_USER } from '../../people/users/search/name-search.public.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { gainOf } from './audio/gain.ts';
import { isCoAuthor } from './co-authors.queries.ts';

const PLAYLIST_IMAGE_WIDTH = 800;
const COVER_WIDTH = 400;

export interface TrackRow {
  id: number;
  uid: string;
  title: string;
  artist: string;
  playlist_id: number;
  user_id: number;
  cover_key: string | null;
  duration_ms: number;
  mime: string;
  lufs: number | null;
  peak_db: number | null;
  has_lyrics: boolean;
  may_share: boolean;
  is_own: boolean;
  added_by: Track['added_by'];
  is_saved: boolean;
  created_at: Date;
}

/** Of `tracks t`: who added the entry, and whose quota it counts for when it was uploaded. */
export const SENDER = sql<number>`coalesce(t.added_by, t.user_id)`;

/** For `tracks t` with {@link TRACK_JOINS}. Who added an entry stays unnamed across a block. */
export const trackColumns = (viewer: Pick<Viewer, 'userId'>): RawBuilder<unknown> => sql`
  t.id, t.uid, t.title, t.artist, t.playlist_id, t.user_id, t.created_at, t.lyrics <> '' as has_lyrics, p.may_share,
  r.duration_ms, r.mime, r.lufs, r.peak_db, c.base_key as cover_key,
  (t.user_id = ${viewer.userId}::bigint or (t.added_by = ${viewer.userId}::bigint
    and ${isCoAuthor(viewer, sql`t.playlist_id`)})) is true as is_own,
  exists (select from collection_items i
    where i.user_id = ${viewer.userId}::bigint and i.kind = 'track' and i.item_id = t.id offset 0) as is_saved,
  (select json_build_object('id', adder.id, 'firstname', adder.firstname, 'lastname', adder.lastname) from users adder
    where adder.id = ${SENDER} and adder.status = 'active' and adder.deleted_at is null
      ${viewer.userId === null ? sql`` : sql`and not ${isBlockBetween(sql`adder.id`, sql`${viewer.userId}::bigint`)}`}) as added_by`;
export const TRACK_JOINS = sql`
  join playlists p on p.id = t.playlist_id join recordings r on r.id = t.recording_id
  join users u on u.id = t.user_id left join media_images c on c.id = t.cover_image_id`;

export interface PlaylistRow {
  id: number;
  name: string;
  user_id: number;
  firstname: string;
  lastname: string;
  image_key: string | null;
  track_count: number;
  duration_ms: number;
  audience: Audience;
  may_share: boolean;
  co_authors: number;
  is_co_author: boolean;
}

/** For `playlists p` with {@link PLAYLIST_JOINS}. */
export const playlistColumns = (viewer: Pick<Viewer, 'userId'>): RawBuilder<unknown> => sql`
  p.id, p.name, p.user_id, p.track_count, p.duration_ms, p.audience, p.may_share, u.firstname, u.lastname,
  i.base_key as image_key, ${isCoAuthor(viewer, sql`p.id`)} as is_co_author,
  (select count(*) from playlist_co_authors a where a.playlist_id = p.id) as co_authors`;
export const PLAYLIST_JOINS = sql`join users u on u.id = p.user_id left join media_images i on i.id = p.image_id`;

/**
 * Condition that the viewer may see a track, over {@link TRACK_JOINS}: state of the recording, owner, and audience of the
 * playlist, which does not bind its co-authors.
 */
export const trackVisibleTo = (viewer: Pick<Viewer, 'userId'>): RawBuilder<boolean> =>
  sql<boolean>`(not t.is_down and ${IS_ACTIVE_USER} and ${isTrackFor(viewer)})`;

export const playlistVisibleTo = (viewer: Pick<Viewer, 'userId'>): RawBuilder<boolean> =>
  sql<boolean>`(${IS_ACTIVE_USER} and ${isPlaylistFor(viewer)})`;

/** Whether the viewer belongs to the audience of `tracks t`, whatever became of its owner. */
export const isTrackFor = (viewer: Pick<Viewer, 'userId'>): RawBuilder<boolean> =>
  sql<boolean>`(${visibleTo(viewer, sql`t.user_id`, sql`t.audience`)} or ${isCoAuthor(viewer, sql`t.playlist_id`)})`;

/** The same of `playlists p`. */
export const isPlaylistFor = (viewer: Pick<Viewer, 'userId'>): RawBuilder<boolean> =>
  sql<boolean>`(${visibleTo(viewer, sql`p.user_id`, sql`p.audience`)} or ${isCoAuthor(viewer, sql`p.id`)})`;

export function presentPlaylist(viewer: Viewer, row: PlaylistRow): Playlist {
  const image = row.image_key === null ? null : imageUrl(row.image_key, PLAYLIST_IMAGE_WIDTH);
  return {
    id: row.id,
    name: row.name,
    image,
    src: image,
    user_id: row.user_id,
    firstname: row.firstname,
    lastname: row.lastname,
    tracks: row.track_count,
    duration_ms: row.duration_ms,
    audience: row.audience,
    own: row.user_id === viewer.userId ? 1 : 0,
    may_share: row.may_share ? 1 : 0,
    co_authors: row.co_authors,
    co_author: row.is_co_author ? 1 : 0,
  };
}

export const presentTracks = (rows: readonly TrackRow[]): Track[] =>
  rows.map((row) => ({ ...presentTrack(row), kept: row.is_saved ? 1 : 0 }));

export const presentTrack = (row: TrackRow): Omit<Track, 'kept'> => ({
  id: row.id,
  title: row.title,
  artist: row.artist,
  src: audioUrl(row.uid),
  playlist_id: row.playlist_id,
  user_id: row.user_id,
  added_by: row.added_by,
  cover: row.cover_key === null ? null : imageUrl(row.cover_key, COVER_WIDTH),
  duration_ms: row.duration_ms,
  mime: row.mime,
  gain_db: gainOf(row),
  lyrics: row.has_lyrics ? 1 : 0,
  own: row.is_own ? 1 : 0,
  timestamp: row.created_at.toISOString(),
});

const audioUrl = (uid: string): string => `/media/audio/${uid}`;
