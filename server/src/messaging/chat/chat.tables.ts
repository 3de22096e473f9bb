import type { CardKind, MessageKind, SharedCardKind } from '@app/contract/messaging/chat';
import type { ColumnType, Generated } from 'kysely';

type MadeByDatabase<T> = ColumnType<T, never, never>;
type OptionalTime = ColumnType<Date | null, Date | null | undefined, Date | null>;

interface ChatsTable {
  id: MadeByDatabase<number>;
  low_id: number;
  high_id: number;
  last_seq: Generated<number>;
  about_ad_id: number | null | undefined;
  created_at: Generated<Date>;
}

export type MemberFolder = 'main' | 'requests' | 'declined';

interface ChatMembersTable {
  chat_id: number;
  user_id: number;
  other_id: number;
  folder: Generated<MemberFolder>;
  is_archived: Generated<boolean>;
  shown_seq: ColumnType<number | null, number | null | undefined, number | null>;
  shown_at: OptionalTime;
  cleared_seq: Generated<number>;
  shown_count: Generated<number>;
  delivered_seq: Generated<number>;
  read_seq: Generated<number>;
  unread: Generated<number>;
  is_marked: Generated<boolean>;
  /** This member has written here or accepted the message request. */
  is_accepted: Generated<boolean>;
  pinned_at: OptionalTime;
  /** The driver returns PostgreSQL's infinity as the number Infinity. */
  muted_until: ColumnType<Date | number | null, Date | 'infinity' | null | undefined, Date | 'infinity' | null>;
  draft: Generated<string>;
  draft_at: OptionalTime;
  /** Of a seller: the day of the last away answer to the other person, in the zone of the seller. */
  away_answered_on: ColumnType<string | null, string | null | undefined, string | null>;
}

export type ContentKind = 'photo' | 'video' | 'audio' | 'voice' | 'file' | 'link' | 'card';

interface MessagesTable {
  id: MadeByDatabase<number>;
  chat_id: number;
  seq: number;
  sender_id: number;
  kind: Generated<MessageKind>;
  client_key: string | null | undefined;
  client_part: Generated<number>;
  /** Of an answered call; null otherwise. */
  call_seconds: ColumnType<number | null, number | null | undefined, never>;
  content: Generated<string>;
  reply_to: ColumnType<number | null, number | null | undefined, number | null>;
  forwarded_from: ColumnType<number | null, number | null | undefined, number | null>;
  card_kind: ColumnType<CardKind | null, CardKind | null | undefined, CardKind | null>;
  card_id: ColumnType<number | null, number | null | undefined, number | null>;
  /** Of the card in `link_cards`. */
  link_key: ColumnType<string | null, string | null | undefined, string | null>;
  content_kinds: Generated<ContentKind[]>;
  warnings: Generated<string[]>;
  is_silent: Generated<boolean>;
  /** Sent by the product in the name of the sender. */
  is_automatic: Generated<boolean>;
  pinned_at: OptionalTime;
  created_at: Generated<Date>;
  edited_at: OptionalTime;
  deleted_at: OptionalTime;
  /** Set by the `messages_search` trigger from `content`. */
  search: MadeByDatabase<string | null>;
}

interface MessageReactionsTable {
  message_id: number;
  user_id: number;
  reaction: string;
  at: Generated<Date>;
}

interface MessageHidesTable {
  user_id: number;
  message_id: number;
}

interface StrangerFirstsTable {
  sender_id: number;
  recipient_id: number;
  at: Generated<Date>;
}

interface ChatSettingsTable {
  user_id: number;
  shows_reads: Generated<boolean>;
  shows_typing: Generated<boolean>;
  quick_replies: ColumnType<string[] | null, string[] | null | undefined, string[] | null>;
  seller_replies: ColumnType<string[] | null, string[] | null | undefined, string[] | null>;
}

interface ScheduledMessagesTable {
  id: MadeByDatabase<number>;
  sender_id: number;
  receiver_id: number;
  client_key: string | null | undefined;
  content: Generated<string>;
  reply_to: ColumnType<number | null, number | null | undefined, number | null>;
  card_kind: ColumnType<SharedCardKind | null, SharedCardKind | null | undefined, SharedCardKind | null>;
  card_id: ColumnType<number | null, number | null | undefined, number | null>;
  board_id: ColumnType<number | null, number | null | undefined, number | null>;
  is_silent: Generated<boolean>;
  has_link_card: Generated<boolean>;
  send_at: Date;
  failure: Generated<string>;
  created_at: Generated<Date>;
}

export interface ChatTables {
  chats: ChatsTable;
  chat_members: ChatMembersTable;
  messages: MessagesTable;
  message_reactions: MessageReactionsTable;
  message_hides: MessageHidesTable;
  first_contacts: StrangerFirstsTable;
  chat_settings: ChatSettingsTable;
  scheduled_messages: ScheduledMessagesTable;
}
