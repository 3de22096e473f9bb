import { sql } from 'kysely';
import type { Db } from '../src/platform/database/tables.ts';

/** How many statements wait for a lock: with `expect.poll` a test knows that a call has come to what somebody else holds. */
export async function countWaiting(db: Db): Promise<number> {
  const { rows } = await sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`.execute(db);
  return rows.length;
}
