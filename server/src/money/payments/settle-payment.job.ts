import { moscowDay } from '@app/contract/platform/time-zones';
import { z } from 'zod';
import { notify } from '../../notifications/notifications/notifications.public.ts';
import { setPaidUntil } from '../../people/users/users.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import { emit } from '../../platform/domain/events.ts';
import type { Services } from '../../platform/domain/services.ts';
import { defineJob } from '../../platform/queue/job.ts';
import { cancelPayment } from './cancel-payment.ts';
import { bookSubscriptionSale, bookTopup } from './ledger.ts';
import { findMismatch } from './payment-match.ts';
import { isMoney, isOpen } from './payment-state.ts';
import {
  getPayment,
  lockPayer,
  markHeld,
  markWebhookEventsProcessed,
  type Payment,
  settlePaymentAs,
} from './payments.queries.ts';
import { placeAtProvider } from './place-payment.ts';
import { KEY_LIVES_SECONDS, type ProviderPayment } from './provider/provider.ts';
import { providerOf } from './provider/provider-of.ts';
import { awaitReceipt } from './receipts.queries.ts';
import { mayCharge, savePaymentMethod, scheduleNextCharge } from './subscription/autopays.queries.ts';
import { sendSubscriptionPaidEmail } from './subscription/subscription-email.ts';
import { addSubscriptionYear } from './subscription/subscription-period.ts';

const GIVE_UP_SECONDS = 24 * 3600;

export const settlePayment = defineJob({
  name: 'settle-payment',
  payload: z.object({ paymentId: z.number().int() }),
  run: (services: Services, { paymentId }) => settlePaymentByProvider(services, paymentId),
});

/**
 * Queries the provider for the payment's state and updates our row. Only the provider's response is trusted. Idempotent
 * and safe to run in parallel.
 */
export async function settlePaymentByProvider(services: Services, id: number): Promise<void> {
  const { db, log } = services;
  const provider = providerOf(services);
  const found = await getPayment(db, id);
  if (found.provider !== provider.name || isMoney(found.status)) return;
  if (found.status === 'created' && found.age_seconds > KEY_LIVES_SECONDS) return cancelPayment(services, found);
  const payment = await placeAtProvider(services, id);
  if (payment.provider_id === null) return;

  const providerPayment = await fetchProviderPayment(services, payment, payment.provider_id);
  if (providerPayment === undefined) return;
  if (providerPayment.status === 'succeeded' && providerPayment.paid) {
    await completePayment(services, payment, providerPayment);
  } else if (isCanceledOrExpired(providerPayment, found.age_seconds) && isOpen(payment.status)) {
    await cancelPayment(services, payment, providerPayment.isMethodRevoked);
  } else if (providerPayment.status === 'canceled') {
    log.info({ payment: id }, 'an abandoned payment is canceled at the provider too');
  }
}

/** Returns the provider's payment after its hold is finished, or undefined when it does not match ours. */
async function fetchProviderPayment(
  services: Services,
  payment: Payment,
  providerId: string,
): Promise<ProviderPayment | undefined> {
  const { log } = services;
  const provider = providerOf(services);
  const fetchMatching = async (): Promise<ProviderPayment | undefined> => {
    const providerPayment = await provider.fetch(providerId);
    const mismatch = providerPayment === undefined ? 'id' : findMismatch(payment, providerPayment, provider.shopId);
    if (mismatch === undefined) return providerPayment;
    log.error(
      { payment: payment.id, provider: provider.name, mismatch },
      'the provider’s payment is not the one we asked for',
    );
    return undefined;
  };
  const providerPayment = await fetchMatching();
  if (providerPayment?.status !== 'held') return providerPayment;
  await finishHold(services, payment, providerId);
  return fetchMatching();
}

/** Captures held money. An automatic charge is captured only while autopay is on; otherwise the hold is released. */
async function finishHold(services: Services, payment: Payment, providerId: string): Promise<void> {
  const provider = providerOf(services);
  await services.db.transaction().execute(async (tx) => {
    await lockPayer(tx, payment.user_id);
    const { status } = await getPayment(tx, payment.id);
    const isAutomatic = payment.saved_method !== null;
    if (isAutomatic && !(isOpen(status) && (await mayCharge(tx, payment)))) {
      await provider.release(providerId, `${payment.idempotency_key}-release`);
      return;
    }
    await markHeld(tx, payment.id);
    await provider.capture(providerId, `${payment.idempotency_key}-capture`);
  });
}

function isCanceledOrExpired(providerPayment: ProviderPayment, ageSeconds: number): boolean {
  return (
    providerPayment.status === 'canceled' || (providerPayment.status === 'pending' && ageSeconds > GIVE_UP_SECONDS)
  );
}

/** Updates the state, the purchase and the ledger and queues the email and the notification in one transaction. */
async function completePayment(services: Services, payment: Payment, providerPayment: ProviderPayment): Promise<void> {
  const { db, log, publicCache } = services;
  const isGranted = await db.transaction().execute(async (tx) => {
    await lockPayer(tx, payment.user_id);
    if (!(await settlePaymentAs(tx, payment.id, 'succeeded'))) return false;
    if (providerPayment.receipt !== undefined) await awaitReceipt(tx, 'payments', payment.id);
    const sale = {
      userId: payment.user_id,
      paymentId: payment.id,
      provider: payment.provider,
      amountKopecks: payment.amount_kopecks,
    };
    if (payment.kind === 'topup') {
      await bookTopup(tx, sale);
    } else {
      await bookSubscriptionSale(tx, sale);
      await grantSubscriptionYear(services, tx, payment, providerPayment);
    }
    await markWebhookEventsProcessed(tx, payment.id);
    return true;
  });
  if (!isGranted) return;
  publicCache.invalidate();
  log.info({ payment: payment.id, user: payment.user_id, kind: payment.kind }, 'a payment is paid');
}

async function grantSubscriptionYear(
  services: Services,
  tx: Tx,
  payment: Payment,
  providerPayment: ProviderPayment,
): Promise<void> {
  const now = services.clock();
  const paidUntil = await addSubscriptionYear(tx, payment.user_id, payment.id, now);
  await setPaidUntil(tx, payment.user_id, paidUntil);
  if (payment.autopay && providerPayment.savedMethod !== undefined)
    await savePaymentMethod(tx, payment, providerPayment.savedMethod);
  await scheduleNextCharge(tx, payment.user_id, paidUntil, now);
  await emit(services, tx, { type: 'subscription.paid', userId: payment.user_id });
  await sendSubscriptionPaidEmail(services, tx, payment, paidUntil);
  await notify(tx, services, {
    userId: payment.user_id,
    kind: 'payment',
    link: '/profile/subscription',
    values: { state: 'paid', until: moscowDay(paidUntil) },
    dedupe: `payment:${payment.id}:paid`,
  });
}
