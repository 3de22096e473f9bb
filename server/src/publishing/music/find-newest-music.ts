import { SEARCH_TOTAL_MAX } from '@app/contract/market/ads';
import { type RawBuilder, sql } from 'kysely';
import { IS_ACTIVE_USER } from '../../people/users/search/name-search.public.ts';
import type { Services } from '../../platform/domain/services.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import type { SearchTerms } from '../../platform/search/parse-search.ts';
import { SAMPLE_DEVIATIONS } from '../../platform/search/query-search.ts';
import { isPlaylistFor, isTrackFor } from './present-music.ts';

export const MUSIC_KINDS = ['playlists', 'tracks'] as const;
export type MusicKind = (typeof MUSIC_KINDS)[number];

/** The rows of `tracks t` or `playlists p` with what decides who may see them; taken-down tracks are none. */
export const MUSIC = {
  playlists: { alias: sql`p`, columns: sql`p.id, p.user_id, p.audience`, rows: sql`playlists p where true` },
  // The condition of the partial index must appear literally.
  tracks: {
    alias: sql`t`,
    columns: sql`t.id, t.user_id, t.playlist_id, t.audience`,
    rows: sql`tracks t where not t.is_down`,
  },
} satisfies Record<MusicKind, object>;

/** The owner, whom only a look-up tells, is asked of what the viewer may see: for each row, because the planner would join everybody. */
export function musicVisibleTo(viewer: SignedInViewer, kind: MusicKind): RawBuilder<boolean> {
  const { alias } = MUSIC[kind];
  const isFor = kind === 'tracks' ? isTrackFor(viewer) : isPlaylistFor(viewer);
  // Served by users_not_active, which is small.
  const isActive = sql`not exists (select from users u where u.id = ${alias}.user_id and not ${IS_ACTIVE_USER})`;
  return sql<boolean>`case when ${isFor} then ${isActive} end`;
}

/** Of fewer ids all matches are counted at little cost. */
const SAMPLED_MIN = 16_384;
/** So many parts, evenly spread over all ids, of so many ids each. Where every fourth has too little, the others are not read. */
const PARTS = 32;
const PART_IDS = 64;
/** Of a part no more are counted: tracks of one album lie together. */
const COUNTED_OF_PART = 5;
/** Fewer matches in all parts tell nothing. */
const FOUND_MIN = 16;
/** The page is looked for in so many of the newest rows. */
const NEWEST_READ = 16_384;

/**
 * Ids of the newest matches of each kind, where a sample leaves no doubt that there are more than are counted, and these
 * fill the page; none where the sample lets expect few of many rows. What is read follows neither from the number of rows
 * nor from how many match. The same plan fits all words, so that each connection plans it once.
 */
export async function findNewestMusic(
  { db, pool }: Services,
  viewer: SignedInViewer,
  { words, last, beginnings }: SearchTerms,
  shown: number,
): Promise<Partial<Record<MusicKind, number[]>>> {
  if (shown > SEARCH_TOTAL_MAX) return {};
  const asked = sql`(select words from asked)`;
  const query = sql`
    with asked as materialized (
      select search_query(${words}::text, ${last}::text, ${beginnings}::text) as words, ${shown}::int as shown
    ) select (${newestOf(viewer, 'playlists', asked)}) as playlists, (${newestOf(viewer, 'tracks', asked)}) as tracks`.compile(
    db,
  );
  const { rows } = await pool.query<Record<MusicKind, string[] | null>>({
    name: 'music-newest',
    text: query.sql,
    values: [...query.parameters],
  });
  // The driver returns bigint array elements as text.
  const [{ playlists, tracks } = { playlists: null, tracks: null }] = rows;
  return {
    ...(playlists === null ? {} : { playlists: playlists.map(Number) }),
    ...(tracks === null ? {} : { tracks: tracks.map(Number) }),
  };
}

/**
 * `offset 0` keeps the rows read by their ids, which the planner would rather look for by their words. No more parts are
 * read than it takes to find the matches needed: as many that they let expect enough, less the deviation.
 */
function newestOf(viewer: SignedInViewer, kind: MusicKind, words: RawBuilder<unknown>): RawBuilder<unknown> {
  const { alias, columns, rows } = MUSIC[kind];
  const isVisible = musicVisibleTo(viewer, kind);
  const matching = (some: RawBuilder<unknown>): RawBuilder<unknown> => sql`(
    select ${columns} from (select ${columns}, ${alias}.search from ${rows} ${some}) ${alias}
    where ${alias}.search @@ ${words} offset 0) ${alias}`;
  const countedOf = (parts: RawBuilder<unknown>, countedMax: RawBuilder<unknown>): RawBuilder<unknown> => sql`
    select count(*) as found from (
      select from newest
        cross join lateral (
          select n * newest.id / ${sql.lit(PARTS)} as last from generate_series(1, ${sql.lit(PARTS)}) n where ${parts}
        ) part
        cross join lateral (
          select from ${matching(sql`and ${alias}.id > part.last - ${sql.lit(PART_IDS)} and ${alias}.id <= part.last offset 0`)}
          where ${isVisible} limit ${sql.lit(COUNTED_OF_PART)}
        ) counted
      where newest.id >= ${sql.lit(SAMPLED_MIN)} limit ${countedMax}
    ) counted`;
  return sql`
    with newest as materialized (select max(id) as id from ${sql.table(kind)}),
    needed as materialized (
      select greatest(${sql.lit(FOUND_MIN)}, ceil((
        (${sql.lit(SAMPLE_DEVIATIONS)} + sqrt(${sql.lit(SAMPLE_DEVIATIONS ** 2)} + 4.0 * ${sql.lit(SEARCH_TOTAL_MAX * PARTS * PART_IDS)} / newest.id)) / 2
      ) ^ 2))::int as matches from newest
    ),
    quarter as materialized (${countedOf(sql`n % 4 = 0`, sql`(select matches from needed)`)}),
    others as materialized (${countedOf(
      sql`n % 4 > 0 and (select 4 * found > matches - ${sql.lit(FOUND_MIN)} from quarter, needed)`,
      sql`(select matches - found from quarter, needed)`,
    )}),
    are_more as materialized (select quarter.found + others.found >= matches from quarter, others, needed)
    select case when not (select * from are_more) then (select '{}'::bigint[] from newest where id >= ${sql.lit(SAMPLED_MIN)}) else (
      select array_agg(id order by id desc) from (
        select ${alias}.id from ${matching(sql`order by ${alias}.id desc limit ${sql.lit(NEWEST_READ)}`)}
        where ${isVisible} limit (select shown from asked)
      ) page having count(*) = (select shown from asked)
    ) end`;
}
