import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { friendsOfFriends } from './friends-of-friends.public.ts';
import { IS_ACTIVE_USER } from './name-search.public.ts';
import { searchByName } from './search-by-name.public.ts';

/** Limit of results: nobody pages further, and counting all matches of a common name costs a scan. */
const RESULTS_MAX = 1000;

interface PeopleSearch {
  search: string | undefined;
  page: number;
  size: number;
  exceptMe: boolean;
}

/**
 * Search order: friends, friends of friends, people of the same city, then everybody, each group newest first. Excludes
 * blocks of either side.
 */
export function findPeople(
  { db, pool }: Pick<Services, 'db' | 'pool'>,
  userId: number,
  { search, ...page }: PeopleSearch,
): Promise<PeopleFound> {
  return searchByName(pool, search, (isNamed) => findMatching(db, userId, isNamed, page));
}

interface PeopleFound {
  ids: number[];
  total: number;
}

async function findMatching(
  db: Db,
  userId: number,
  isNamed: RawBuilder<boolean> | null,
  { page, size, exceptMe }: Omit<PeopleSearch, 'search'>,
): Promise<PeopleFound> {
  const matches = sql`${IS_ACTIVE_USER} and ${isNamed ?? sql`true`}`;
  const limit = sql`limit ${RESULTS_MAX}`;
  const { rows } = await sql<{ ids: number[]; total: number }>`
    with found as (
      (select u.id, 0 as rank from friends f join users u on u.id = f.friend_id
        where f.user_id = ${userId} and not f.is_hidden and ${matches} order by f.since desc, f.friend_id desc ${limit})
      union all
      (select u.id, 1 from ${friendsOfFriends(userId)} near join users u on u.id = near.id where ${matches} ${limit})
      union all
      (select u.id, 2 from users u
        where u.city_id = (select city_id from users where id = ${userId}) and ${matches} order by u.id desc ${limit})
      union all
      (select u.id, 3 from users u where ${matches} order by u.id desc ${limit})
    ), ranked as (
      select id, min(rank) as rank from found
      where not exists (select from blocks b where b.user_id = ${userId} and b.blocked_id = found.id)
        and not exists (select from blocks b where b.user_id = found.id and b.blocked_id = ${userId})
        and (id <> ${userId} or ${!exceptMe})
      group by id order by rank, id desc ${limit}
    )
    select (select count(*) from ranked) as total,
      array(select id from ranked order by rank, id desc limit ${size} offset ${(page - 1) * size}) as ids`.execute(db);
  const [row] = rows;
  // The driver returns a bigint array as strings.
  return { ids: (row?.ids ?? []).map(Number), total: row?.total ?? 0 };
}
