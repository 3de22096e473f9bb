import { sql } from 'kysely';
import { findContactAddresses, findOwnNames } from '../../people/users/accounts.public.ts';
import { containsPattern } from '../../platform/database/like-pattern.ts';
import type { Tx } from '../../platform/database/tables.ts';

/**
 * Erases what staff wrote about a user in requests. The requests stay; a finished archive can no longer be downloaded
 * and is deleted by the next sweep, and one in progress is discarded. So is a list of people that was asked for by a word of theirs.
 */
export async function eraseApprovals(tx: Tx, userId: number): Promise<void> {
  await sql`
    update approvals set reason = '', answer = '', state = case when state = 'approved' then 'failed' else state end,
      file_until = case when storage_key is not null then asked_at end
    where about_user_id = ${userId}`.execute(tx);
  const words = [...(await findContactAddresses(tx, userId)), ...(await findOwnNames(tx, userId))];
  await sql`
    update approvals set search = '', state = case state when 'approved' then 'failed' when 'open' then 'expired' else state end
    where search ilike any (${words.map(containsPattern)})`.execute(tx);
}
