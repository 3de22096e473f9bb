import { sql } from 'kysely';
import type { Tx } from '../../platform/database/tables.ts';

/**
 * Erase what staff wrote about a person when they asked for something, before the person is erased. That it was asked stays; an
 * archive of theirs is not handed out any more and goes with the next sweep, one that is being made is not kept.
 */
export async function eraseApprovals(tx: Tx, userId: number): Promise<void> {
  await sql`
    update approvals set reason = '', answer = '', state = case when state = 'approved' then 'failed' else state end,
      file_until = case when storage_key is not null then asked_at end
    where about_user_id = ${userId}`.execute(tx);
}
