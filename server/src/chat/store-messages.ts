import { sql } from 'kysely';
import type { Tx } from '../database.ts';
import type { Carried, MemberFolder } from './chat.tables.ts';
import type { HeldChat } from './hold-chat.ts';
import type { Members } from './members.queries.ts';

export interface NewMessage {
  kind?: 'message' | 'missed_call';
  clientKey?: string | undefined;
  content: string;
  replyTo?: number | null | undefined;
  forwardedFrom?: number | null;
  cardKind?: 'ad' | 'user' | null | undefined;
  cardId?: number | null | undefined;
  carries: readonly Carried[];
  warnings: readonly string[];
  isSilent: boolean;
}

interface Storing {
  chat: HeldChat;
  members: Members;
  /** Where the receiver has the dialog from now on. */
  folder: MemberFolder;
  now: Date;
}

/**
 * Put messages at the end of a dialog that is held, in their order: numbers without a hole, and with them whatever the two count.
 * Answers their ids.
 */
export async function storeMessages(
  tx: Tx,
  { chat, members: { mine, theirs }, folder, now }: Storing,
  messages: readonly NewMessage[],
): Promise<number[]> {
  const stored = await tx
    .insertInto('messages')
    .values(
      messages.map((message, i) => ({
        chat_id: chat.id,
        seq: chat.lastSeq + 1 + i,
        sender_id: mine.user_id,
        kind: message.kind ?? 'message',
        client_key: message.clientKey,
        client_part: i,
        content: message.content,
        reply_to: message.replyTo ?? null,
        forwarded_from: message.forwardedFrom ?? null,
        card_kind: message.cardKind ?? null,
        card_id: message.cardId ?? null,
        carries: [...message.carries],
        warnings: [...message.warnings],
        is_silent: message.isSilent,
        created_at: now,
      })),
    )
    .returning(['id', 'seq'])
    .execute();
  const last = chat.lastSeq + messages.length;
  const isUnread = folder !== 'declined';
  await sql`
    -- named count-messages
    with counted as (update chats set last_seq = ${last} where id = ${chat.id}),
    mine as (
      update chat_members set shown_seq = ${last}, shown_at = ${now}, shown_count = shown_count + ${messages.length},
        is_accepted = true, folder = 'main',
        -- Who answers what was put away has seen it.
        read_seq = case when folder = 'declined' then ${chat.lastSeq} else read_seq end
      where chat_id = ${chat.id} and user_id = ${mine.user_id})
    update chat_members set shown_seq = ${last}, shown_at = ${now}, shown_count = shown_count + ${messages.length},
      folder = ${folder}, unread = unread + ${isUnread ? messages.length : 0},
      -- As in other messengers: what is muted stays in the archive.
      is_archived = is_archived and coalesce(muted_until > now(), false)
    where chat_id = ${chat.id} and user_id = ${theirs.user_id}`.execute(tx);
  return stored.toSorted((a, b) => a.seq - b.seq).map(({ id }) => id);
}
