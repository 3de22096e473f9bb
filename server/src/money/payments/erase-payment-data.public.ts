import { sql } from 'kysely';
import type { Tx } from '../../platform/database/tables.ts';

/**
 * Runs before a user is erased. Payments, subscription periods and the ledger are retained for accounting for five
 * years by law, without the name and the receipt email, which the provider has. The saved card is deleted.
 */
export async function erasePaymentData(tx: Tx, userId: number): Promise<void> {
  await sql`
    update payments set customer_email = '', return_url = '', confirmation_url = null,
      saved_method = case when saved_method is not null then '' end
    where user_id = ${userId}`.execute(tx);
  await sql`
    update refunds set reason = '' where payment_id in (select id from payments where user_id = ${userId})`.execute(tx);
  await sql`update manual_credits set reason = '' where user_id = ${userId}`.execute(tx);
  await sql`delete from autopays where user_id = ${userId}`.execute(tx);
}
