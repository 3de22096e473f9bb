import type { ChatCounts } from '@app/contract/messaging/chat';
import type pg from 'pg';
import { createBatcher, memoizeByKey } from '../../../platform/batches.ts';
import { READ_TOGETHER } from '../messages/messages.queries.ts';

/** Served by chat_members_unread and chat_members_requests. */
const COUNTS = {
  name: 'chat-counts',
  text: `
    select asked.id, mine.unread, mine.chats, requests.count as requests
    from unnest((select $1::bigint[])) as asked (id)
    cross join lateral (
      select coalesce(sum(unread), 0)::bigint as unread, count(*) as chats from chat_members
      where user_id = asked.id and (unread > 0 or is_marked) and folder = 'main' and not is_archived
        and shown_at is not null and (muted_until is null or muted_until <= now())) as mine
    cross join lateral (
      select count(*) from chat_members
      where user_id = asked.id and folder = 'requests' and shown_at is not null and not is_archived) as requests`,
};

const counterOf = memoizeByKey((pool: pg.Pool) =>
  createBatcher((ids: readonly number[]) => countAll(pool, ids), READ_TOGETHER),
);

/** Counts for the badge; concurrent requests are combined into one query. */
export const countChats = (pool: pg.Pool, userId: number): Promise<ChatCounts> => counterOf(pool)(userId);

async function countAll(pool: pg.Pool, ids: readonly number[]): Promise<ChatCounts[]> {
  const { rows } = await pool.query<ChatCounts & { id: number }>({ ...COUNTS, values: [[...new Set(ids)]] });
  const found = new Map(rows.map(({ id, ...counts }) => [id, counts]));
  return ids.map((id) => found.get(id) ?? { unread: 0, chats: 0, requests: 0 });
}
