import type { ChatCounts } from '@app/contract/chat';
import { sql } from 'kysely';
import type { Db } from '../database.ts';

/** What the badge of the messages says; served by chat_members_unread and chat_members_requests. */
export async function countChats(db: Db, userId: number): Promise<ChatCounts> {
  const { rows } = await sql<ChatCounts>`
    -- named chat-counts
    select coalesce(sum(unread), 0)::bigint as unread, count(*) as chats,
      (select count(*) from chat_members
        where user_id = ${userId} and folder = 'requests' and shown_at is not null and not is_archived) as requests
    from chat_members
    where user_id = ${userId} and (unread > 0 or is_marked) and folder = 'main' and not is_archived
      and shown_at is not null and (muted_until is null or muted_until <= now())`.execute(db);
  return rows[0] ?? { unread: 0, chats: 0, requests: 0 };
}
