import type { Services } from '../../platform/domain/services.ts';
import { isMoney } from './payment-state.ts';
import { findByProviderId, storeWebhookEvent } from './payments.queries.ts';
import { providerOf } from './provider/provider-of.ts';
import { importProviderRefund } from './refunds/import-provider-refund.job.ts';
import { findRefundByProvider } from './refunds/refunds.queries.ts';
import { settleRefund } from './refunds/settle-refund.job.ts';
import { settlePayment } from './settle-payment.job.ts';

/** Known webhook events. Others are stored as `other`, so that strangers cannot fill the table with invented names. */
const EVENTS = ['payment.succeeded', 'payment.canceled', 'payment.waiting_for_capture', 'refund.succeeded'];

/**
 * Stores a webhook event of the provider. Events carry no signature, so only the identifier is trusted: it is stored
 * once, and a job queries the provider. Unknown identifiers are dropped, except refunds, which may have been made in
 * the provider's dashboard.
 */
export async function acceptWebhookEvent(
  services: Services,
  providerName: string,
  body: { event?: string; object: { id: string } },
): Promise<void> {
  const { db, queue } = services;
  const provider = providerOf(services);
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
  const { db, queue, config } = services;
  const provider = providerOf(services);
  const refund = await findRefundByProvider(db, provider.name, providerId);
  if (refund === undefined) {
    // Unknown refunds cause a query only when the provider's addresses are configured, because strangers could trigger
    // queries otherwise.
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
