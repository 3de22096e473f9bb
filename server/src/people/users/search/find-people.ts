import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { SAMPLE_DEVIATIONS } from '../../../platform/search/query-search.ts';
import { friendsOfFriends } from './friends-of-friends.public.ts';
import { IS_ACTIVE_USER } from './name-search.public.ts';
import { searchByName } from './search-by-name.public.ts';

/** Limit of results: nobody pages further, and counting all matches of a common name costs a scan. */
const RESULTS_MAX = 1000;
/** The spans of the id of a person, and the city, in users_search_newest. */
const KEYS = sql`users_search_keys(u.id, u.city_id)`;

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
  return searchByName(pool, search, (isNamed, isIndexed) => findMatching(db, userId, isNamed, isIndexed, page));
}

interface PeopleFound {
  ids: number[];
  total: number;
}

/** How many of the newest ids are looked through first: a name that many bear fills the answer from these. */
const FIRST_IDS = 8192;
/** A step looks through at most so many times as many ids as the one before. */
const STEP_GROWTH = 16;
/** A little more than the people found so far let expect, so that a last step is seldom needed. */
const STEP_MARGIN = 1.15;
/** By so many, and by more where these leave a doubt, it is tried first whether there are more than are counted. */
const SAMPLES = [64, 200];

/** From so many ids on a step asks for spans of the next level of `users_search_keys`: for four to sixteen of them. */
const SPAN_LEVELS = [1, 2, 3, 4, 5].map((level) => 16_384 * 4 ** level);

/** So many ids at least are read without spans: of fewer people PostgreSQL might read the table instead. */
const REST_IDS = 262_144;

/**
 * CTEs that end in `everybody`, who match, the newest first, with their cities, and in `counted`. Of an index the ids are
 * looked through in steps from the newest on, each as long as is needed by what the ones before found: what is read then
 * follows from what is wanted, neither from the number of people nor from how many bear the name. It ends early where the
 * page is full and what was found leaves no doubt that there are more than are counted. A rest that is most of all ids is
 * read without spans, in which the index would go through every id.
 */
function newestOf(matches: RawBuilder<unknown>, isIndexed: boolean, shown: number): RawBuilder<unknown> {
  const isPerson = sql`from users u where ${matches}`;
  if (!isIndexed)
    return sql`
      everybody as materialized (select u.id, u.city_id ${isPerson} order by u.id desc limit ${RESULTS_MAX}),
      counted as materialized (select count(*) as total from everybody)`;
  const goals = [...SAMPLES.map((sample) => Math.max(sample, shown)), RESULTS_MAX];
  return sql`
    steps as (
      select max(id) as newest, max(id) + 1 as above, ${FIRST_IDS}::bigint as length, ${RESULTS_MAX}::bigint as wanted,
        false as are_more, '{}'::bigint[] as ids, '{}'::bigint[] as cities
      from users
      union all
      select newest, below, least(
          length * ${STEP_GROWTH},
          (((select min(goal) from unnest(${goals}::bigint[]) goal where goal > known) - known)
            * ${STEP_MARGIN}::float8 * (newest - below) / nullif(known, 0))::bigint + 4096
        ), still_wanted,
        known >= ${goals[0]} and (known - ${SAMPLE_DEVIATIONS}::float8 * sqrt(known)) * newest / (newest - below) >= ${RESULTS_MAX},
        found.ids, found.cities
      from steps
        cross join lateral (select width_bucket(length, ${SPAN_LEVELS}::bigint[]) as level offset 0) finest
        cross join lateral (select 4096::bigint << 2 * level as span offset 0) spans
        cross join lateral (select greatest(0, (above - length) / span * span) as below offset 0) range
        cross join lateral (select below = 0 and above > greatest(newest / 2, ${REST_IDS}) as is_rest offset 0) asked
        cross join lateral (
          select coalesce(array_agg(id order by id desc), '{}') as ids, coalesce(array_agg(city_id order by id desc), '{}') as cities
          from (
            select id, city_id from (
              (select u.id, u.city_id ${isPerson}
                and not is_rest and ${KEYS} && array(select n * 8 + level from generate_series(below / span, (above - 1) / span) n)
              offset 0)
              union all
              (select u.id, u.city_id ${isPerson} and is_rest offset 0)
            ) near where id < above order by id desc limit wanted
          ) newest
        ) found
        cross join lateral (select wanted - cardinality(found.ids) as still_wanted) rest
        cross join lateral (select ${RESULTS_MAX} - still_wanted as known) so_far
      where wanted > 0 and above > 0 and not are_more
    ), everybody as materialized (
      select unnest(ids) as id, unnest(cities) as city_id from steps
    ), counted as materialized (
      select case when (select bool_or(are_more) from steps) then ${RESULTS_MAX} else count(*) end as total
      from everybody
    )`;
}

/**
 * CTEs that end in `of_friends` and `of_near`: of friends, and of their friends, as many of the newest who match as the page
 * shows. Down to the last one of `everybody` these are among them; behind, where there are more, one after the other is
 * read until there are enough. Friends of friends stand behind friends, so that they are not read where these fill the page.
 */
function newestOfCircle(userId: number, matches: RawBuilder<unknown>, limit: number): RawBuilder<unknown> {
  const newest = (from: RawBuilder<unknown>) => sql`
    select id from (
      (select id from everybody where id in (select id from ${from}) order by id desc limit ${limit})
      union all
      (select u.id from users u
        where u.id = any(array(select id from ${from} where id < (select min(id) from everybody))) and ${matches}
          and (select total = ${RESULTS_MAX} from counted) order by u.id desc limit ${limit})
    ) ordered limit ${limit}`;
  const friends = sql`(select friend_id as id from friends where user_id = ${userId} and not is_hidden) friends`;
  return sql`
    of_friends as materialized (${newest(friends)}),
    friends_of_friends as materialized (
      select id from ${friendsOfFriends(sql`${userId}::bigint`)} theirs where (select count(*) from of_friends) < ${limit}
    ), of_near as materialized (${newest(sql`friends_of_friends`)})`;
}

/** How many of the newest people of the city are compared with the name before it is looked for. */
const NEIGHBOURS_READ = 1000;

/**
 * CTEs that end in `of_city`: the newest people of the city who match, unless the page is filled by those who stand before
 * them and those of the city among the newest of all. A name that many bear is among the newest people of the city, a rare
 * one is looked for.
 */
function newestOfCity(
  city: RawBuilder<unknown>,
  matches: RawBuilder<unknown>,
  isIndexed: boolean,
  limit: number,
): RawBuilder<unknown> {
  const known = sql`
    known as materialized (
      select id from of_friends union select id from of_near union select id from everybody where city_id = ${city}
    )`;
  const isWanted = sql`((select total = ${RESULTS_MAX} from counted) and (select count(*) from known) < ${limit})`;
  const page = sql`order by u.id desc limit ${limit}`;
  const ofCity = sql`users u where ${isWanted} and u.city_id = ${city}`;
  if (!isIndexed) return sql`${known}, of_city as materialized (select u.id from ${ofCity} and ${matches} ${page})`;
  return sql`
    ${known}, newest_neighbours as materialized (
      select u.id, u.login, u.search_text, u.status, u.deleted_at
      from ${ofCity} and ${IS_ACTIVE_USER} order by u.id desc limit ${NEIGHBOURS_READ}
    ), neighbours as materialized (
      select u.id from newest_neighbours u where ${matches} ${page}
    ), of_city as materialized (
      select id from neighbours union all
      (select u.id from users u
        where ${isWanted} and (select count(*) from (select id from known union select id from neighbours) them) < ${limit}
          and (select count(*) from newest_neighbours) = ${NEIGHBOURS_READ} and ${KEYS} @> array[-${city}] and ${matches} ${page})
    )`;
}

/**
 * Everybody who matches is counted up to the limit of results; of those who are near only the page is read. People of
 * the city are looked for when the newest who match are not all of them and have too few.
 */
async function findMatching(
  db: Db,
  userId: number,
  isNamed: RawBuilder<boolean> | null,
  isIndexed: boolean,
  { page, size, exceptMe }: Omit<PeopleSearch, 'search'>,
): Promise<PeopleFound> {
  const matches = sql`${IS_ACTIVE_USER} and ${isNamed ?? sql`true`} and u.id not in (select id from hidden)`;
  const shown = Math.min(page * size, RESULTS_MAX);
  const city = sql`(select city_id from users where id = ${userId})`;
  const { rows } = await sql<{ ids: number[]; total: number }>`
    with recursive hidden as materialized (
      select blocked_id as id from blocks where user_id = ${userId}
      union all select user_id from blocks where blocked_id = ${userId}
      union all select ${userId}::bigint where ${exceptMe}
    ), ${newestOf(matches, isIndexed, shown)}, ${newestOfCircle(userId, matches, shown)}, ${newestOfCity(city, matches, isIndexed, shown)}, found as (
      select id, 0 as rank from of_friends
      union all
      select id, 1 from of_near
      union all
      select id, 2 from of_city
      union all
      select id, case when city_id = ${city} then 2 else 3 end from everybody
    ), ranked as (
      select id, min(rank) as rank from found group by id order by rank, id desc limit ${RESULTS_MAX}
    )
    select (select total from counted) as total,
      array(select id from ranked order by rank, id desc limit ${size} offset ${(page - 1) * size}) as ids`.execute(db);
  const [row] = rows;
  // The driver returns a bigint array as strings.
  return { ids: (row?.ids ?? []).map(Number), total: row?.total ?? 0 };
}
