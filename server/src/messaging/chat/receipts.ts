import type { ChatCounts, chatApi } from '@app/contract/messaging/chat';
import type { BodyOf } from '@app/contract/platform/endpoint';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { requireFound } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { countChats } from './list/count-chats.public.ts';
import { type LockedChat, lockChat } from './lock-chat.ts';
import { findMembers, isShown, type Member } from './members.queries.ts';
import { publishChatEvent } from './publish-chat-event.ts';
import { recordReceipt } from './record-receipt.ts';

/** Marks messages as read up to a number, or marks the chat as unread. */
export async function markRead(
  services: Services,
  viewer: SignedInViewer,
  otherId: number,
  { seq, marked }: BodyOf<typeof chatApi.markRead>,
): Promise<ChatCounts> {
  const isRecorded =
    seq !== undefined &&
    marked === undefined &&
    (await recordReceipt(services, { readerId: viewer.userId, writerId: otherId, seq, isRead: true }));
  if (!isRecorded) await updateReadState(services, viewer, otherId, { seq, marked });
  return countChats(services.pool, viewer.userId);
}

async function updateReadState(
  services: Services,
  viewer: SignedInViewer,
  otherId: number,
  { seq, marked }: BodyOf<typeof chatApi.markRead>,
): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const chat = requireFound(await lockChat(tx, viewer.userId, otherId));
    await markReadUpTo(services, tx, chat, viewer.userId, { seq, marked });
  });
}

/** Receipts never move backwards; an unchanged receipt publishes nothing. */
async function markReadUpTo(
  services: Services,
  tx: Tx,
  chat: LockedChat,
  userId: number,
  { seq, marked }: { seq?: number | undefined; marked?: 0 | 1 | undefined },
): Promise<void> {
  const { mine, theirs } = await findMembers(tx, chat, userId);
  const read = Math.max(mine.read_seq, Math.min(seq ?? 0, chat.lastSeq));
  const isMarked = marked === undefined ? mine.is_marked && seq === undefined : marked === 1;
  if (read === mine.read_seq && isMarked === mine.is_marked) return;
  const delivered = Math.max(mine.delivered_seq, read);
  await sql`
    update chat_members me set read_seq = ${read}, delivered_seq = ${delivered}, is_marked = ${isMarked},
      unread = ${read === mine.read_seq ? sql`unread` : countUnread(chat, mine, read)}
    where me.chat_id = ${chat.id} and me.user_id = ${userId}`.execute(tx);
  await publishChatEvent(services, tx, userId, { type: 'chat_marks', user_id: theirs.user_id });
  const isDisclosed =
    delivered > mine.delivered_seq || (read > mine.read_seq && mine.shows_reads && theirs.shows_reads);
  if (isDisclosed) await publishReceiptEvent(services, tx, mine, theirs);
}

/** Counts the remaining unread messages; skips the count at the end of the chat. */
function countUnread(chat: LockedChat, mine: Member, read: number) {
  if (read >= chat.lastSeq || mine.folder === 'declined') return sql`0`;
  return sql`(select count(*) from messages m
    where m.chat_id = me.chat_id and m.seq > ${read} and m.sender_id = me.other_id and ${isShown})`;
}

/** Receipts of a user who has not accepted the sender are not published. */
async function publishReceiptEvent(services: Services, tx: Tx, mine: Member, theirs: Member): Promise<void> {
  if (mine.folder !== 'main' || theirs.folder === 'declined') return;
  await publishChatEvent(services, tx, theirs.user_id, { type: 'chat_marks', user_id: mine.user_id });
}

/** Marks chats as delivered to a device. Chats that have not begun or are already marked are skipped. */
export async function markDelivered(
  services: Services,
  viewer: SignedInViewer,
  list: BodyOf<typeof chatApi.delivered>['list'],
): Promise<{ success: true }> {
  await Promise.all(
    list.map(({ user_id, seq }) =>
      recordReceipt(services, { readerId: viewer.userId, writerId: user_id, seq, isRead: false }),
    ),
  );
  return { success: true };
}
