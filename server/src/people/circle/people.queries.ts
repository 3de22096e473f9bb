import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { isConnected } from '../presence/presence.public.ts';
import { isBlockBetween } from '../relationships/relationships.public.ts';
import { IS_ACTIVE_USER } from '../users/search/name-search.public.ts';
import { searchByName } from '../users/search/search-by-name.public.ts';

interface PeopleQuery {
  /** Of the statement without filters, which is planned once; lists that a join always filters have none. */
  name?: string;
  from: RawBuilder<unknown>;
  person: RawBuilder<unknown>;
  at: RawBuilder<unknown>;
  where: RawBuilder<unknown>;
  /** True if the rows include inactive users, who are then filtered by a join; friendships carry a flag instead. */
  includesInactive?: boolean;
}

const FRIENDS = { from: sql`friends r`, person: sql`r.friend_id`, at: sql`r.since` };
const REQUESTS = { from: sql`friend_requests r`, at: sql`r.created_at` };

/** Served by friends_newest. */
export const friendsOf = (userId: number): PeopleQuery => ({
  ...FRIENDS,
  name: 'friends',
  where: sql`r.user_id = ${userId} and not r.is_hidden`,
});

/** Served by friends_relatives. */
export const relativesOf = (userId: number): PeopleQuery => ({
  ...FRIENDS,
  name: 'relatives',
  where: sql`r.user_id = ${userId} and r.is_relative and not r.is_hidden`,
});

/** A user's friends as seen by another user, without people blocked in either direction. */
export const friendsVisibleTo = (viewerId: number, userId: number): PeopleQuery => ({
  ...FRIENDS,
  name: 'visible-friends',
  where: sql`${friendsOf(userId).where} and not ${isBlockBetween(sql`r.friend_id`, sql`${viewerId}::bigint`)}`,
});

export const mutualOf = (viewerId: number, userId: number): PeopleQuery => ({
  ...FRIENDS,
  name: 'mutual-friends',
  where: sql`${friendsOf(viewerId).where}
    and exists (select from friends theirs where theirs.user_id = ${userId} and theirs.friend_id = r.friend_id)`,
});

/** Served by friend_requests_income. */
export const requestsTo = (userId: number): PeopleQuery => ({
  ...REQUESTS,
  name: 'requests-to',
  person: sql`r.from_id`,
  where: sql`r.to_id = ${userId} and r.hidden_at is null`,
});

/** Served by friend_requests_sent. */
export const requestsOf = (userId: number): PeopleQuery => ({
  ...REQUESTS,
  person: sql`r.to_id`,
  where: sql`r.from_id = ${userId}`,
  includesInactive: true,
});

/** Served by blocks_newest. */
export const blockedBy = (userId: number): PeopleQuery => ({
  from: sql`blocks r`,
  person: sql`r.blocked_id`,
  at: sql`r.created_at`,
  where: sql`r.user_id = ${userId}`,
  includesInactive: true,
});

export const mutedBy = (userId: number): PeopleQuery => ({
  from: sql`mutes r`,
  person: sql`r.muted_id`,
  at: sql`least(r.until, 'epoch'::timestamptz + interval '200 years')`,
  where: sql`r.user_id = ${userId} and r.until > now()`,
  includesInactive: true,
});

export interface PeopleFilter {
  search?: string | undefined;
  country_id?: number | null | undefined;
  city_id?: number | null | undefined;
  /** For lists of the viewer's own friends only, who see the presence that others show to their circle. */
  online?: 0 | 1 | undefined;
  page: number;
  size: number;
  after?: string | undefined;
}

export interface PeopleRows {
  rows: { id: number; at: Date }[];
  total: number;
  next: string | null;
}

interface Row {
  id: number;
  at: Date;
  /** Microseconds since 1970; a Date would round to milliseconds. */
  moment: number;
}

/** Beyond the end of the list there is one row, with the total alone. */
type PageRow = (Row | { id: null }) & { total: number };

/** Reads one page. Without filters the page and the count are index-only. */
export const findPage = (
  { db, pool }: Pick<Services, 'db' | 'pool'>,
  source: PeopleQuery,
  filter: PeopleFilter,
): Promise<PeopleRows> => searchByName(pool, filter.search, (isNamed) => findNamed(db, source, filter, isNamed));

async function findNamed(
  db: Db,
  source: PeopleQuery,
  filter: PeopleFilter,
  isNamed: RawBuilder<boolean> | null,
): Promise<PeopleRows> {
  const { person, at } = source;
  const conditions = conditionsOf(source, filter, isNamed);
  const people = applyConditions(source, conditions);
  const offset = filter.after === undefined ? (filter.page - 1) * filter.size : 0;
  const cursor = cursorCondition(source, filter.after);
  const name = conditions.length > 0 ? undefined : source.name;
  const heading = name && `-- named people-${name}-${filter.size}${cursor === undefined ? '' : '-after'}`;
  const { rows: found } = await sql<PageRow>`${sql.raw(heading ?? '')}
    select counted.total, page.*
    from (select count(*) as total from ${people}) counted
    left join (
      select ${person} as id, ${at} as at, (extract(epoch from ${at}) * 1000000)::bigint as moment
      from ${people} ${cursor ?? sql``}
      order by ${at} desc, ${person} desc limit ${sql.lit(filter.size)} offset ${offset}) page on true
    order by page.at desc, page.id desc`.execute(db);
  const rows = found.filter((row) => row.id !== null);
  const last = rows.length === filter.size ? rows.at(-1) : undefined;
  return {
    rows: rows.map(({ id, at }) => ({ id, at })),
    total: found[0]?.total ?? 0,
    next: last === undefined ? null : `${last.moment}.${last.id}`,
  };
}

function conditionsOf(
  source: PeopleQuery,
  { country_id, city_id, online }: PeopleFilter,
  isNamed: RawBuilder<boolean> | null,
): RawBuilder<unknown>[] {
  return [
    ...(source.includesInactive ? [IS_ACTIVE_USER] : []),
    ...(isNamed === null ? [] : [isNamed]),
    ...(country_id ? [sql`u.country_id = ${country_id}`] : []),
    ...(city_id ? [sql`u.city_id = ${city_id}`] : []),
    ...(online === 1 ? [sql`u.see_online <> 'nobody' and ${isConnected(source.person)}`] : []),
  ];
}

function applyConditions(source: PeopleQuery, conditions: readonly RawBuilder<unknown>[]): RawBuilder<unknown> {
  if (conditions.length === 0) return sql`${source.from} where ${source.where}`;
  return sql`${source.from} join users u on u.id = ${source.person}
    where ${source.where} and ${sql.join(conditions, sql` and `)}`;
}

/** Keyset paging costs the same for every page; `page` has to skip rows. */
function cursorCondition({ at, person }: PeopleQuery, after: string | undefined): RawBuilder<unknown> | undefined {
  const [microseconds, id] = (after ?? '').split('.').map(Number);
  if (microseconds === undefined || id === undefined) return undefined;
  return sql`and (${at}, ${person}) < ('epoch'::timestamptz + ${microseconds}::float8 * interval '1 microsecond', ${id}::bigint)`;
}
