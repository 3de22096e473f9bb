import { bookTopup } from '../../src/money/payments/ledger.ts';
import { insertPayment } from '../../src/money/payments/payments.queries.ts';
import type { Db } from '../../src/platform/database/tables.ts';

export async function fillBalance(db: Db, userId: number, roubles: number): Promise<void> {
  await db.transaction().execute(async (tx) => {
    const amountKopecks = roubles * 100;
    const paymentId = await insertPayment(tx, {
      userId,
      kind: 'topup',
      amountKopecks,
      method: null,
      autopay: false,
      savedMethod: null,
      provider: 'sandbox',
      description: 'Пополнение',
      customerEmail: 'payer@example.com',
      returnUrl: 'http://localhost:3000/profile/payments',
    });
    await bookTopup(tx, { userId, paymentId, provider: 'sandbox', amountKopecks });
  });
}
