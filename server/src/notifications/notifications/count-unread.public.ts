import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';

declare module '../../platform/http/viewer.ts' {
  interface Viewer {
    /** Notifications not yet read, counted with the session of a page; undefined elsewhere. */
    unread?: number;
  }
}

/** Counted on every call: a user has at most some hundreds, and a stored counter could drift. */
export const unreadCountSql = (userId: RawBuilder<unknown>): RawBuilder<number> =>
  sql`(select count(*) from notifications where user_id = ${userId} and read_at is null)`;

export async function countUnread(db: Db, userId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`-- named count-unread
    select ${unreadCountSql(sql`${userId}`)} as count`.execute(db);
  return rows[0]?.count ?? 0;
}
