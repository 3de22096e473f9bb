import type { CardKind, MessageKind } from '@app/contract/messaging/chat';
import { sql } from 'kysely';
import type { Tx } from '../../../platform/database/tables.ts';
import type { ContentKind, MemberFolder } from '../chat.tables.ts';
import type { LockedChat } from '../lock-chat.ts';
import type { Members } from '../members.queries.ts';

export interface NewMessage {
  kind?: MessageKind;
  clientKey?: string | undefined;
  content: string;
  replyTo?: number | null | undefined;
  forwardedFrom?: number | null;
  cardKind?: CardKind | null | undefined;
  cardId?: number | null | undefined;
  /** Of the card of the text's link. */
  linkKey?: string | null | undefined;
  contentKinds: readonly ContentKind[];
  warnings: readonly string[];
  isSilent: boolean;
  /** Sent by the product in the name of the sender, who has neither seen nor accepted anything by it. */
  isAutomatic?: boolean;
  /** Of an answered call, whole seconds. */
  callSeconds?: number | null;
  /** The receiver knows of it already. */
  isRead?: boolean;
}

interface Storing {
  chat: LockedChat;
  members: Members;
  folder: MemberFolder;
  now: Date;
}

/** Appends messages to a locked chat with consecutive numbers and updates both members' counters. Returns the ids. */
export async function storeMessages(
  tx: Tx,
  { chat, members: { mine, theirs }, folder, now }: Storing,
  messages: readonly NewMessage[],
): Promise<number[]> {
  const last = chat.lastSeq + messages.length;
  const unread = folder === 'declined' ? 0 : messages.filter(({ isRead }) => isRead !== true).length;
  const isAutomatic = messages.every((message) => message.isAutomatic === true);
  const { rows } = await sql<{ id: number }>`
    -- named store-messages
    with stored as (
      insert into messages (chat_id, seq, sender_id, kind, client_key, client_part, content, reply_to, forwarded_from,
        card_kind, card_id, link_key, content_kinds, warnings, is_silent, is_automatic, call_seconds, created_at)
      select ${chat.id}::bigint, ${chat.lastSeq}::bigint + place, ${mine.user_id}::bigint, kind, client_key, place - 1,
        content, reply_to, forwarded_from, card_kind, card_id, link_key, content_kinds, warnings, is_silent,
        is_automatic, call_seconds, ${now}::timestamptz
      from rows from (jsonb_to_recordset(${JSON.stringify(messages.map(toRecord))}::jsonb) as (
        kind text, client_key uuid, content text, reply_to bigint, forwarded_from bigint, card_kind text, card_id bigint,
        link_key text, content_kinds text[], warnings text[], is_silent boolean, is_automatic boolean, call_seconds integer)) with ordinality as each (
        kind, client_key, content, reply_to, forwarded_from, card_kind, card_id, link_key, content_kinds, warnings,
        is_silent, is_automatic, call_seconds, place)
      returning id, seq),
    counted as (update chats set last_seq = ${last} where id = ${chat.id}),
    mine as (
      update chat_members set shown_seq = ${last}, shown_at = ${now}, shown_count = shown_count + ${messages.length},
        is_accepted = is_accepted or not ${isAutomatic}, folder = case when ${isAutomatic} then folder else 'main' end,
        -- Who answers what was put away has seen it.
        read_seq = case when folder = 'declined' and not ${isAutomatic} then ${chat.lastSeq} else read_seq end
      where chat_id = ${chat.id} and user_id = ${mine.user_id}),
    theirs as (
      update chat_members set shown_seq = ${last}, shown_at = ${now}, shown_count = shown_count + ${messages.length},
        folder = ${folder}, unread = unread + ${unread},
        -- What the receiver knows already leaves nothing unread behind it.
        read_seq = case when ${unread} = 0 and unread = 0 and ${folder} <> 'declined' then ${last} else read_seq end,
        -- As in other messengers: what is muted stays in the archive.
        is_archived = is_archived and coalesce(muted_until > now(), false)
      where chat_id = ${chat.id} and user_id = ${theirs.user_id})
    select id from stored order by seq`.execute(tx);
  return rows.map(({ id }) => id);
}

const toRecord = (message: NewMessage) => ({
  kind: message.kind ?? 'message',
  client_key: message.clientKey ?? null,
  content: message.content,
  reply_to: message.replyTo ?? null,
  forwarded_from: message.forwardedFrom ?? null,
  card_kind: message.cardKind ?? null,
  card_id: message.cardId ?? null,
  link_key: message.linkKey ?? null,
  content_kinds: message.contentKinds,
  warnings: message.warnings,
  is_silent: message.isSilent,
  is_automatic: message.isAutomatic === true,
  call_seconds: message.callSeconds ?? null,
});
