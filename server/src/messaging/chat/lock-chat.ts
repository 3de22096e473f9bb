import { sql } from 'kysely';
import type { Tx } from '../../platform/database/tables.ts';

export interface LockedChat {
  id: number;
  lastSeq: number;
  aboutAdId: number | null;
}

interface Row {
  id: number;
  last_seq: number;
  about_ad_id: number | null;
}

const toLockedChat = ({ id, last_seq, about_ad_id }: Row): LockedChat => ({
  id,
  lastSeq: last_seq,
  aboutAdId: about_ad_id,
});

/**
 * Locks the chat of two users, if there is one. Every change of a chat takes this lock first, several chats in order of
 * their ids, and publishes events last, so that no deadlock is possible.
 */
export async function lockChat(tx: Tx, oneId: number, otherId: number): Promise<LockedChat | undefined> {
  const { rows } = await sql<Row>`
    -- named hold-chat
    select id, last_seq, about_ad_id from chats
    where low_id = least(${oneId}::bigint, ${otherId}::bigint) and high_id = greatest(${oneId}::bigint, ${otherId}::bigint)
    for update`.execute(tx);
  const [row] = rows;
  return row === undefined ? undefined : toLockedChat(row);
}

/** Locks the chat of two users and creates a missing one. The caller has checked that both users exist. */
export async function lockOrCreateChat(tx: Tx, oneId: number, otherId: number): Promise<LockedChat> {
  const found = await lockChat(tx, oneId, otherId);
  if (found !== undefined) return found;
  // A simultaneous insert waits here for the first one and then returns its row.
  const { rows } = await sql<Row>`
    insert into chats (low_id, high_id)
    values (least(${oneId}::bigint, ${otherId}::bigint), greatest(${oneId}::bigint, ${otherId}::bigint))
    on conflict do nothing returning id, last_seq, about_ad_id`.execute(tx);
  const [created] = rows;
  if (created === undefined) {
    const other = await lockChat(tx, oneId, otherId);
    if (other === undefined) throw new Error('A chat disappeared inside a transaction');
    return other;
  }
  await tx
    .insertInto('chat_members')
    .values([
      { chat_id: created.id, user_id: oneId, other_id: otherId },
      { chat_id: created.id, user_id: otherId, other_id: oneId },
    ])
    .execute();
  return toLockedChat(created);
}
