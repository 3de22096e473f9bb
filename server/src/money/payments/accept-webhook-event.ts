import type { Services } from '../../platform/services.ts';
import { isMoney } from './payment-state.ts';
import { findByProviderId, storeWebhookEvent } from './payments.queries.ts';
import { importProviderRefund } from './refunds/import-provider-refund.job.ts';
import { findRefundByProvider } from './refunds/refunds.queries.ts';
import { settleRefund } from './refunds/settle-refund.job.ts';
import { settlePayment } from './settle-payment.job.ts';

/** The notices we know by name; anything else is kept as `other`, so that a stranger cannot fill the table with inventions. */
const EVENTS = ['payment.succeeded', 'payment.canceled', 'payment.waiting_for_capture', 'refund.succeeded'];

/**
 * A provider says that something happened to a payment or a refund. Notices carry no signature, so only the identifier is
 * believed: it is stored once, and a job asks the provider itself. An identifier that is not ours is forgotten at once, unless
 * it is a refund that was made in the provider's cabinet.
 */
export async function acceptWebhookEvent(
  services: Services,
  providerName: string,
  body: { event?: string; object: { id: string } },
): Promise<void> {
  const { db, queue, provider } = services;
  if (providerName !== provider.name) return;
  const event = body.event !== undefined && EVENTS.includes(body.event) ? body.event : 'other';
  const payment = await findByProviderId(db, providerName, body.object.id);
  if (payment === undefined) return acceptRefundWebhookEvent(services, event, body.object.id);
  const isSettled = isMoney(payment.status);
  await db.transaction().execute(async (tx) => {
    await storeWebhookEvent(tx, {
      paymentId: payment.id,
      provider: providerName,
      objectId: body.object.id,
      event,
      processed: isSettled,
    });
    if (isSettled) return;
    await queue.add(tx, settlePayment, { paymentId: payment.id }, { key: String(payment.id) });
  });
}

async function acceptRefundWebhookEvent(services: Services, event: string, providerId: string): Promise<void> {
  const { db, queue, provider, config } = services;
  const refund = await findRefundByProvider(db, provider.name, providerId);
  if (refund === undefined) {
    // Strangers cannot make us ask: that needs an address from the list.
    const isFromProvider = config.payment.provider === 'yookassa' && config.payment.noticeIps.length > 0;
    if (!isFromProvider || event !== 'refund.succeeded') return;
    await queue.add(db, importProviderRefund, { providerRefundId: providerId }, { key: `adopt-${providerId}` });
    return;
  }
  await db.transaction().execute(async (tx) => {
    const webhookEvent = {
      paymentId: refund.payment_id,
      provider: provider.name,
      objectId: providerId,
      event,
      processed: true,
    };
    await storeWebhookEvent(tx, webhookEvent);
    await queue.add(tx, settleRefund, { refundId: refund.id }, { key: `refund-${refund.id}` });
  });
}
