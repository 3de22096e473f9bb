import { sql } from 'kysely';
import type { Db } from '../src/platform/database/tables.ts';

/** Number of statements that wait for a lock. With `expect.poll` a test detects that a call waits for a locked row. */
export async function countWaiting(db: Db): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length;
}
