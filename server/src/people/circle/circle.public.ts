import { sql } from 'kysely';
import type { Tx } from '../../platform/database/tables.ts';

/** Hides the friendships of a user who left or is suspended until they return, and deletes their own requests. */
export async function setFriendshipsHidden(tx: Tx, userId: number, isHidden: boolean): Promise<void> {
  await tx.updateTable('friends').set({ is_hidden: isHidden }).where('friend_id', '=', userId).execute();
  if (isHidden) await tx.deleteFrom('friend_requests').where('from_id', '=', userId).execute();
}

export async function eraseCircle(tx: Tx, userId: number): Promise<void> {
  // Locks rows in one order, because two friends may be erased at once and each transaction deletes rows of the other.
  await sql`select from friends where ${userId} in (user_id, friend_id) order by user_id, friend_id for update`.execute(
    tx,
  );
  await sql`delete from friends where user_id = ${userId} or friend_id = ${userId}`.execute(tx);
  await sql`delete from friend_requests where from_id = ${userId} or to_id = ${userId}`.execute(tx);
  await sql`delete from hidden_suggestions where user_id = ${userId} or hidden_id = ${userId}`.execute(tx);
  await sql`delete from blocks where user_id = ${userId} or blocked_id = ${userId}`.execute(tx);
  await sql`delete from mutes where user_id = ${userId} or muted_id = ${userId}`.execute(tx);
}
