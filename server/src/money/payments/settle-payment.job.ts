import { z } from 'zod';
import { notify } from '../../notifications/notifications/notifications.public.ts';
import { setPaidUntil } from '../../people/users/users.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import { defineJob } from '../../platform/queue/job.ts';
import type { Services } from '../../platform/services.ts';
import { cancelPayment } from './cancel-payment.ts';
import { bookSubscriptionSale, bookTopup } from './ledger.ts';
import { findMismatch } from './payment-match.ts';
import { isMoney, isOpen } from './payment-state.ts';
import { getPayment, lockPayer, markHeld, markNoticesProcessed, type Payment, settleAs } from './payments.queries.ts';
import { placeAtProvider } from './place-payment.ts';
import { KEY_LIVES_SECONDS, type ProviderPayment } from './provider/provider.ts';
import { awaitReceipt } from './receipts.queries.ts';
import { keepMethod, mayCharge, planTurn } from './subscription/autopays.queries.ts';
import { writeSubscriptionPaidLetter } from './subscription/subscription-letter.ts';
import { addSubscriptionYear, moscowDay } from './subscription/subscription-period.ts';

/** An unpaid payment is given up after a day. */
const GIVE_UP_SECONDS = 24 * 3600;

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
  if (found.status === 'created' && found.age_seconds > KEY_LIVES_SECONDS) return cancelPayment(services, found);
  const payment = await placeAtProvider(services, id);
  // Canceled before the provider heard of it.
  if (payment.provider_id === null) return;

  const truth = await readTruth(services, payment, payment.provider_id);
  if (truth === undefined) return;
  if (truth.status === 'succeeded' && truth.paid) {
    await grant(services, payment, truth);
  } else if (isOver(truth, found.age_seconds) && isOpen(payment.status)) {
    await cancelPayment(services, payment, truth.isMethodRevoked);
  } else if (truth.status === 'canceled') {
    log.info({ payment: id }, 'a payment that was given up is canceled at the provider too');
  }
}

/** The provider's payment as it stands, once nothing of it is held any more; undefined when it is not the one we asked for. */
async function readTruth(
  services: Services,
  payment: Payment,
  providerId: string,
): Promise<ProviderPayment | undefined> {
  const { log, provider } = services;
  const ask = async (): Promise<ProviderPayment | undefined> => {
    const truth = await provider.fetch(providerId);
    const mismatch = truth === undefined ? 'id' : findMismatch(payment, truth, provider.shopId);
    if (mismatch === undefined) return truth;
    log.error(
      { payment: payment.id, provider: provider.name, mismatch },
      'the provider’s payment is not the one we asked for',
    );
    return undefined;
  };
  const truth = await ask();
  if (truth?.status !== 'held') return truth;
  await finishHold(services, payment, providerId);
  return ask();
}

/** Take the money that is held. Of an automatic charge only while autopay is on: otherwise it goes back untouched. */
async function finishHold({ db, provider }: Services, payment: Payment, providerId: string): Promise<void> {
  await db.transaction().execute(async (tx) => {
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

function isOver(truth: ProviderPayment, ageSeconds: number): boolean {
  return truth.status === 'canceled' || (truth.status === 'pending' && ageSeconds > GIVE_UP_SECONDS);
}

/** State, what was bought, books, the letter and the bell: all of it or none. */
async function grant(services: Services, payment: Payment, truth: ProviderPayment): Promise<void> {
  const { db, log, publicCache } = services;
  const isGranted = await db.transaction().execute(async (tx) => {
    await lockPayer(tx, payment.user_id);
    if (!(await settleAs(tx, payment.id, 'succeeded'))) return false;
    if (truth.receipt !== undefined) await awaitReceipt(tx, 'payments', payment.id);
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
      await grantYear(services, tx, payment, truth);
    }
    await markNoticesProcessed(tx, payment.id);
    return true;
  });
  if (!isGranted) return;
  publicCache.invalidate();
  log.info({ payment: payment.id, user: payment.user_id, kind: payment.kind }, 'a payment is paid');
}

async function grantYear(services: Services, tx: Tx, payment: Payment, truth: ProviderPayment): Promise<void> {
  const now = services.clock();
  const paidUntil = await addSubscriptionYear(tx, payment.user_id, payment.id, now);
  await setPaidUntil(tx, payment.user_id, paidUntil);
  if (payment.autopay && truth.savedMethod !== undefined) await keepMethod(tx, payment, truth.savedMethod);
  await planTurn(tx, payment.user_id, paidUntil, now);
  await services.noteInvitationEvent(tx, payment.user_id, 'paid');
  await writeSubscriptionPaidLetter(services, tx, payment, paidUntil);
  await notify(tx, services, {
    userId: payment.user_id,
    kind: 'payment',
    link: '/profile/subscription',
    values: { state: 'paid', until: moscowDay(paidUntil) },
    dedupe: `payment:${payment.id}:paid`,
  });
}
