import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/tables.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { requireFound } from '../../../platform/failure.ts';
import type { SignedInViewer } from '../../../platform/http/viewer.ts';
import { releaseChatFiles, removeReader, removeReaderOfChat } from '../../chat-files/chat-files.public.ts';
import { type LockedChat, lockChat } from '../lock-chat.ts';
import { findMembers, type Members, receivesChatEvents, recountMembers } from '../members.queries.ts';
import { publishChatEvent } from '../publish-chat-event.ts';
import { type LockedMessage, lockMessages } from './lock-message.ts';
import { carriesFiles } from './messages.queries.ts';

/** Deletes messages of one chat for the viewer; `isForBoth`: the viewer's own messages for both. */
export async function deleteMessages(
  services: Services,
  { userId }: SignedInViewer,
  ids: readonly number[],
  isForBoth: boolean,
): Promise<{ success: true }> {
  if (ids.length === 0) return { success: true };
  await services.db.transaction().execute(async (tx) => {
    const { chat, members, messages } = await lockMessages(tx, userId, ids);
    const ownMessages = messages.filter(({ sender_id }) => isForBoth && sender_id === userId);
    const hidden = messages.filter((message) => !ownMessages.includes(message));
    if (ownMessages.length > 0) await deleteForBoth(services, tx, chat, members, ownMessages);
    if (hidden.length > 0) await deleteForUser(services, tx, members, hidden);
    if (messages.length > 0) await recountMembers(tx, chat);
  });
  return { success: true };
}

const idsOf = (messages: readonly LockedMessage[]): number[] => messages.map(({ id }) => id);
const filesOf = (messages: readonly LockedMessage[]): number[] =>
  idsOf(messages.filter(({ content_kinds }) => carriesFiles(content_kinds)));

async function deleteForUser(
  services: Services,
  tx: Tx,
  { mine, theirs }: Members,
  messages: readonly LockedMessage[],
): Promise<void> {
  const ids = idsOf(messages);
  await tx
    .insertInto('message_hides')
    .values(ids.map((message_id) => ({ user_id: mine.user_id, message_id })))
    .execute();
  await sql`
    update chat_members set shown_count = shown_count - ${ids.length}
    where user_id = ${mine.user_id} and other_id = ${theirs.user_id}`.execute(tx);
  const withFiles = filesOf(messages);
  if (withFiles.length > 0) await removeReader(tx, withFiles, mine.user_id);
  await publishChatEvent(services, tx, mine.user_id, {
    type: 'chat_deleted',
    user_id: theirs.user_id,
    ids,
    up_to_seq: null,
  });
}

/**
 * Deletes for both. The rows keep their numbers, so that the sequence has no gap, and their client keys, so that a
 * repeat is not sent again.
 */
async function deleteForBoth(
  services: Services,
  tx: Tx,
  chat: LockedChat,
  { mine, theirs }: Members,
  messages: readonly LockedMessage[],
): Promise<void> {
  const ids = idsOf(messages);
  await sql`
    update chat_members me set shown_count = shown_count - (
      select count(*) from messages m where m.id = any(${ids}::bigint[]) and m.seq > me.cleared_seq
        and not exists (select from message_hides h where h.user_id = me.user_id and h.message_id = m.id))
    where me.chat_id = ${chat.id}`.execute(tx);
  await tx
    .updateTable('messages')
    .set({
      content: '',
      content_kinds: [],
      warnings: [],
      reply_to: null,
      forwarded_from: null,
      card_kind: null,
      card_id: null,
      link_key: null,
      pinned_at: null,
      edited_at: null,
      deleted_at: services.clock(),
    })
    .where('id', 'in', ids)
    .execute();
  await tx.deleteFrom('message_reactions').where('message_id', 'in', ids).execute();
  await tx.deleteFrom('message_hides').where('message_id', 'in', ids).execute();
  const withFiles = filesOf(messages);
  if (withFiles.length > 0) await releaseChatFiles(tx, withFiles);
  for (const id of ids) {
    await publishChatEvent(services, tx, mine.user_id, { type: 'chat_changed', user_id: theirs.user_id, id });
    if (receivesChatEvents(theirs))
      await publishChatEvent(services, tx, theirs.user_id, { type: 'chat_changed', user_id: mine.user_id, id });
  }
}

/** Deletes a chat for the viewer; `isForBoth`: for both users. A later message starts the chat again. */
export async function deleteChat(
  services: Services,
  { userId }: SignedInViewer,
  otherId: number,
  isForBoth: boolean,
): Promise<{ success: true }> {
  await services.db.transaction().execute(async (tx) => {
    const chat = requireFound(await lockChat(tx, userId, otherId));
    const { theirs } = await findMembers(tx, chat, userId);
    if (isForBoth) await emptyChat(tx, chat);
    else {
      await sql`
        delete from message_hides h using messages m
        where h.user_id = ${userId} and m.id = h.message_id and m.chat_id = ${chat.id}`.execute(tx);
      await removeReaderOfChat(tx, chat.id, chat.lastSeq, userId);
    }
    await sql`
      update chat_members set cleared_seq = ${chat.lastSeq}, shown_count = 0, shown_seq = null, shown_at = null, unread = 0,
        is_marked = false, is_archived = false, pinned_at = null, draft = '', draft_at = null
      where chat_id = ${chat.id} and (${isForBoth} or user_id = ${userId})`.execute(tx);
    const gone = { type: 'chat_deleted' as const, ids: [], up_to_seq: chat.lastSeq };
    await publishChatEvent(services, tx, userId, { ...gone, user_id: otherId });
    if (isForBoth && receivesChatEvents(theirs))
      await publishChatEvent(services, tx, otherId, { ...gone, user_id: userId });
  });
  return { success: true };
}

async function emptyChat(tx: Tx, chat: LockedChat): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    with gone as (delete from messages where chat_id = ${chat.id} returning id, content_kinds)
    select id from gone where content_kinds && array['photo', 'video', 'audio', 'voice', 'file']`.execute(tx);
  const withFiles = rows.map(({ id }) => id);
  if (withFiles.length > 0) await releaseChatFiles(tx, withFiles);
  await tx.updateTable('chats').set({ about_ad_id: null }).where('id', '=', chat.id).execute();
}
