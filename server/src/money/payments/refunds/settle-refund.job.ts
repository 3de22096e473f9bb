import { moscowDay } from '@app/contract/platform/time-zones';
import { z } from 'zod';
import { notify } from '../../../notifications/notifications/notifications.public.ts';
import { setPaidUntil } from '../../../people/users/users.public.ts';
import type { Tx } from '../../../platform/database/tables.ts';
import { emit } from '../../../platform/domain/events.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { defineJob } from '../../../platform/queue/job.ts';
import { lockBalances, postTransaction } from '../ledger.ts';
import { findPaidUntil, findPayer, getPayment, lockPayer, type Payment } from '../payments.queries.ts';
import { KEY_LIVES_SECONDS, PaymentRefused, type ProviderRefund } from '../provider/provider.ts';
import { providerOf } from '../provider/provider-of.ts';
import { awaitReceipt } from '../receipts.queries.ts';
import { restoreSubscriptionYear, shortenSubscriptionYear } from '../subscription/subscription-period.ts';
import { remainingKopecks, stateAfterRefund } from './refund-state.ts';
import {
  endRefunding,
  getRefund,
  hasPaidYear,
  listRefundNumbers,
  markRefundPending,
  type Refund,
  settleRefundAs,
} from './refunds.queries.ts';

type AgedRefund = Awaited<ReturnType<typeof getRefund>>;

export const settleRefund = defineJob({
  name: 'settle-refund',
  payload: z.object({ refundId: z.number().int() }),
  run: (services: Services, { refundId }) => settleRefundByProvider(services, refundId),
});

/** Requests a refund from the provider, or its state, and updates our row. Idempotent and safe to run in parallel. */
export async function settleRefundByProvider(services: Services, id: number): Promise<void> {
  const { db, log } = services;
  const provider = providerOf(services);
  const refund = await getRefund(db, id);
  if (refund.status === 'succeeded' || refund.status === 'canceled') return;
  const payment = await getPayment(db, refund.payment_id);
  if (payment.provider !== provider.name || payment.provider_id === null) return;
  const providerRefund = await requestRefund(services, refund, payment, payment.provider_id);
  if (providerRefund === 'refused') return finishRefund(services, refund, payment, 'canceled');
  const isOurs =
    providerRefund?.providerId === payment.provider_id &&
    providerRefund.amountKopecks === refund.amount_kopecks &&
    providerRefund.currency === payment.currency;
  if (providerRefund === undefined || !isOurs) {
    log.error({ refund: id, provider: provider.name }, 'the provider’s refund differs from the requested one');
  } else if (providerRefund.status !== 'pending') {
    await finishRefund(services, refund, payment, providerRefund.status, providerRefund);
  }
}

async function requestRefund(
  services: Services,
  refund: AgedRefund,
  payment: Payment,
  providerId: string,
): Promise<ProviderRefund | 'refused' | undefined> {
  const { db, log } = services;
  const provider = providerOf(services);
  if (refund.provider_id !== null) return provider.fetchRefund(refund.provider_id);
  const existing = await findExistingRefund(services, refund, providerId);
  if (existing !== undefined) {
    await markRefundPending(db, refund.id, existing.refundId);
    return existing;
  }
  try {
    const providerRefund = await provider.refund({
      providerId,
      kind: payment.kind,
      idempotenceKey: refund.idempotency_key,
      amountKopecks: refund.amount_kopecks,
      currency: payment.currency,
      description: payment.description,
      customer: { email: payment.customer_email },
    });
    await markRefundPending(db, refund.id, providerRefund.refundId);
    return providerRefund;
  } catch (error) {
    if (!(error instanceof PaymentRefused)) throw error;
    log.error(
      { refund: refund.id, provider: provider.name, reason: error.message },
      'payment provider refuses a refund',
    );
    return 'refused';
  }
}

/**
 * Finds a refund whose response was lost so long ago that the provider has forgotten its key: a new request would
 * refund twice.
 */
async function findExistingRefund(
  services: Services,
  refund: AgedRefund,
  providerId: string,
): Promise<ProviderRefund | undefined> {
  const provider = providerOf(services);
  if (refund.age_seconds <= KEY_LIVES_SECONDS || provider.listRefunds === undefined) return undefined;
  const [providerRefunds, known] = [
    await provider.listRefunds(providerId),
    await listRefundNumbers(services.db, refund.payment_id),
  ];
  return providerRefunds.find(
    ({ refundId, status, amountKopecks }) =>
      status !== 'canceled' && amountKopecks === refund.amount_kopecks && !known.has(refundId),
  );
}

async function finishRefund(
  services: Services,
  refund: Refund,
  payment: Payment,
  outcome: 'succeeded' | 'canceled',
  providerRefund?: ProviderRefund,
): Promise<void> {
  const { db, log, publicCache } = services;
  const isEnded = await db.transaction().execute(async (tx) => {
    await lockPayer(tx, payment.user_id);
    if (!(await settleRefundAs(tx, refund.id, outcome))) return false;
    if (providerRefund?.receipt !== undefined) await awaitReceipt(tx, 'refunds', refund.id);
    if (outcome === 'succeeded') await bookRefundPaid(services, tx, refund, payment);
    else await undoRefund(services, tx, refund, payment);
    await notifyPayer(services, tx, refund, payment, outcome);
    return true;
  });
  if (!isEnded) return;
  publicCache.invalidate();
  log.info({ refund: refund.id, payment: payment.id, outcome }, 'a refund is settled');
}

async function bookRefundPaid(services: Services, tx: Tx, refund: Refund, payment: Payment): Promise<void> {
  await endRefunding(tx, payment.id, stateAfterRefund(payment, refund.amount_kopecks));
  const transaction = {
    kind: 'refund_paid',
    userId: payment.user_id,
    paymentId: payment.id,
    refundId: refund.id,
  } as const;
  await postTransaction(tx, transaction, [
    ['refunds_due', refund.amount_kopecks],
    [`provider:${payment.provider}`, -refund.amount_kopecks],
  ]);
  // A user with another paid year still counts as a payer.
  if (payment.kind === 'subscription' && !(await hasPaidYear(tx, payment.user_id))) {
    await emit(services, tx, { type: 'subscription.refunded', userId: payment.user_id });
  }
}

/** True when the payment has nothing left after this refund. Parts are refunded in turn: no other refund is pending. */
const isRemainder = (refund: Refund, payment: Payment): boolean => refund.amount_kopecks === remainingKopecks(payment);

async function undoRefund({ clock }: Services, tx: Tx, refund: Refund, payment: Payment): Promise<void> {
  await endRefunding(tx, payment.id, { status: 'succeeded' });
  const { user_id: userId, id: paymentId } = payment;
  if (payment.kind === 'topup') await lockBalances(tx, userId);
  else if (isRemainder(refund, payment)) {
    await setPaidUntil(tx, userId, await restoreSubscriptionYear(tx, userId, paymentId, clock()));
  } else if (refund.taken_ms > 0) {
    await setPaidUntil(tx, userId, await shortenSubscriptionYear(tx, userId, paymentId, -refund.taken_ms));
  }
  await postTransaction(tx, { kind: 'refund_undone', userId, paymentId, refundId: refund.id }, [
    ['refunds_due', refund.amount_kopecks],
    [payment.kind === 'topup' ? 'balance' : 'refunds', -refund.amount_kopecks],
  ]);
}

async function notifyPayer(
  services: Services,
  tx: Tx,
  refund: Refund,
  payment: Payment,
  outcome: 'succeeded' | 'canceled',
): Promise<void> {
  const { config, mail, clock } = services;
  const isBack = outcome === 'succeeded';
  const isWholeYear = payment.kind === 'subscription' && isRemainder(refund, payment);
  const { paidUntil } = await findPaidUntil(tx, payment.user_id);
  const payer = await findPayer(tx, payment.user_id);
  if (payer !== undefined && payer.email !== '') {
    await mail.queue(tx, {
      to: payer.email,
      lang: payer.lang,
      template: isBack ? 'refund_done' : 'refund_failed',
      values: {
        amount: refund.amount_kopecks / 100,
        day: moscowDay(clock()),
        has_until: refund.taken_ms > 0 && paidUntil !== null ? 'yes' : 'no',
        until: paidUntil === null ? '' : moscowDay(paidUntil),
        link: `${config.publicUrl}/profile/payments`,
      },
      key: `refund-${refund.id}`,
    });
  }
  await notify(tx, services, {
    userId: payment.user_id,
    kind: 'payment',
    link: '/profile/payments',
    values: { state: isBack ? (isWholeYear ? 'refunded' : 'returned') : 'refund_failed', until: '' },
    dedupe: `refund:${refund.id}`,
  });
}
