import type pg from 'pg';
import { friendsOfFriendsSql } from '../../../people/users/search/friends-of-friends.public.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';

/** Ads for a circle are few: those of a person's friends beyond this number, the oldest, are found on their own pages. */
const CIRCLE_ONLY_MAX = 200;

/**
 * SQL of an array of the ads that are shown to the user but not to everybody: by the friends of the user, served by the
 * primary key of friends and ads_circle_only; the user's own are among them, as they are among the ads for everybody.
 */
export const circleOnlySql = (userId: string): string => `array(
  select id from (
    select a.id, a.created_at
    from friends mine
      join friends theirs on theirs.user_id = mine.friend_id and theirs.friend_id = mine.user_id
      join ads a on a.owner_id = mine.friend_id and a.is_circle_only and (a.audience = 'friends' or theirs.is_relative)
    where mine.user_id = ${userId}
    union all
    select id, created_at from ads where owner_id = ${userId} and is_circle_only
  ) shown order by created_at desc, id desc limit ${CIRCLE_ONLY_MAX})`;

const CIRCLE = `
  select
    case when $2::boolean then array(select friend_id from friends where user_id = $1::bigint and not is_hidden) end as friends,
    ${circleOnlySql('$1::bigint')} as "circleOnly"`;

/** Friends of friends beyond this number, those with the fewest common friends, are left out of the condition. */
const FRIENDS_OF_FRIENDS_MAX = 2000;

/** At most 200 friends of each of 200, as in suggestions; without friends and without blocks in either direction. */
export const FRIENDS_OF_FRIENDS = `
  select coalesce(array_agg(id), '{}') as ids from (
    select near.id from ${friendsOfFriendsSql('$1::bigint')} near
    where near.id not in (
      select friend_id from friends where user_id = $1::bigint
      union all select blocked_id from blocks where user_id = $1::bigint
      union all select user_id from blocks where blocked_id = $1::bigint)
    order by near.mutual desc, near.id desc limit ${FRIENDS_OF_FRIENDS_MAX}) known`;

export interface Circle {
  /** Friends of the viewer, when only their ads are wanted; null otherwise. */
  friends: readonly number[] | null;
  /** Friends of those friends, when only their ads are wanted; null otherwise. */
  friendsOfFriends: readonly number[] | null;
  /** Ads that are shown to the viewer, but not to everybody. */
  circleOnly: readonly number[];
}

/** What of the circle a search asks for. */
export interface WantedCircle {
  friends: boolean;
  friendsOfFriends: boolean;
}

/** Finds what the viewer's friends show to the viewer and not to everybody, and whose ads alone are wanted. */
export async function findCircleOf(pool: pg.Pool, userId: number, wanted: WantedCircle): Promise<Circle> {
  const [{ rows }, friendsOfFriends] = await Promise.all([
    pool.query<{ friends: string[] | null; circleOnly: string[] }>({
      name: 'ads-circle',
      text: CIRCLE,
      values: [userId, wanted.friends],
    }),
    wanted.friendsOfFriends ? findFriendsOfFriends(pool, userId) : null,
  ]);
  const [row] = rows;
  return {
    friends: row?.friends?.map(Number) ?? null,
    friendsOfFriends,
    circleOnly: row?.circleOnly.map(Number) ?? [],
  };
}

/** The ads that are shown to the viewer but not to everybody; none for guests. */
export async function findCircleOnly(pool: pg.Pool, { userId }: Pick<Viewer, 'userId'>): Promise<readonly number[]> {
  if (userId === null) return [];
  return (await findCircleOf(pool, userId, { friends: false, friendsOfFriends: false })).circleOnly;
}

async function findFriendsOfFriends(pool: pg.Pool, userId: number): Promise<number[]> {
  const { rows } = await pool.query<{ ids: string[] }>({
    name: 'ads-friends-of-friends',
    text: FRIENDS_OF_FRIENDS,
    values: [userId],
  });
  return rows[0]?.ids.map(Number) ?? [];
}
