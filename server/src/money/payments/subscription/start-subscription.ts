import type { PaymentKind, PaymentMethod } from '@app/contract/money/payments';
import { SUBSCRIPTION_PRICE_KOPECKS } from '@app/contract/platform/money';
import type { Services } from '../../../platform/domain/services.ts';
import { Failure, requireFound } from '../../../platform/failure.ts';
import { type IdempotencyKey, runIdempotent } from '../../../platform/http/idempotency.ts';
import { readSiteTexts } from '../../../platform/site-settings/site-settings.public.ts';
import { findPayer, findUnfinished, insertPayment, lockPayer, type NewPayment } from '../payments.queries.ts';
import { placeAtProvider } from '../place-payment.ts';
import { providerOf } from '../provider/provider-of.ts';
import { mayTakePayments } from '../takes-real-money.public.ts';

export interface SubscriptionOrder {
  method?: PaymentMethod;
  autopay?: 0 | 1;
}

export function startSubscription(
  services: Services,
  userId: number,
  order: SubscriptionOrder,
  idempotency?: IdempotencyKey,
): Promise<string> {
  const what = {
    kind: 'subscription',
    amountKopecks: SUBSCRIPTION_PRICE_KOPECKS,
    returnTo: 'subscribe/payed',
  } as const;
  return startPayment(services, userId, what, order, idempotency);
}

export function startTopup(
  services: Services,
  userId: number,
  order: { amount: number; method?: PaymentMethod },
  idempotency?: IdempotencyKey,
): Promise<string> {
  const what = { kind: 'topup', amountKopecks: order.amount * 100, returnTo: 'subscribe/payed' } as const;
  return startPayment(services, userId, what, { ...(order.method && { method: order.method }) }, idempotency);
}

/**
 * The row is committed before the request to the provider, and its key is the idempotence key: after a crash in
 * between, the reconciler repeats the call and gets the same payment. An unfinished payment of the same kind is
 * continued, so repeated clicks create one payment.
 */
async function startPayment(
  services: Services,
  userId: number,
  what: { kind: PaymentKind; amountKopecks: number; returnTo: string },
  order: SubscriptionOrder,
  idempotency?: IdempotencyKey,
): Promise<string> {
  const { db, config } = services;
  if (!(await mayTakePayments(services))) throw new Failure('requisites_missing');
  const provider = providerOf(services);
  const method = order.method ?? null;
  const capability = provider.capabilities().find((one) => one.method === method);
  if (method !== null && !capability?.enabled) {
    throw new Failure('invalid_input', { fields: { method: capability?.reasonKey ?? 'errors.field.invalid' } });
  }
  const payer = requireFound(await findPayer(db, userId));
  // The law requires a receipt, which is sent to this address.
  if (payer.email === '') throw new Failure('email_required');
  const texts = await readSiteTexts(db);
  const wanted: NewPayment = {
    userId,
    kind: what.kind,
    amountKopecks: what.amountKopecks,
    method,
    autopay: order.autopay === 1 && capability?.autopay === true,
    savedMethod: null,
    provider: provider.name,
    description: texts.t(payer.lang, what.kind === 'topup' ? 'payments.topup.description' : 'payments.description', {
      brand: texts.t(payer.lang, 'frame.name'),
    }),
    customerEmail: payer.email,
    returnUrl: `${config.publicUrl}/${what.returnTo}/${userId}`,
  };
  const { id } = await db.transaction().execute(async (tx) => {
    await lockPayer(tx, userId);
    return runIdempotent(
      tx,
      idempotency,
      async () => (await findUnfinished(tx, wanted)) ?? (await insertPayment(tx, wanted)),
    );
  });
  const payment = await placeAtProvider(services, id);
  // On a repeated call the payment may be settled; the return page shows its result.
  return payment.confirmation_url ?? payment.return_url;
}
