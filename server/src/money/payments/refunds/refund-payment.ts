import { POINT_KOPECKS, REFUND_DAYS } from '@app/contract/money/payments';
import type { staffPaymentsApi } from '@app/contract/money/staff-payments';
import type { BodyOf } from '@app/contract/platform/endpoint';
import { setPaidUntil } from '../../../people/users/users.public.ts';
import { recordStaffAction } from '../../../platform/audit-log/record-staff-action.public.ts';
import type { Tx } from '../../../platform/database/tables.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { Failure, requireFound } from '../../../platform/failure.ts';
import { type IdempotencyKey, runIdempotent } from '../../../platform/http/idempotency.ts';
import type { SignedInViewer } from '../../../platform/http/viewer.ts';
import { type AccountEntry, lockBalances, postTransaction } from '../ledger.ts';
import { isMoney } from '../payment-state.ts';
import { getPayment, lockPayer, type Payment } from '../payments.queries.ts';
import type { PaymentStatus } from '../payments.tables.ts';
import { providerOf } from '../provider/provider-of.ts';
import { DAY_MS, disableAutopay } from '../subscription/autopays.queries.ts';
import { findYear, revokeSubscriptionYear, shortenSubscriptionYear } from '../subscription/subscription-period.ts';
import { mayRefund, refundedTime, remainingKopecks } from './refund-state.ts';
import { findRefundable, insertRefund, markRefunding } from './refunds.queries.ts';
import { settleRefund, settleRefundByProvider } from './settle-refund.job.ts';

type RefundResponse = { id: number; status: PaymentStatus };
type Refundable = NonNullable<Awaited<ReturnType<typeof findRefundable>>>;

export interface RefundShare {
  kopecks: number;
  retainsTime?: boolean;
  givenBy: number | null;
  reason: string;
  /** Set for a refund made in the provider's dashboard, where the money is paid out already. */
  providerId?: string;
}

/** Refunds the rest of the user's own payment: an unused year or an unspent top-up. */
export function refundPayment(
  services: Services,
  viewer: SignedInViewer,
  paymentId: number,
  reason: string,
  idempotency: IdempotencyKey | undefined,
): Promise<RefundResponse> {
  return executeRefund(services, paymentId, idempotency, (payment) => {
    if (payment.user_id !== viewer.userId) throw new Failure('not_found');
    if (payment.status !== 'succeeded') return undefined;
    if (payment.age_ms > REFUND_DAYS * DAY_MS) throw new Failure('refund_too_late', { values: { days: REFUND_DAYS } });
    if (payment.is_used) throw new Failure('refund_used');
    return { kopecks: remainingKopecks(payment), givenBy: null, reason };
  });
}

/** Refunds another user's payment, whole or in part. `left_kopecks` is the remainder that the staff member saw. */
export function refundByStaff(
  services: Services,
  viewer: SignedInViewer,
  paymentId: number,
  request: BodyOf<(typeof staffPaymentsApi)['refund']>,
  idempotency: IdempotencyKey | undefined,
): Promise<RefundResponse> {
  return executeRefund(
    services,
    paymentId,
    idempotency,
    (payment) => {
      // Staff members refund their own payments under the same rules as all users.
      if (payment.user_id === viewer.userId) throw new Failure('forbidden');
      if (!isMoney(payment.status)) return undefined;
      // Another part is being refunded, so this decision was made without knowing about it.
      if (payment.status === 'refunding' || request.left_kopecks !== remainingKopecks(payment))
        throw new Failure('refund_changed');
      if (payment.status !== 'succeeded') return undefined;
      const kopecks = request.amount_kopecks ?? remainingKopecks(payment);
      if (!mayRefund(payment, kopecks)) {
        throw new Failure('invalid_input', { fields: { amount_kopecks: 'errors.field.refund.amount' } });
      }
      return {
        kopecks,
        retainsTime: request.keep_time === 1 && kopecks < remainingKopecks(payment),
        givenBy: viewer.userId,
        reason: request.reason,
      };
    },
    (tx, payment, part) =>
      recordStaffAction(tx, viewer, services.clock(), {
        action: 'money.refund',
        object: `payment:${paymentId}`,
        aboutUserId: payment.user_id,
        details: { kopecks: part.kopecks, keeps_time: part.retainsTime === true },
      }),
  );
}

/**
 * Refunds a payment or a part of it. The purchased goods are revoked in the same transaction, so that they cannot be
 * used during the refund; a job then requests the refund and can be resumed. `decide` returns what may be refunded; for
 * a payment being refunded it returns nothing, so a repeat changes nothing.
 */
async function executeRefund(
  services: Services,
  paymentId: number,
  idempotency: IdempotencyKey | undefined,
  decide: (payment: Refundable) => RefundShare | undefined,
  audit?: (tx: Tx, payment: Refundable, part: RefundShare) => Promise<void>,
): Promise<RefundResponse> {
  const { db, queue, publicCache, log } = services;
  const provider = providerOf(services);
  const refundId = await db
    .transaction()
    .execute(async (tx) => {
      const owner = requireFound(await findRefundable(tx, paymentId));
      await lockPayer(tx, owner.user_id);
      const start = async (): Promise<number> => {
        const payment = requireFound(await findRefundable(tx, paymentId));
        const part = decide(payment);
        if (part === undefined) throw new NothingLeft(payment.status);
        // The provider that took the money is no longer configured, so the refund could never be requested.
        if (payment.provider !== provider.name) throw new Failure('refund_impossible');
        const id = await createRefund(services, tx, paymentId, part);
        await audit?.(tx, payment, part);
        await queue.add(tx, settleRefund, { refundId: id }, { key: `refund-${id}` });
        return id;
      };
      return (await runIdempotent(tx, idempotency, start)).id;
    })
    .catch((error: unknown) => {
      if (!(error instanceof NothingLeft)) throw error;
      if (error.status === 'refunding' || error.status === 'refunded') return undefined;
      throw new Failure('refund_impossible');
    });
  if (refundId !== undefined) {
    publicCache.invalidate();
    try {
      await settleRefundByProvider(services, refundId);
    } catch (error) {
      if (!(error instanceof Failure))
        log.error({ err: error, payment: paymentId }, 'a refund waits for its next attempt');
    }
  }
  return { id: paymentId, status: (await getPayment(db, paymentId)).status };
}

class NothingLeft extends Error {
  readonly status: PaymentStatus;

  constructor(status: PaymentStatus) {
    super();
    this.status = status;
  }
}

/**
 * Revokes what a part of the payment bought and books the amount due. The caller holds the payer's lock and has checked
 * permission.
 */
export async function createRefund(services: Services, tx: Tx, paymentId: number, part: RefundShare): Promise<number> {
  const payment = await getPayment(tx, paymentId);
  if (!mayRefund(payment, part.kopecks) || !(await markRefunding(tx, paymentId))) {
    throw new Failure('refund_impossible');
  }
  const takenMs = payment.kind === 'subscription' ? await revokeTime(services, tx, payment, part) : 0;
  const { kopecks, givenBy, reason, providerId } = part;
  const refundId = await insertRefund(tx, {
    paymentId,
    amountKopecks: kopecks,
    givenBy,
    reason,
    takenMs,
    ...(providerId !== undefined && { providerId }),
  });
  const entries: AccountEntry[] =
    payment.kind === 'subscription' ? [['refunds', kopecks]] : await debitBalance(tx, payment.user_id, part);
  await postTransaction(tx, { kind: 'refund', userId: payment.user_id, paymentId, refundId }, [
    ...entries,
    ['refunds_due', -kopecks],
  ]);
  return refundId;
}

/** Revokes the year, or the refunded share of it, and returns the revoked milliseconds. Autopay ends too. */
async function revokeTime({ clock }: Services, tx: Tx, payment: Payment, part: RefundShare): Promise<number> {
  const { user_id: userId, id: paymentId } = payment;
  const now = clock();
  if (part.kopecks === remainingKopecks(payment)) {
    await setPaidUntil(tx, userId, await revokeSubscriptionYear(tx, userId, paymentId, now));
    await disableAutopay(tx, userId);
    return 0;
  }
  const year = await findYear(tx, paymentId);
  const taken = year === undefined || part.retainsTime === true ? 0 : refundedTime(year, payment, part.kopecks, now);
  if (taken > 0) {
    await setPaidUntil(tx, userId, await shortenSubscriptionYear(tx, userId, paymentId, taken));
    await disableAutopay(tx, userId);
  }
  return taken;
}

/**
 * A top-up is refundable while the balance covers it. When the provider refunded by itself, the uncovered rest is owed,
 * in whole roubles like points.
 */
async function debitBalance(tx: Tx, userId: number, { kopecks, providerId }: RefundShare): Promise<AccountEntry[]> {
  const { balance } = await lockBalances(tx, userId);
  if (balance < kopecks && providerId === undefined) throw new Failure('not_enough_money');
  const covered = Math.min(balance, kopecks);
  const owed = Math.floor((kopecks - covered) / POINT_KOPECKS) * POINT_KOPECKS;
  return [
    ['balance', covered],
    ['owed', owed],
    ['refunds', kopecks - covered - owed],
  ];
}
