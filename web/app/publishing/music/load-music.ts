import type { Playlist, Track } from '@app/contract/publishing/music';
import { usersApi } from '#contract/people/users';
import { musicApi, PLAYLISTS_PAGE_SIZE, TRACKS_PAGE_SIZE } from '#contract/publishing/music';
import { type Host, orMissing, orNull } from '../../platform/host.ts';

export interface TrackRows<T> {
  list: readonly T[];
  total: number;
}

export interface LoadedMusic {
  owner: { id: number; name: string; isOwn: boolean };
  playlists: TrackRows<Playlist> | null;
  playlist: Playlist | null;
  tracks: TrackRows<Track> | null;
  found: { playlists: TrackRows<Playlist>; tracks: TrackRows<Track> } | null;
}

interface MusicQuery {
  userId: number;
  playlistId: number | null;
  search: string;
}

/**
 * Loads a user's playlists and the tracks of one playlist or of all. Each part may fail separately; the page then shows
 * the rest.
 */
export async function loadMusic(host: Host, { userId, playlistId, search }: MusicQuery): Promise<LoadedMusic> {
  const { call, viewer } = host;
  const isOwn = viewer?.user_id === userId;
  const paging = { page: 1, size: TRACKS_PAGE_SIZE };
  const [person, playlist, playlists, tracks, found] = await Promise.all([
    orMissing(call(usersApi.get, { params: { id: userId }, query: { phone: 'masked' } })),
    playlistId === null ? null : orMissing(call(musicApi.playlist, { params: { id: playlistId } })),
    orNull(host, call(musicApi.playlists, { body: { user_id: userId, page: 1, size: PLAYLISTS_PAGE_SIZE } })),
    search === ''
      ? orNull(
          host,
          call(musicApi.list, {
            body: playlistId === null ? { user_id: userId, ...paging } : { playlist_id: playlistId, ...paging },
          }),
        )
      : null,
    search === '' ? null : orNull(host, call(musicApi.search, { body: { search } })),
  ]);
  return {
    owner: { id: userId, name: `${person.firstname} ${person.lastname}`.trim(), isOwn },
    playlists: playlists && { list: playlists.playlists, total: playlists.total },
    playlist,
    tracks: tracks && { list: tracks.music, total: tracks.total },
    found: found && {
      playlists: { list: found.playlists, total: found.playlists_total },
      tracks: { list: found.music, total: found.music_total },
    },
  };
}
