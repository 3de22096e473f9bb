import type { User } from '@app/contract/people/users';
import { type RawBuilder, sql } from 'kysely';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { isBlockBetween } from '../relationships/relationships.public.ts';
import { friendsOfFriends } from '../users/search/friends-of-friends.public.ts';
import { IS_ACTIVE_USER } from '../users/search/name-search.public.ts';
import { userCardsOf } from '../users/user-cards.public.ts';

const cardsBySize = new Map<number, ReturnType<typeof userCardsOf>>();

/** Suggests friends of friends by the number of mutual friends, then the newest users of the same city. */
export async function suggestPeople(
  services: Services,
  viewer: SignedInViewer,
  size: number,
): Promise<{ list: User[] }> {
  const list = cardsBySize.get(size) ?? userCardsOf(`suggest-people-${size}`, suggestionsSql(size));
  cardsBySize.set(size, list);
  return { list: await list(services, viewer) };
}

/** Finds the ids of users for $1. */
function suggestionsSql(size: number): RawBuilder<unknown> {
  const userId = sql`$1::bigint`;
  const isNew = sql`${IS_ACTIVE_USER} and u.id <> ${userId}
    and not exists (select from friends f where f.user_id = ${userId} and f.friend_id = u.id)
    and not exists (select from friend_requests r where r.from_id = ${userId} and r.to_id = u.id)
    and not exists (select from friend_requests r where r.from_id = u.id and r.to_id = ${userId})
    and not exists (select from hidden_suggestions h where h.user_id = ${userId} and h.hidden_id = u.id)
    and not ${isBlockBetween(sql`u.id`, userId)}`;
  // A limit of unknown size would be planned for a tenth of all.
  const count = sql.lit(size);
  // Those who share most friends first, one after the other, until there are enough: most are never looked at.
  return sql`
    with near as materialized (
      select near.id, near.mutual
      from (select * from ${friendsOfFriends(userId)} known order by known.mutual desc, known.id desc offset 0) near
        cross join lateral (select from users u where u.id = near.id and ${isNew} limit 1) found
      order by near.mutual desc, near.id desc limit ${count}
    ), found as (
      select id, mutual from near
      union all
      (select u.id, 0 from users u
        where (select count(*) from near) < ${count} and u.city_id = (select city_id from users where id = ${userId}) and ${isNew}
        order by u.id desc limit ${count})
    )
    select id from found group by id order by max(mutual) desc, id desc limit ${count}`;
}

export async function hideSuggestion(
  { db }: Services,
  viewer: SignedInViewer,
  { id, hidden }: { id: number; hidden: 0 | 1 },
): Promise<{ id: number }> {
  if (hidden === 0) {
    await db
      .deleteFrom('hidden_suggestions')
      .where('user_id', '=', viewer.userId)
      .where('hidden_id', '=', id)
      .execute();
    return { id };
  }
  const person = await db
    .selectFrom('users')
    .select('id')
    .where('id', '=', id)
    .where('status', '<>', 'registered')
    .executeTakeFirst();
  if (person === undefined || id === viewer.userId) throw new Failure('not_found');
  await db
    .insertInto('hidden_suggestions')
    .values({ user_id: viewer.userId, hidden_id: id })
    .onConflict((conflict) => conflict.doNothing())
    .execute();
  return { id };
}
