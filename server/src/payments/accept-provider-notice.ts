import type { Services } from '../services.ts';
import { isMoney } from './payment-state.ts';
import { findByProviderId, storeNotice } from './payments.queries.ts';
import { settlePayment } from './settle-payment.job.ts';

/** The notices we know by name; anything else is kept as `other`, so that a stranger cannot fill the table with inventions. */
const EVENTS = ['payment.succeeded', 'payment.canceled', 'payment.waiting_for_capture', 'refund.succeeded'];

/**
 * A provider says that something happened to a payment. Notices carry no signature, so only the identifier is believed:
 * it is stored once, and a job asks the provider itself. An identifier that is not ours is forgotten at once.
 */
export async function acceptProviderNotice(
  services: Services,
  providerName: string,
  notice: { event?: string; object: { id: string } },
): Promise<void> {
  const { db, queue, provider } = services;
  if (providerName !== provider.name) return;
  const payment = await findByProviderId(db, providerName, notice.object.id);
  if (payment === undefined) return;
  const isSettled = isMoney(payment.status);
  await db.transaction().execute(async (tx) => {
    await storeNotice(tx, {
      paymentId: payment.id,
      provider: providerName,
      objectId: notice.object.id,
      event: notice.event !== undefined && EVENTS.includes(notice.event) ? notice.event : 'other',
      processed: isSettled,
    });
    if (isSettled) return;
    await queue.add(tx, settlePayment, { paymentId: payment.id }, { key: String(payment.id) });
  });
}
