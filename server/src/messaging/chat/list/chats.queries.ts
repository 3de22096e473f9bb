import type { CardKind, MessageKind } from '@app/contract/messaging/chat';
import type { ContactAudience } from '@app/contract/people/privacy';
import type pg from 'pg';
import { createBatcher, memoizeByKey } from '../../../platform/batches.ts';
import type { ChatFileJson } from '../../chat-files/present-chat-file.public.ts';
import type { ContentKind, MemberFolder } from '../chat.tables.ts';
import { filesOf, READ_TOGETHER } from '../messages/messages.queries.ts';

export interface ChatRow {
  reader_id: number;
  other_id: number;
  firstname: string | null;
  lastname: string | null;
  photo: string | null;
  is_gone: boolean;
  see_online: ContactAudience | null;
  may_write: ContactAudience | null;
  is_friend: boolean;
  is_blocked: boolean;
  has_blocked: boolean;
  online: boolean;
  last_seen: Date | null;
  /** Null: the chat has not begun. */
  chat_id: number | null;
  folder: MemberFolder | null;
  is_archived: boolean | null;
  unread: number | null;
  is_marked: boolean | null;
  pinned_at: Date | null;
  muted_until: Date | number | null;
  draft: string | null;
  my_read_seq: number | null;
  delivered_seq: number | null;
  read_seq: number | null;
  is_accepted: boolean | null;
  knows_me: boolean | null;
  last_id: number | null;
  last_seq: number | null;
  last_kind: MessageKind | null;
  last_sender_id: number | null;
  last_content: string | null;
  last_content_kinds: ContentKind[] | null;
  last_files: ChatFileJson[] | null;
  last_is_automatic: boolean | null;
  last_at: Date | null;
  card_kind: CardKind | null;
  card_id: number | null;
}

const HAS_BLOCKED = 'exists (select from blocks where user_id = asked.id and blocked_id = asked.reader_id)';
const showsReads = (id: string): string =>
  `coalesce((select shows_reads from chat_settings where user_id = ${id}), true)`;

// Single rows are looked up where they are shown: joined, the planner would try all orders of a dozen tables.
const CHATS = {
  name: 'chat-lines',
  text: `
    select asked.reader_id, asked.id as other_id, u.firstname, u.lastname,
      (u.id is null or u.deleted_at is not null or u.status <> 'active') as is_gone,
      case when not ${HAS_BLOCKED} then (select i.base_key from media_images i where i.id = u.photo_image_id) end as photo,
      u.see_online, u.may_write,
      exists (select from friends where user_id = asked.id and friend_id = asked.reader_id) as is_friend,
      exists (select from blocks where user_id = asked.reader_id and blocked_id = asked.id) as is_blocked,
      ${HAS_BLOCKED} as has_blocked,
      exists (select from presences p join presence_nodes n using (node)
        where p.user_id = asked.id and n.alive_until > now()) as online,
      (select date_trunc('minute', seen.at) from last_seen seen where seen.user_id = asked.id) as last_seen,
      me.chat_id, me.folder, me.is_archived, me.unread, me.is_marked, me.pinned_at,
      case when me.muted_until > now() then me.muted_until end as muted_until, me.draft, me.read_seq as my_read_seq,
      me.is_accepted, them.is_accepted as knows_me,
      -- Whoever has not taken the writer in yet shows nothing.
      case when them.folder = 'main' then them.delivered_seq else 0 end as delivered_seq,
      case when them.folder = 'main' and ${showsReads('asked.reader_id')} and ${showsReads('asked.id')}
        then them.read_seq else 0 end as read_seq,
      last.id as last_id, last.seq as last_seq, last.kind as last_kind, last.sender_id as last_sender_id,
      last.content as last_content, last.content_kinds as last_content_kinds, ${filesOf('last')} as last_files, last.is_automatic as last_is_automatic, last.created_at as last_at, last.card_kind, last.card_id
    from unnest((select $1::bigint[]), (select $2::bigint[])) as asked (reader_id, id)
    left join users u on u.id = asked.id and u.status <> 'registered'
    left join chat_members me on me.user_id = asked.reader_id and me.other_id = asked.id
    left join chat_members them on them.chat_id = me.chat_id and them.user_id = asked.id
    left join messages last on last.chat_id = me.chat_id and last.seq = me.shown_seq
    where asked.id <> asked.reader_id and (u.id is not null or me.chat_id is not null)`,
};

interface Asked {
  userId: number;
  otherIds: readonly number[];
}

const finderOf = memoizeByKey((pool: pg.Pool) =>
  createBatcher((asked: readonly Asked[]) => findAll(pool, asked), READ_TOGETHER),
);

/** Finds this user's chats with these users, if they exist. Concurrent lookups are combined into one query. */
export async function findChats(pool: pg.Pool, userId: number, otherIds: readonly number[]): Promise<ChatRow[]> {
  if (otherIds.length === 0) return [];
  return finderOf(pool)({ userId, otherIds: [...new Set(otherIds)] });
}

async function findAll(pool: pg.Pool, asked: readonly Asked[]): Promise<ChatRow[][]> {
  const pairs = new Map(
    asked.flatMap(({ userId, otherIds }) => otherIds.map((id) => [`${userId} ${id}`, { userId, id }])),
  );
  const values = [[...pairs.values()].map(({ userId }) => userId), [...pairs.values()].map(({ id }) => id)];
  const { rows } = await pool.query<ChatRow>({ ...CHATS, values });
  const found = new Map(rows.map((row) => [`${row.reader_id} ${row.other_id}`, row]));
  return asked.map(({ userId, otherIds }) =>
    otherIds.flatMap((id): ChatRow[] => [found.get(`${userId} ${id}`)].filter((row) => row !== undefined)),
  );
}
