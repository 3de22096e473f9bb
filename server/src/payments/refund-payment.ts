import { REFUND_DAYS } from '@app/contract/payments';
import type { Tx } from '../database.ts';
import { Failure } from '../platform/failure.ts';
import { type IdempotencyKey, once } from '../platform/idempotency.ts';
import type { SignedInViewer } from '../platform/viewer.ts';
import type { Services } from '../services.ts';
import { setPaidUntil } from '../users/users.public.ts';
import { DAY_MS, stopAutopay } from './autopays.queries.ts';
import { holdPurses, post } from './ledger.ts';
import { getPayment, lockPayer, type Payment } from './payments.queries.ts';
import type { PaymentStatus } from './payments.tables.ts';
import { findRefundable, insertRefund, markRefunding } from './refunds.queries.ts';
import { settleRefund, settleRefundByProvider } from './settle-refund.job.ts';
import { revokeSubscriptionYear } from './subscription-period.ts';

/**
 * Give a payment back. What it granted goes in the same transaction, so that it cannot be used while the money is on its way;
 * the provider is asked afterwards, by a job that goes on where it stopped.
 */
export async function refundPayment(
  services: Services,
  viewer: SignedInViewer,
  paymentId: number,
  reason: string,
  idempotency: IdempotencyKey | undefined,
): Promise<{ id: number; status: PaymentStatus }> {
  const { db, queue, publicCache, log } = services;
  const refundId = await db.transaction().execute(async (tx) => {
    const owner = await findRefundable(tx, paymentId);
    if (owner === undefined || (owner.user_id !== viewer.userId && !viewer.isStaff)) throw new Failure('not_found');
    await lockPayer(tx, owner.user_id);
    const payment = await findRefundable(tx, paymentId);
    // It is on its way, or it came: said again, it changes nothing.
    if (payment?.status === 'refunding' || payment?.status === 'refunded') return undefined;
    if (payment?.status !== 'succeeded') throw new Failure('refund_impossible');
    if (viewer.isStaff) {
      if (reason === '') throw new Failure('invalid_input', { fields: { reason: 'errors.field.required' } });
    } else {
      if (payment.age_ms > REFUND_DAYS * DAY_MS) {
        throw new Failure('refund_too_late', { values: { days: REFUND_DAYS } });
      }
      if (payment.is_used) throw new Failure('refund_used');
    }
    const { id } = await once(tx, idempotency, () =>
      beginRefund(services, tx, paymentId, { givenBy: viewer.isStaff ? viewer.userId : null, reason }),
    );
    await queue.add(tx, settleRefund, { refundId: id }, { key: `refund-${id}` });
    return id;
  });
  if (refundId !== undefined) {
    publicCache.invalidate();
    try {
      await settleRefundByProvider(services, refundId);
    } catch (error) {
      // Accepted already: the queued job and the reconciler go on.
      if (!(error instanceof Failure)) log.error({ err: error, payment: paymentId }, 'a refund waits for its next try');
    }
  }
  return { id: paymentId, status: (await getPayment(db, paymentId)).status };
}

/** Take what the payment granted and book what is due. The caller holds the payer's lock and asked whether it may be. */
export async function beginRefund(
  services: Services,
  tx: Tx,
  paymentId: number,
  by: { givenBy: number | null; reason: string; providerId?: string },
): Promise<number> {
  if (!(await markRefunding(tx, paymentId))) throw new Failure('refund_impossible');
  const payment = await getPayment(tx, paymentId);
  const refundId = await insertRefund(tx, { paymentId, amountKopecks: payment.amount_kopecks, ...by });
  await takeBack(services, tx, payment, refundId);
  return refundId;
}

async function takeBack({ clock }: Services, tx: Tx, payment: Payment, refundId: number): Promise<void> {
  const { user_id: userId, id: paymentId, amount_kopecks: kopecks } = payment;
  if (payment.kind === 'topup') {
    const { balance } = await holdPurses(tx, userId);
    if (balance < kopecks) throw new Failure('not_enough_money');
  } else {
    await setPaidUntil(tx, userId, await revokeSubscriptionYear(tx, userId, paymentId, clock()));
    await stopAutopay(tx, userId);
  }
  await post(tx, { kind: 'refund', userId, paymentId, refundId }, [
    [payment.kind === 'topup' ? 'balance' : 'refunds', kopecks],
    ['refunds_due', -kopecks],
  ]);
}
