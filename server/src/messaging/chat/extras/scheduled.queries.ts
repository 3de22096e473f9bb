import type { SharedCardKind } from '@app/contract/messaging/chat';
import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/tables.ts';

export interface ScheduledRow {
  id: number;
  sender_id: number;
  receiver_id: number;
  client_key: string | null;
  content: string;
  reply_to: number | null;
  card_kind: SharedCardKind | null;
  card_id: number | null;
  board_id: number | null;
  is_silent: boolean;
  has_link_card: boolean;
  send_at: Date;
  failure: string;
}

export async function countScheduled(db: Db, senderId: number, receiverId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from scheduled_messages
    where sender_id = ${senderId} and receiver_id = ${receiverId}`.execute(db);
  return rows[0]?.count ?? 0;
}

/** Soonest first; not paged, because the number per chat is limited. */
export async function listScheduledRows(db: Db, senderId: number, receiverId: number): Promise<ScheduledRow[]> {
  const { rows } = await sql<ScheduledRow>`
    select * from scheduled_messages where sender_id = ${senderId} and receiver_id = ${receiverId}
    order by send_at, id`.execute(db);
  return rows;
}

/** Locks a scheduled message until commit, so that it is either sent, changed or cancelled. */
export async function lockScheduled(tx: Tx, id: number): Promise<ScheduledRow | undefined> {
  const { rows } = await sql<ScheduledRow>`select * from scheduled_messages where id = ${id} for update`.execute(tx);
  return rows[0];
}

export async function findScheduled(db: Db, id: number): Promise<ScheduledRow | undefined> {
  const { rows } = await sql<ScheduledRow>`select * from scheduled_messages where id = ${id}`.execute(db);
  return rows[0];
}

export async function deleteScheduled(tx: Tx, id: number): Promise<void> {
  await tx.deleteFrom('scheduled_messages').where('id', '=', id).execute();
}
