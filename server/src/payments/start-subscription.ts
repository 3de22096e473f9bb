import type { Lang } from '@app/contract/languages';
import { SUBSCRIPTION_PRICE_KOPECKS } from '@app/contract/money';
import type { PaymentMethod } from '@app/contract/payments';
import { Failure } from '../platform/failure.ts';
import { type IdempotencyKey, once } from '../platform/idempotency.ts';
import type { Services } from '../services.ts';
import {
  findPayer,
  findUnfinished,
  getPayment,
  insertPayment,
  lockPayer,
  markPending,
  type NewPayment,
  type Payment,
  settleAs,
} from './payments.queries.ts';
import { PaymentRefused, type PaymentRequest } from './provider/provider.ts';

export interface SubscriptionOrder {
  method?: PaymentMethod;
  autopay?: 0 | 1;
}

/**
 * Start paying for a year and say where the payer goes.
 *
 * The row is committed before the provider hears of it, and its key is the provider's idempotence key: whatever dies in
 * between, the reconciler repeats the same call and gets the same payment. A payment of the same kind that is not
 * finished yet is continued, so impatient presses make one payment.
 */
export async function startSubscription(
  services: Services,
  userId: number,
  order: SubscriptionOrder,
  idempotency?: IdempotencyKey,
): Promise<string> {
  const { db } = services;
  const method = order.method ?? null;
  const capability = services.provider.capabilities().find((one) => one.method === method);
  if (method !== null && !capability?.enabled) {
    throw new Failure('invalid_input', { fields: { method: capability?.reasonKey ?? 'errors.field.invalid' } });
  }
  const payer = await findPayer(db, userId);
  if (payer === undefined) throw new Failure('not_found');
  const wanted: NewPayment = {
    userId,
    kind: 'subscription',
    savedMethod: null,
    amountKopecks: SUBSCRIPTION_PRICE_KOPECKS,
    method,
    autopay: order.autopay === 1 && capability?.autopay === true,
    provider: services.provider.name,
    description: describe(services, payer.lang),
    customerEmail: payer.email,
    returnUrl: `${services.config.publicUrl}/subscribe/payed/${userId}`,
  };
  const { id } = await db.transaction().execute(async (tx) => {
    await lockPayer(tx, userId);
    return once(tx, idempotency, async () => (await findUnfinished(tx, wanted)) ?? (await insertPayment(tx, wanted)));
  });
  const payment = await placeAtProvider(services, id);
  // A repeated call may find its payment settled: the return page tells how it went.
  return payment.confirmation_url ?? payment.return_url;
}

/**
 * Make sure that the provider knows a payment. Safe to repeat and to run in parallel: the key is the payment's own.
 * A payment that the provider refuses for good is canceled.
 */
export async function placeAtProvider(services: Services, id: number): Promise<Payment> {
  const { db, provider, log } = services;
  const payment = await getPayment(db, id);
  if (payment.status !== 'created') return payment;
  try {
    await markPending(db, id, await provider.create(toRequest(payment)));
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error;
    log.error({ payment: id, provider: provider.name, reason: error.message }, 'payment provider refuses a payment');
    await settleAs(db, id, 'canceled');
    throw new Failure('provider_unavailable');
  }
  return getPayment(db, id);
}

function toRequest(payment: Payment): PaymentRequest {
  return {
    paymentId: payment.id,
    userId: payment.user_id,
    idempotenceKey: payment.idempotency_key,
    amountKopecks: payment.amount_kopecks,
    currency: payment.currency,
    description: payment.description,
    method: payment.method,
    autopay: payment.autopay,
    returnUrl: payment.return_url,
    customer: { email: payment.customer_email },
  };
}

function describe({ texts }: Services, lang: Lang): string {
  return texts.t(lang, 'payments.description', { brand: texts.t(lang, 'frame.name') });
}
