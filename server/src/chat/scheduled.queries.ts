import { sql } from 'kysely';
import type { Db } from '../database.ts';

/** How many messages of this person to that one wait for their time. */
export async function countScheduled(db: Db, senderId: number, receiverId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from scheduled_messages
    where sender_id = ${senderId} and receiver_id = ${receiverId}`.execute(db);
  return rows[0]?.count ?? 0;
}
