import { sql } from 'kysely';
import type { Tx } from '../../platform/database/tables.ts';

/**
 * Before a person is erased. Payments, the time they bought and the ledger stay for the books, five years by law, and name
 * nobody: the address of the receipt goes; it is with the provider, who sent it. The saved card goes whole.
 */
export async function erasePaymentData(tx: Tx, userId: number): Promise<void> {
  await sql`
    update payments set customer_email = '', return_url = '', confirmation_url = null where user_id = ${userId}`.execute(
    tx,
  );
  await sql`
    update refunds set reason = '' where payment_id in (select id from payments where user_id = ${userId})`.execute(tx);
  await sql`update gifts set reason = '' where user_id = ${userId}`.execute(tx);
  await sql`delete from autopays where user_id = ${userId}`.execute(tx);
}
