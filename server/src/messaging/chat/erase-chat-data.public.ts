import { sql } from 'kysely';
import { findErasedUsers } from '../../people/users/accounts.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { releaseChatFiles } from '../chat-files/chat-files.public.ts';
import { deleteScheduledOfSender } from './extras/schedule-message.ts';

export const cancelScheduledMessages = (tx: Tx, userId: number): Promise<void> => deleteScheduledOfSender(tx, userId);

/**
 * Erases a user's chat data. Messages that others received stay without a reference to the sender. Messages that nobody
 * else can see are deleted, and so are chats whose other user is erased as well.
 */
export async function eraseChatData(tx: Tx, userId: number, { clock }: Services): Promise<void> {
  await deleteScheduledOfSender(tx, userId);
  await tx.deleteFrom('chat_settings').where('user_id', '=', userId).execute();
  await tx.deleteFrom('link_fetches').where('user_id', '=', userId).execute();
  await tx.deleteFrom('request_pushes').where('user_id', '=', userId).execute();
  await tx
    .deleteFrom('first_contacts')
    .where((is) => is.or([is('sender_id', '=', userId), is('recipient_id', '=', userId)]))
    .execute();
  const remainingIds = await deleteOrphanedChats(tx, await lockChats(tx, userId));
  await blankMembers(tx, userId);
  if (remainingIds.length > 0) {
    await deleteOrphanedMessages(tx, userId, remainingIds, clock());
    await sql`
      delete from message_reactions r using messages m
      where m.id = r.message_id and m.chat_id = any(${remainingIds}::bigint[]) and r.user_id = ${userId}`.execute(tx);
  }
  await tx.deleteFrom('message_hides').where('user_id', '=', userId).execute();
  // Client keys come from the user's devices and are not needed any more.
  await sql`update messages set client_key = null where sender_id = ${userId} and client_key is not null`.execute(tx);
}

interface LockedChatRow {
  id: number;
  other_id: number;
}

/** Locks in order of the ids to avoid deadlocks; two users who are erased at the same time are serialized here. */
async function lockChats(tx: Tx, userId: number): Promise<LockedChatRow[]> {
  const { rows } = await sql<LockedChatRow>`
    select c.id, case when c.low_id = ${userId} then c.high_id else c.low_id end as other_id
    from chats c where c.id in (select chat_id from chat_members where user_id = ${userId})
    order by c.id for update`.execute(tx);
  return rows;
}

async function deleteOrphanedChats(tx: Tx, chats: readonly LockedChatRow[]): Promise<number[]> {
  const erased = await findErasedUsers(
    tx,
    chats.map(({ other_id }) => other_id),
  );
  const gone = chats.filter(({ other_id }) => erased.has(other_id)).map(({ id }) => id);
  if (gone.length > 0) {
    await releaseFiles(tx, sql`m.chat_id = any(${gone}::bigint[])`);
    await tx.deleteFrom('chats').where('id', 'in', gone).execute();
  }
  return chats.filter(({ other_id }) => !erased.has(other_id)).map(({ id }) => id);
}

/** A chat always has two member rows, so the row is reset instead of deleted. */
async function blankMembers(tx: Tx, userId: number): Promise<void> {
  await tx
    .updateTable('chat_members')
    .set({
      is_archived: false,
      shown_seq: null,
      shown_at: null,
      shown_count: 0,
      unread: 0,
      is_marked: false,
      pinned_at: null,
      muted_until: null,
      draft: '',
      draft_at: null,
      away_answered_on: null,
    })
    .where('user_id', '=', userId)
    .execute();
}

/** Messages that the other user had deleted for themselves keep only their number. */
async function deleteOrphanedMessages(tx: Tx, userId: number, chatIds: readonly number[], now: Date): Promise<void> {
  const isOrphaned = sql<boolean>`(m.chat_id = any(${chatIds}::bigint[]) and m.deleted_at is null and exists (
    select from chat_members them where them.chat_id = m.chat_id and them.user_id <> ${userId}
      and (m.seq <= them.cleared_seq
        or exists (select from message_hides h where h.user_id = them.user_id and h.message_id = m.id))))`;
  await releaseFiles(tx, isOrphaned);
  await sql`
    with emptied as (
      update messages m set content = '', content_kinds = '{}', warnings = '{}', reply_to = null, forwarded_from = null,
        card_kind = null, card_id = null, link_key = null, pinned_at = null, edited_at = null, deleted_at = ${now}
      where ${isOrphaned} returning id),
    unhidden as (delete from message_hides where message_id in (select id from emptied))
    delete from message_reactions where message_id in (select id from emptied)`.execute(tx);
}

async function releaseFiles(tx: Tx, condition: ReturnType<typeof sql>): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select m.id from messages m
    where m.content_kinds && array['photo', 'video', 'audio', 'voice', 'file'] and ${condition}`.execute(tx);
  if (rows.length > 0)
    await releaseChatFiles(
      tx,
      rows.map(({ id }) => id),
    );
}
