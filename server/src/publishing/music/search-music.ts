import { SEARCH_TOTAL_MAX } from '@app/contract/market/ads';
import type { BodyOf } from '@app/contract/platform/endpoint';
import type { musicApi, Playlist, Track } from '@app/contract/publishing/music';
import { sql } from 'kysely';
import type { Services } from '../../platform/domain/services.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import type { SearchTerms } from '../../platform/search/parse-search.ts';
import { querySearch, SEARCH_PLAN_FACTOR } from '../../platform/search/query-search.ts';
import { searchWithCorrection } from '../../platform/search/search-with-correction.ts';
import { findNewestMusic, MUSIC, type MusicKind, musicVisibleTo } from './find-newest-music.ts';
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
  const matchesOf = (kind: MusicKind): Promise<Matches> | Matches => {
    const ids = newest[kind]?.slice(offset);
    return ids === undefined
      ? countMatches(services, viewer, kind, terms, { size, offset })
      : { ids, total: SEARCH_TOTAL_MAX };
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

interface Matches {
  ids: number[];
  total: number;
}

/**
 * Counts up to the largest reported total, in one query with a time limit. Words first, newest first, then who may see it:
 * `offset 0` keeps these conditions apart. Together the planner takes nearly all rows for hidden, and so reads and sorts
 * all that a common word finds.
 */
async function countMatches(
  { db, pool }: Services,
  viewer: SignedInViewer,
  kind: MusicKind,
  terms: SearchTerms | undefined,
  { size, offset }: { size: number; offset: number },
): Promise<Matches> {
  const { alias, columns, rows } = MUSIC[kind];
  const matches =
    terms === undefined
      ? sql`true`
      : sql`${alias}.search @@ search_query(${terms.words}::text, ${terms.last}::text, ${terms.beginnings}::text)`;
  const query = sql`
    with found as materialized (
      select ${alias}.id from (select ${columns} from ${rows} and ${matches} order by ${alias}.id desc offset 0) ${alias}
      where ${musicVisibleTo(viewer, kind)} limit ${Math.ceil(SEARCH_TOTAL_MAX * SEARCH_PLAN_FACTOR)}
    ),
      capped as materialized (select * from found limit ${SEARCH_TOTAL_MAX}),
      page as (select id from capped order by id desc limit ${size} offset ${offset})
    select (select count(*) from capped) as total, array(select id from page order by id desc) as ids`.compile(db);
  const [row] = await querySearch<Matches>(pool, { text: query.sql, values: [...query.parameters] });
  // The driver returns bigint array elements as text.
  return row ? { ids: row.ids.map(Number), total: row.total } : { ids: [], total: 0 };
}
