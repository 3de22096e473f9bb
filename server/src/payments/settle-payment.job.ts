import { z } from 'zod';
import { notify } from '../notifications/notifications.public.ts';
import { defineJob } from '../platform/queue/job.ts';
import type { Services } from '../services.ts';
import { setPaidUntil } from '../users/users.public.ts';
import { bookSubscriptionSale } from './ledger.ts';
import { findMismatch } from './payment-match.ts';
import { isMoney, isOpen } from './payment-state.ts';
import { getPayment, lockPayer, markNoticesProcessed, type Payment, settleAs } from './payments.queries.ts';
import type { ProviderPayment } from './provider/provider.ts';
import { placeAtProvider } from './start-subscription.ts';
import { writeSubscriptionPaidLetter } from './subscription-letter.ts';
import { addSubscriptionYear } from './subscription-period.ts';

/** An unpaid payment is given up after a day. */
const GIVE_UP_SECONDS = 24 * 3600;
/** Providers keep our keys for a day; a later repeat could make a second payment. */
const KEY_LIVES_SECONDS = 23 * 3600;

export const settlePayment = defineJob({
  name: 'settle-payment',
  payload: z.object({ paymentId: z.number().int() }),
  run: (services: Services, { paymentId }) => settleByProvider(services, paymentId),
});

/**
 * Ask the provider how a payment stands and move ours accordingly. What anybody else said about it does not matter here.
 * Harmless to repeat and to run in parallel.
 */
export async function settleByProvider(services: Services, id: number): Promise<void> {
  const { db, log, provider } = services;
  const found = await getPayment(db, id);
  if (found.provider !== provider.name || isMoney(found.status)) return;
  if (found.status === 'created' && found.age_seconds > KEY_LIVES_SECONDS) {
    await settleAs(db, id, 'canceled');
    return;
  }
  const payment = await placeAtProvider(services, id);
  // Canceled before the provider heard of it.
  if (payment.provider_id === null) return;

  const truth = await provider.fetch(payment.provider_id);
  const mismatch = truth === undefined ? 'id' : findMismatch(payment, truth, provider.shopId);
  if (truth === undefined || mismatch !== undefined) {
    log.error({ payment: id, provider: provider.name, mismatch }, 'the provider’s payment is not the one we asked for');
  } else if (truth.status === 'succeeded' && truth.paid) {
    await grantYear(services, payment);
  } else if (isOver(truth, found.age_seconds)) {
    await cancel(services, payment);
  }
}

function isOver(truth: ProviderPayment, ageSeconds: number): boolean {
  return truth.status === 'canceled' || (truth.status === 'pending' && ageSeconds > GIVE_UP_SECONDS);
}

/** State, period, books, the person's date, the letter and the bell: all of it or none. */
async function grantYear(services: Services, payment: Payment): Promise<void> {
  const { db, log, publicCache } = services;
  const granted = await db.transaction().execute(async (tx) => {
    await lockPayer(tx, payment.user_id);
    if (!(await settleAs(tx, payment.id, 'succeeded'))) return false;
    const paidUntil = await addSubscriptionYear(tx, payment.user_id, payment.id);
    await bookSubscriptionSale(tx, {
      userId: payment.user_id,
      paymentId: payment.id,
      provider: payment.provider,
      amountKopecks: payment.amount_kopecks,
    });
    await setPaidUntil(tx, payment.user_id, paidUntil);
    await services.noteInvitationEvent(tx, payment.user_id, 'paid');
    await writeSubscriptionPaidLetter(services, tx, payment, paidUntil);
    await notify(tx, services, {
      userId: payment.user_id,
      kind: 'payment',
      link: `/user/${payment.user_id}`,
      values: { state: 'paid', until: paidUntil.toISOString().slice(0, 10) },
      dedupe: `payment:${payment.id}:paid`,
    });
    await markNoticesProcessed(tx, payment.id);
    return true;
  });
  if (!granted) return;
  publicCache.invalidate();
  log.info({ payment: payment.id, user: payment.user_id }, 'a subscription is paid');
}

async function cancel({ db }: Services, payment: Payment): Promise<void> {
  if (!isOpen(payment.status)) return;
  await db.transaction().execute(async (tx) => {
    await settleAs(tx, payment.id, 'canceled');
    await markNoticesProcessed(tx, payment.id);
  });
}
