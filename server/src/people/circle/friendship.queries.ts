import { FRIENDS_MAX, type Friendship } from '@app/contract/people/circle';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/tables.ts';
import { Failure } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { findRelationships } from '../relationships/relationships.public.ts';

// All functions of this file require that both users are locked, see `lock-pair.public.ts`.

export async function areFriends(tx: Tx, oneId: number, otherId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('friends')
    .select('user_id')
    .where('user_id', '=', oneId)
    .where('friend_id', '=', otherId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function insertRequest(tx: Tx, fromId: number, toId: number, now: Date): Promise<boolean> {
  const inserted = await tx
    .insertInto('friend_requests')
    .values({ from_id: fromId, to_id: toId, created_at: now, hidden_at: null })
    .onConflict((conflict) => conflict.doNothing())
    .returning('from_id')
    .executeTakeFirst();
  return inserted !== undefined;
}

export async function countSentRequests(tx: Tx, userId: number): Promise<number> {
  const { count } = await tx
    .selectFrom('friend_requests')
    .select((eb) => eb.fn.countAll<number>().as('count'))
    .where('from_id', '=', userId)
    .executeTakeFirstOrThrow();
  return count;
}

export async function hasRequest(tx: Tx, fromId: number, toId: number): Promise<boolean> {
  const row = await tx
    .selectFrom('friend_requests')
    .select('from_id')
    .where('from_id', '=', fromId)
    .where('to_id', '=', toId)
    .executeTakeFirst();
  return row !== undefined;
}

export async function deleteRequest(tx: Tx, fromId: number, toId: number): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom('friend_requests')
    .where('from_id', '=', fromId)
    .where('to_id', '=', toId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

export async function markRequestHidden(tx: Tx, fromId: number, toId: number, now: Date): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable('friend_requests')
    .set({ hidden_at: now })
    .where('from_id', '=', fromId)
    .where('to_id', '=', toId)
    .where('hidden_at', 'is', null)
    .executeTakeFirst();
  return numUpdatedRows > 0n;
}

export async function insertFriendship(tx: Tx, oneId: number, otherId: number, now: Date): Promise<void> {
  const { rows } = await sql<{ is_full: boolean }>`
    select count(*) >= ${FRIENDS_MAX} as is_full from friends
    where user_id in (${oneId}, ${otherId}) group by user_id`.execute(tx);
  if (rows.some(({ is_full }) => is_full)) throw new Failure('friends_full');
  await deleteRequest(tx, oneId, otherId);
  await deleteRequest(tx, otherId, oneId);
  await tx
    .insertInto('friends')
    .values([
      { user_id: oneId, friend_id: otherId, since: now },
      { user_id: otherId, friend_id: oneId, since: now },
    ])
    .execute();
}

/** Deletes both sides and the "relative" marks. False when they were no friends. */
export async function deleteFriendship(tx: Tx, oneId: number, otherId: number): Promise<boolean> {
  const { rows } = await sql`
    delete from friends
    where (user_id, friend_id) in ((${oneId}, ${otherId}), (${otherId}, ${oneId})) returning 1`.execute(tx);
  return rows.length > 0;
}

export async function getFriendshipStatus(tx: Tx, viewer: SignedInViewer, id: number): Promise<Friendship> {
  const relationship = (await findRelationships(tx, viewer, [id])).get(id);
  return {
    id,
    friendship: relationship?.friendship ?? '',
    friendship_direction: relationship?.direction ?? null,
    kith: relationship?.isRelative ? 1 : 0,
  };
}
