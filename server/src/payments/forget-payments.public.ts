import { sql } from 'kysely';
import type { Tx } from '../database.ts';

/**
 * Before a person is erased. Payments, the time they bought and the ledger stay for the books, five years by law, and name
 * nobody: the address of the receipt goes; it is with the provider, who sent it.
 */
export async function forgetPayments(tx: Tx, userId: number): Promise<void> {
  await sql`
    update payments set customer_email = '', return_url = '', confirmation_url = null where user_id = ${userId}`.execute(
    tx,
  );
}
