import type { ChatCounts } from '@app/contract/messaging/chat';
import type pg from 'pg';
import { createBatcher, memoizeByKey } from '../../../platform/batches.ts';
import { READ_TOGETHER } from '../messages/messages.queries.ts';

declare module '../../../platform/http/viewer.ts' {
  interface Viewer {
    /** Counted with the session of a page; undefined elsewhere. */
    chats?: ChatCounts;
  }
}

/** SQL of the {@link ChatCounts} of a user, served by chat_members_unread and chat_members_requests. */
export const chatCountsSql = (userId: string): string => `(
  select json_build_object('unread', coalesce(sum(unread), 0), 'chats', count(*), 'requests', (
    select count(*) from chat_members
    where user_id = ${userId} and folder = 'requests' and shown_at is not null and not is_archived))
  from chat_members
  where user_id = ${userId} and (unread > 0 or is_marked) and folder = 'main' and not is_archived
    and shown_at is not null and (muted_until is null or muted_until <= now()))`;

const COUNTS = {
  name: 'chat-counts',
  text: `select asked.id, ${chatCountsSql('asked.id')} as counts from unnest((select $1::bigint[])) as asked (id)`,
};

const counterOf = memoizeByKey((pool: pg.Pool) =>
  createBatcher((ids: readonly number[]) => countAll(pool, ids), READ_TOGETHER),
);

/** Counts for the badge; concurrent requests are combined into one query. */
export const countChats = (pool: pg.Pool, userId: number): Promise<ChatCounts> => counterOf(pool)(userId);

async function countAll(pool: pg.Pool, ids: readonly number[]): Promise<ChatCounts[]> {
  const { rows } = await pool.query<{ id: number; counts: ChatCounts }>({ ...COUNTS, values: [[...new Set(ids)]] });
  const found = new Map(rows.map(({ id, counts }) => [id, counts]));
  return ids.map((id) => found.get(id) ?? { unread: 0, chats: 0, requests: 0 });
}
