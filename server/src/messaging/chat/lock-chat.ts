import { sql } from 'kysely';
import type { Tx } from '../../platform/database/tables.ts';

/** A dialog that is held: nobody else changes anything of it until the transaction ends. */
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
 * Hold the dialog of two people, if there is one. Whatever changes a dialog holds it before anything else of it, one dialog
 * or several in the order of their ids, and tells people last of all: so nobody waits for anybody in a ring.
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

/** The same; where there is none, it begins here. The two are people who exist, which the caller has seen to. */
export async function lockOrCreateChat(tx: Tx, oneId: number, otherId: number): Promise<LockedChat> {
  const found = await lockChat(tx, oneId, otherId);
  if (found !== undefined) return found;
  // Whoever begins it at the same moment waits here for the first one, and finds it then.
  const { rows } = await sql<Row>`
    insert into chats (low_id, high_id)
    values (least(${oneId}::bigint, ${otherId}::bigint), greatest(${oneId}::bigint, ${otherId}::bigint))
    on conflict do nothing returning id, last_seq, about_ad_id`.execute(tx);
  const [created] = rows;
  if (created === undefined) {
    const other = await lockChat(tx, oneId, otherId);
    if (other === undefined) throw new Error('A dialog was there and is not');
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
