import type { Tx } from '../database.ts';

/**
 * Book a subscription that was paid for: what came into the provider's till is our income. The database refuses a
 * transaction whose entries do not add up to zero, and a second sale of the same payment.
 */
export async function bookSubscriptionSale(
  tx: Tx,
  sale: { paymentId: number; provider: string; amountKopecks: number },
): Promise<void> {
  const accounts = await tx
    .selectFrom('ledger_accounts')
    .select(['id', 'code'])
    .where('code', 'in', [`provider:${sale.provider}`, 'income:subscriptions'])
    .execute();
  const account = (code: string): number => {
    const found = accounts.find((row) => row.code === code);
    if (found === undefined) throw new Error(`the ledger has no account ${code}`);
    return found.id;
  };
  const { id } = await tx
    .insertInto('ledger_transactions')
    .values({ kind: 'subscription_sale', payment_id: sale.paymentId })
    .returning('id')
    .executeTakeFirstOrThrow();
  await tx
    .insertInto('ledger_entries')
    .values([
      { transaction_id: id, account_id: account(`provider:${sale.provider}`), amount_kopecks: sale.amountKopecks },
      { transaction_id: id, account_id: account('income:subscriptions'), amount_kopecks: -sale.amountKopecks },
    ])
    .execute();
}
