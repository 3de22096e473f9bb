import { SEARCH_TOTAL_MAX } from '@app/contract/market/ads';
import { type RawBuilder, sql } from 'kysely';
import type { Services } from '../../platform/domain/services.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import type { SearchTerms } from '../../platform/search/parse-search.ts';
import { querySearch, SEARCH_PLAN_FACTOR } from '../../platform/search/query-search.ts';
import { MUSIC, MUSIC_KINDS, type MusicKind, musicVisibleTo } from './find-newest-music.ts';

export interface Matches {
  ids: number[];
  total: number;
}

interface Shown {
  size: number;
  offset: number;
}

/**
 * Counts up to the largest reported total. Words first, newest first, then who may see it: `offset 0` keeps these
 * conditions apart. Together the planner takes nearly all rows for hidden, and so reads and sorts all that a common word
 * finds.
 */
function countedMatches(
  viewer: SignedInViewer,
  kind: MusicKind,
  matching: RawBuilder<unknown>,
  { size, offset }: Shown,
): RawBuilder<Matches> {
  const { alias, columns } = MUSIC[kind];
  return sql`
    with found as materialized (
      select ${alias}.id from (select ${columns} from ${matching} order by ${alias}.id desc offset 0) ${alias}
      where ${musicVisibleTo(viewer, kind)} limit ${Math.ceil(SEARCH_TOTAL_MAX * SEARCH_PLAN_FACTOR)}
    ),
      capped as materialized (select * from found limit ${SEARCH_TOTAL_MAX}),
      page as (select id from capped order by id desc limit ${size} offset ${offset})
    select (select count(*) from capped) as total, array(select id from page order by id desc) as ids`;
}

/** In one query with a time limit, whose plan follows how common the words are. */
export async function countMatches(
  { db, pool }: Services,
  viewer: SignedInViewer,
  kind: MusicKind,
  terms: SearchTerms | undefined,
  shown: Shown,
): Promise<Matches> {
  const { alias, rows } = MUSIC[kind];
  const matching =
    terms === undefined
      ? rows
      : sql`${rows} and ${alias}.search @@ search_query(${terms.words}::text, ${terms.last}::text, ${terms.beginnings}::text)`;
  const query = countedMatches(viewer, kind, matching, shown).compile(db);
  const [row] = await querySearch<Matches>(pool, { text: query.sql, values: [...query.parameters] });
  // The driver returns bigint array elements as text.
  return row ? { ids: row.ids.map(Number), total: row.total } : { ids: [], total: 0 };
}

/**
 * Counts the kinds of which a sample lets expect few, all in one query. Few words are always looked for in the words'
 * index: hidden from the planner, they make one plan for each connection. What others show to some only is left out by a
 * list of those whom the viewer is near to: of many people a look-up for each row costs more.
 */
export async function countFew(
  { db, pool }: Services,
  viewer: SignedInViewer,
  newest: Partial<Record<MusicKind, number[]>>,
  { words, last, beginnings }: SearchTerms,
  shown: Shown,
): Promise<Partial<Record<MusicKind, Matches>>> {
  const kinds = MUSIC_KINDS.filter((kind) => newest[kind]?.length === 0);
  if (kinds.length === 0) return {};
  const counted = kinds.map((kind) => {
    const { alias, columns, rows } = MUSIC[kind];
    const matching = sql`(select ${columns} from ${rows} and ${alias}.search @@ (select words from asked) offset 0) ${alias}
      where ${alias}.audience = 'all' or ${alias}.user_id in (select user_id from near)`;
    return sql`(select to_json(counted) from (${countedMatches(viewer, kind, matching, shown)}) counted) as ${sql.ref(kind)}`;
  });
  const query = sql`
    with asked as materialized (
      select search_query(${words}::text, ${last}::text, ${beginnings}::text) as words, ${viewer.userId}::bigint as viewer
    ), near as materialized (
      select viewer as user_id from asked
      union all select f.friend_id from asked join friends f on f.user_id = asked.viewer
      union all select p.user_id from asked
        join playlist_co_authors a on a.user_id = asked.viewer join playlists p on p.id = a.playlist_id
    ) select ${sql.join(counted)}`.compile(db);
  const { rows } = await pool.query<Partial<Record<MusicKind, Matches>>>({
    name: `music-few-${kinds.join('-')}`,
    text: query.sql,
    values: [...query.parameters],
  });
  return rows[0] ?? {};
}
