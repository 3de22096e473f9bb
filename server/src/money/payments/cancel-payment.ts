import type { Services } from '../../platform/domain/services.ts';
import { lockPayer, markWebhookEventsProcessed, type Payment, settlePaymentAs } from './payments.queries.ts';
import { handleRefusedCharge } from './subscription/handle-refused-charge.ts';

export async function cancelPayment(services: Services, payment: Payment, isMethodRevoked = false): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    await lockPayer(tx, payment.user_id);
    const isCanceled = await settlePaymentAs(tx, payment.id, 'canceled');
    if (isCanceled && payment.saved_method !== null) await handleRefusedCharge(services, tx, payment, isMethodRevoked);
    await markWebhookEventsProcessed(tx, payment.id);
  });
}
