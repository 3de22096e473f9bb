import { SEARCH_TOTAL_MAX } from '@app/contract/market/ads';
import type { BodyOf } from '@app/contract/platform/endpoint';
import type { musicApi, Playlist, Track } from '@app/contract/publishing/music';
import { type RawBuilder, sql } from 'kysely';
import { IS_ACTIVE_USER } from '../../people/users/search/name-search.public.ts';
import type { Services } from '../../platform/domain/services.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import type { SearchTerms } from '../../platform/search/parse-search.ts';
import { querySearch, SEARCH_PLAN_FACTOR } from '../../platform/search/query-search.ts';
import { searchWithCorrection } from '../../platform/search/search-with-correction.ts';
import {
  isPlaylistFor,
  isTrackFor,
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
    music: await presentTracks(services, viewer, rows),
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

/** For each row that the words find, one look-up: the planner would join with a scan of everybody instead. */
const isOfActiveUser = (ownerId: RawBuilder<unknown>): RawBuilder<boolean> =>
  sql<boolean>`(select ${IS_ACTIVE_USER} from users u where u.id = ${ownerId})`;

/**
 * Words first, newest first, then who may see it: `offset 0` keeps these conditions apart. Together the planner takes nearly
 * all rows for hidden, and so reads and sorts all that a common word finds.
 */
async function find(
  services: Services,
  viewer: SignedInViewer,
  terms: SearchTerms | undefined,
  size: number,
  offset: number,
): Promise<MusicMatches> {
  const matches = (search: RawBuilder<unknown>): RawBuilder<unknown> =>
    terms === undefined
      ? sql`true`
      : sql`${search} @@ search_query(${terms.words}::text, ${terms.last}::text, ${terms.beginnings}::text)`;
  const page = { size, offset };
  const playlists = await queryIds(
    services,
    sql`select p.id from (
        select p.id, p.user_id, p.audience from playlists p where ${matches(sql`p.search`)} order by p.id desc offset 0
      ) p where ${isOfActiveUser(sql`p.user_id`)} and ${isPlaylistFor(viewer)}`,
    page,
  );
  const tracks = await queryIds(
    services,
    // The condition of the partial index must appear literally.
    sql`select t.id from (
        select t.id, t.user_id, t.playlist_id, t.audience from tracks t
        where not t.is_down and ${matches(sql`t.search`)} order by t.id desc offset 0
      ) t where ${isOfActiveUser(sql`t.user_id`)} and ${isTrackFor(viewer)}`,
    page,
  );
  return {
    playlists: playlists.ids,
    tracks: tracks.ids,
    playlistsTotal: playlists.total,
    tracksTotal: tracks.total,
    total: playlists.total + tracks.total,
  };
}

/** Counts up to one more than the largest reported total, in one query with a time limit. */
async function queryIds(
  { db, pool }: Services,
  ids: RawBuilder<unknown>,
  { size, offset }: { size: number; offset: number },
): Promise<{ ids: number[]; total: number }> {
  const query = sql`
    with found as materialized (${ids} limit ${Math.ceil(SEARCH_TOTAL_MAX * SEARCH_PLAN_FACTOR)}),
      capped as materialized (select * from found limit ${SEARCH_TOTAL_MAX}),
      page as (select id from capped order by id desc limit ${size} offset ${offset})
    select (select count(*) from capped) as total, array(select id from page order by id desc) as ids`.compile(db);
  const [row] = await querySearch<{ ids: number[]; total: number }>(pool, {
    text: query.sql,
    values: [...query.parameters],
  });
  // The driver returns bigint array elements as text.
  return row ? { ids: row.ids.map(Number), total: row.total } : { ids: [], total: 0 };
}
