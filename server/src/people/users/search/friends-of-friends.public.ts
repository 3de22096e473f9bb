import { type RawBuilder, sql } from 'kysely';

/** Number of friends, newest first, whose friends are searched, and number of friends of each; bounds the cost. */
const FRIENDS_LOOKED_THROUGH = 200;

/** As {@link friendsOfFriends}, for plain statements: `user` is a placeholder. */
export const friendsOfFriendsSql = (user: string): string => `(
    select theirs.friend_id as id, count(*) as mutual
    from (select friend_id from friends where user_id = ${user} and not is_hidden
      order by since desc, friend_id desc limit ${FRIENDS_LOOKED_THROUGH}) mine
    join users known on known.id = mine.friend_id and known.see_friends <> 'nobody'
    cross join lateral (select friend_id from friends where user_id = mine.friend_id and not is_hidden
      order by since desc, friend_id desc limit ${FRIENDS_LOOKED_THROUGH}) theirs
    where theirs.friend_id <> ${user}
    group by theirs.friend_id)`;

const PARTS = friendsOfFriendsSql('USER').split('USER');

/**
 * Subquery of friends of friends with the number of common friends. Skips friends who hide their list of friends.
 * Served by friends_newest.
 */
export const friendsOfFriends = (userId: RawBuilder<unknown>): RawBuilder<{ id: number; mutual: number }> =>
  sql.join(
    PARTS.map((part) => sql.raw(part)),
    userId,
  );
