import type { CardKind, MessageKind } from '@app/contract/messaging/chat';
import { sql } from 'kysely';
import { isBlockedBetween } from '../../../people/relationships/relationships.public.ts';
import type { Tx } from '../../../platform/database/tables.ts';
import { Failure } from '../../../platform/failure.ts';
import type { ContentKind } from '../chat.tables.ts';
import { type LockedChat, lockChat } from '../lock-chat.ts';
import { findMembers, isShown, type Members } from '../members.queries.ts';

export interface LockedMessage {
  id: number;
  seq: number;
  sender_id: number;
  kind: MessageKind;
  content: string;
  content_kinds: ContentKind[];
  forwarded_from: number | null;
  card_kind: CardKind | null;
  pinned_at: Date | null;
  created_at: Date;
}

export interface LockedMessages {
  chat: LockedChat;
  members: Members;
  messages: LockedMessage[];
}

/** Locks the chat of these messages; fails with not_found unless all are messages of one chat of this user. */
export async function lockMessages(tx: Tx, userId: number, ids: readonly number[]): Promise<LockedMessages> {
  const { rows: ends } = await sql<{ other_id: number }>`
    select distinct me.other_id from messages m
    join chat_members me on me.chat_id = m.chat_id and me.user_id = ${userId}
    where m.id = any(${ids}::bigint[])`.execute(tx);
  const [end] = ends;
  const chat = end !== undefined && ends.length === 1 ? await lockChat(tx, userId, end.other_id) : undefined;
  if (chat === undefined) throw new Failure('not_found');
  const { rows: messages } = await sql<LockedMessage>`
    select m.id, m.seq, m.sender_id, m.kind, m.content, m.content_kinds, m.forwarded_from, m.card_kind, m.pinned_at, m.created_at
    from messages m join chat_members me on me.chat_id = m.chat_id and me.user_id = ${userId}
    where m.chat_id = ${chat.id} and m.id = any(${ids}::bigint[]) and ${isShown} order by m.seq`.execute(tx);
  return { chat, members: await findMembers(tx, chat, userId), messages };
}

export async function lockMessage(
  tx: Tx,
  userId: number,
  id: number,
): Promise<{ chat: LockedChat; members: Members; message: LockedMessage }> {
  const { chat, members, messages } = await lockMessages(tx, userId, [id]);
  const [message] = messages;
  if (message === undefined) throw new Failure('not_found');
  if (await isBlockedBetween(tx, userId, members.theirs.user_id)) throw new Failure('blocked');
  return { chat, members, message };
}
