import type { CardKind, MessageKind } from '@app/contract/messaging/chat';
import type pg from 'pg';
import { createBatcher, memoizeByKey } from '../../../platform/batches.ts';
import { messageFilesSql } from '../../chat-files/chat-files.public.ts';
import type { ChatFileJson } from '../../chat-files/present-chat-file.public.ts';
import type { ContentKind } from '../chat.tables.ts';

export interface MessageRow {
  reader_id: number;
  id: number;
  chat_id: number;
  other_id: number;
  seq: number;
  kind: MessageKind;
  call_seconds: number | null;
  sender_id: number;
  firstname: string | null;
  lastname: string | null;
  photo: string | null;
  is_gone: boolean;
  client_key: string | null;
  content: string;
  card_kind: CardKind | null;
  card_id: number | null;
  link_card: {
    url: string;
    title: string;
    description: string;
    site_name: string;
    photo: string | null;
  } | null;
  content_kinds: ContentKind[];
  files: ChatFileJson[] | null;
  warnings: string[];
  is_silent: boolean;
  is_automatic: boolean;
  pinned_at: Date | null;
  created_at: Date;
  edited_at: Date | null;
  deleted_at: Date | null;
  reply_to: number | null;
  reply: {
    user_id: number;
    content: string;
    kind: MessageKind;
    content_kinds: ContentKind[];
    name: string | null;
  } | null;
  forwarded_from: number | null;
  forwarded_name: string | null;
  reactions: { reaction: string; count: number; mine: boolean }[] | null;
  /** Whether the reader may see that a voice note was listened to. */
  shows_heard: boolean;
}

/** Lookups for events are batched: size, concurrency and pause in milliseconds. */
export const READ_TOGETHER = { max: 100, atOnce: 2, pauseMs: 12 };

/** Users who are deleted or not active are shown without a name. */
const nameOf = (id: string): string => `(select trim(person.firstname || ' ' || person.lastname) from users person
  where person.id = ${id} and person.deleted_at is null and person.status = 'active')`;
/** Quoted texts are cut to this length, which is more than any client shows. */
const QUOTE_MAX = 200;

const FILE_KINDS: readonly ContentKind[] = ['photo', 'video', 'audio', 'voice', 'file'];
export const carriesFiles = (contentKinds: readonly ContentKind[]): boolean =>
  contentKinds.some((kind) => FILE_KINDS.includes(kind));

/** SQL of the files of a row of `messages`. */
export const filesOf = (message: string): string =>
  `case when ${message}.content_kinds && '{${FILE_KINDS}}' then ${messageFilesSql(`${message}.id`)} end`;

// Single rows are looked up where they are shown: joined, the planner would try all orders of a dozen tables.
const MESSAGES = {
  name: 'chat-messages',
  text: `
    select me.user_id as reader_id, m.id, m.chat_id, me.other_id, m.seq, m.kind, m.call_seconds, m.sender_id, u.firstname, u.lastname,
      (u.id is null or u.deleted_at is not null or u.status <> 'active') as is_gone,
      case when not exists (select from blocks b where b.user_id = m.sender_id and b.blocked_id = me.user_id)
        then (select i.base_key from media_images i where i.id = u.photo_image_id) end as photo,
      case when m.sender_id = me.user_id then m.client_key end as client_key, m.content, m.card_kind, m.card_id, m.content_kinds, ${filesOf('m')} as files,
      (select json_build_object('url', page.url, 'title', page.title, 'description', page.description,
          'site_name', page.site_name, 'photo', (select i.base_key from media_images i where i.id = page.image_id))
        from link_cards page where page.key = m.link_key and page.fetched_at is not null) as link_card,
      case when m.sender_id = me.user_id then '{}' else m.warnings end as warnings,
      m.is_silent, m.is_automatic, m.pinned_at, m.created_at, m.edited_at, m.deleted_at, m.reply_to,
      (select json_build_object('user_id', r.sender_id, 'content', left(r.content, ${QUOTE_MAX}),
          'kind', r.kind, 'content_kinds', r.content_kinds, 'name', ${nameOf('r.sender_id')})
        from messages r
        where r.id = m.reply_to and r.chat_id = m.chat_id and r.deleted_at is null and r.seq > me.cleared_seq
          and not exists (select from message_hides h where h.user_id = me.user_id and h.message_id = r.id)) as reply,
      m.forwarded_from, ${nameOf('m.forwarded_from')} as forwarded_name,
      (select json_agg(each order by each.first, each.reaction) from (
        select reaction, count(*) as count, bool_or(user_id = me.user_id) as mine, min(at) as first
        from message_reactions where message_id = m.id group by reaction) as each) as reactions,
      -- Listening tells what reading does: it is shown where reads are.
      case when m.sender_id = me.user_id and 'voice' = any(m.content_kinds) then exists (
        select from chat_members them
        left join chat_settings my_rules on my_rules.user_id = me.user_id
        left join chat_settings their_rules on their_rules.user_id = them.user_id
        where them.chat_id = m.chat_id and them.user_id = me.other_id and them.folder = 'main'
          and coalesce(my_rules.shows_reads, true) and coalesce(their_rules.shows_reads, true)
      ) else true end as shows_heard
    from unnest((select $1::bigint[]), (select $2::bigint[])) as asked (reader_id, id)
    join messages m on m.id = asked.id
    join chat_members me on me.chat_id = m.chat_id and me.user_id = asked.reader_id and m.seq > me.cleared_seq
    left join users u on u.id = m.sender_id
    where not exists (select from message_hides h where h.user_id = me.user_id and h.message_id = m.id)`,
};

interface Asked {
  userId: number;
  ids: readonly number[];
}

const finderOf = memoizeByKey((pool: pg.Pool) =>
  createBatcher((asked: readonly Asked[]) => findAll(pool, asked), READ_TOGETHER),
);

/**
 * Finds the messages that this user can see, including those deleted for both. Concurrent lookups are combined into one
 * query, because every new message is read by two users at once.
 */
export async function findMessages(pool: pg.Pool, userId: number, ids: readonly number[]): Promise<MessageRow[]> {
  if (ids.length === 0) return [];
  return finderOf(pool)({ userId, ids: [...new Set(ids)] });
}

async function findAll(pool: pg.Pool, asked: readonly Asked[]): Promise<MessageRow[][]> {
  const pairs = new Map(asked.flatMap(({ userId, ids }) => ids.map((id) => [`${userId} ${id}`, { userId, id }])));
  const values = [[...pairs.values()].map(({ userId }) => userId), [...pairs.values()].map(({ id }) => id)];
  const { rows } = await pool.query<MessageRow>({ ...MESSAGES, values });
  const found = new Map(rows.map((row) => [`${row.reader_id} ${row.id}`, row]));
  return asked.map(({ userId, ids }) =>
    ids.flatMap((id): MessageRow[] => [found.get(`${userId} ${id}`)].filter((row) => row !== undefined)),
  );
}
