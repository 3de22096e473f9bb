import type { Services } from '../../platform/services.ts';
import { lockPayer, markNoticesProcessed, type Payment, settleAs } from './payments.queries.ts';
import { noteRefusedCharge } from './subscription/refused-charge.ts';

/** Give up a payment that is still open. Of an automatic one its person is told, and it is tried again. */
export async function cancelPayment(services: Services, payment: Payment, isMethodRevoked = false): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    await lockPayer(tx, payment.user_id);
    const isCanceled = await settleAs(tx, payment.id, 'canceled');
    if (isCanceled && payment.saved_method !== null) await noteRefusedCharge(services, tx, payment, isMethodRevoked);
    await markNoticesProcessed(tx, payment.id);
  });
}
