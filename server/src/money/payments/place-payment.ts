import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import { cancelPayment } from './cancel-payment.ts';
import { getPayment, lockPayer, markPending, type Payment } from './payments.queries.ts';
import { PaymentRefused, type PaymentRequest } from './provider/provider.ts';
import { providerOf } from './provider/provider-of.ts';
import { mayCharge } from './subscription/autopays.queries.ts';

/**
 * Creates the payment at the provider. Safe to repeat and to run in parallel, because the idempotence key belongs to
 * the payment. A payment that the provider rejects permanently is canceled.
 */
export async function placeAtProvider(services: Services, id: number): Promise<Payment> {
  const { db, log } = services;
  const provider = providerOf(services);
  const payment = await getPayment(db, id);
  if (payment.status !== 'created') return payment;
  try {
    if (payment.saved_method !== null && payment.saved_method !== undefined) await placeCharge(services, payment);
    else await markPending(db, id, await provider.create(toRequest(payment)));
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error;
    log.error({ payment: id, provider: provider.name, reason: error.message }, 'payment provider rejected a payment');
    await cancelPayment(services, payment);
    throw new Failure('provider_unavailable');
  }
  return getPayment(db, id);
}

/**
 * Requests an automatic charge, which only holds the money. Disabling autopay waits for the provider's response, and no
 * charge is requested afterwards.
 */
async function placeCharge(services: Services, payment: Payment): Promise<void> {
  const { db } = services;
  const provider = providerOf(services);
  const isWanted = await db.transaction().execute(async (tx) => {
    await lockPayer(tx, payment.user_id);
    if (!(await mayCharge(tx, payment))) return false;
    await markPending(tx, payment.id, await provider.create(toRequest(payment)));
    return true;
  });
  if (!isWanted) await cancelPayment(services, payment);
}

function toRequest(payment: Payment): PaymentRequest {
  return {
    paymentId: payment.id,
    userId: payment.user_id,
    kind: payment.kind,
    idempotenceKey: payment.idempotency_key,
    amountKopecks: payment.amount_kopecks,
    currency: payment.currency,
    description: payment.description,
    method: payment.method,
    autopay: payment.autopay,
    savedMethod: payment.saved_method ?? null,
    returnUrl: payment.return_url,
    customer: { email: payment.customer_email },
  };
}
