import { SEARCH_TOTAL_MAX } from '@app/contract/market/ads';
import type { BodyOf } from '@app/contract/platform/endpoint';
import type { musicApi, Playlist, Track } from '@app/contract/publishing/music';
import { sql } from 'kysely';
import type { Services } from '../../platform/domain/services.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import type { SearchTerms } from '../../platform/search/parse-search.ts';
import { searchWithCorrection } from '../../platform/search/search-with-correction.ts';
import { countFew, countMatches, type Matches } from './count-music.ts';
import { findNewestMusic, type MusicKind } from './find-newest-music.ts';
import {
  PLAYLIST_JOINS,
  type PlaylistRow,
  playlistColumns,
  playlistVisibleTo,
  presentPlaylist,
  presentTracks,
} from './present-music.ts';
import { findTracks } from './tracks.queries.ts';

interface MusicMatches {
  playlists: number[];
  tracks: number[];
  playlistsTotal: number;
  tracksTotal: number;
  total: number;
}

export async function searchMusic(
  services: Services,
  viewer: SignedInViewer,
  { search, page, size }: BodyOf<(typeof musicApi)['search']>,
): Promise<{ playlists: Playlist[]; music: Track[]; playlists_total: number; music_total: number }> {
  const { db, pool } = services;
  const offset = (page - 1) * size;
  const { found } = await searchWithCorrection({ pool, space: 'music' }, search, (terms) =>
    find(services, viewer, terms, size, offset),
  );
  const [playlists, rows] = await Promise.all([
    listPlaylistsById(db, viewer, found.playlists),
    findTracks(db, viewer, found.tracks),
  ]);
  return {
    playlists: playlists.map((row) => presentPlaylist(viewer, row)),
    music: presentTracks(rows),
    playlists_total: found.playlistsTotal,
    music_total: found.tracksTotal,
  };
}

/** In the order of the ids; invisible ones are missing. */
export async function listPlaylistsById(
  db: Services['db'],
  viewer: SignedInViewer,
  ids: readonly number[],
): Promise<PlaylistRow[]> {
  if (ids.length === 0) return [];
  const { rows } = await sql<PlaylistRow>`
    select ${playlistColumns(viewer)} from playlists p ${PLAYLIST_JOINS}
    where p.id = any(${ids}::bigint[]) and ${playlistVisibleTo(viewer)}`.execute(db);
  const byId = new Map(rows.map((row) => [row.id, row]));
  return ids.flatMap((id) => byId.get(id) ?? []);
}

async function find(
  services: Services,
  viewer: SignedInViewer,
  terms: SearchTerms | undefined,
  size: number,
  offset: number,
): Promise<MusicMatches> {
  const newest = terms === undefined ? {} : await findNewestMusic(services, viewer, terms, offset + size);
  const few = terms && (await countFew(services, viewer, newest, terms, { size, offset }));
  const matchesOf = (kind: MusicKind): Promise<Matches> | Matches => {
    const ids = newest[kind]?.slice(offset);
    return (
      few?.[kind] ??
      (ids === undefined
        ? countMatches(services, viewer, kind, terms, { size, offset })
        : { ids, total: SEARCH_TOTAL_MAX })
    );
  };
  const playlists = await matchesOf('playlists');
  const tracks = await matchesOf('tracks');
  return {
    playlists: playlists.ids,
    tracks: tracks.ids,
    playlistsTotal: playlists.total,
    tracksTotal: tracks.total,
    total: playlists.total + tracks.total,
  };
}
