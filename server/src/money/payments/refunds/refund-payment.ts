import { POINT_KOPECKS, REFUND_DAYS } from '@app/contract/money/payments';
import type { staffPaymentsApi } from '@app/contract/money/staff-payments';
import type { BodyOf } from '@app/contract/platform/endpoint';
import { setPaidUntil } from '../../../people/users/users.public.ts';
import { recordStaffAction } from '../../../platform/audit-log/record-staff-action.public.ts';
import type { Tx } from '../../../platform/database/tables.ts';
import { Failure } from '../../../platform/failure.ts';
import { type IdempotencyKey, runIdempotent } from '../../../platform/http/idempotency.ts';
import type { SignedInViewer } from '../../../platform/http/viewer.ts';
import type { Services } from '../../../platform/services.ts';
import { type AccountEntry, lockBalances, postTransaction } from '../ledger.ts';
import { isMoney } from '../payment-state.ts';
import { getPayment, lockPayer, type Payment } from '../payments.queries.ts';
import type { PaymentStatus } from '../payments.tables.ts';
import { DAY_MS, disableAutopay } from '../subscription/autopays.queries.ts';
import { findYear, revokeSubscriptionYear, shortenSubscriptionYear } from '../subscription/subscription-period.ts';
import { mayRefund, refundedTime, remainingKopecks } from './refund-state.ts';
import { findRefundable, insertRefund, markRefunding } from './refunds.queries.ts';
import { settleRefund, settleRefundByProvider } from './settle-refund.job.ts';

type RefundResponse = { id: number; status: PaymentStatus };
type Refundable = NonNullable<Awaited<ReturnType<typeof findRefundable>>>;

/** How much goes back, by whose word and why. */
export interface RefundShare {
  /** Kopecks. */
  kopecks: number;
  /** The part of a year stays with its person. */
  retainsTime?: boolean;
  givenBy: number | null;
  reason: string;
  /** Of a refund that was made in the provider's cabinet: the money is gone already. */
  providerId?: string;
}

/** Give back what is left of one's own payment: an unused year, or a top-up that is not spent. */
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

/** Give back anybody else's payment, whole or in part, at any time. `left_kopecks` is what whoever decided saw. */
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
      // Of one's own, staff get back what everybody does, as everybody does.
      if (payment.user_id === viewer.userId) throw new Failure('forbidden');
      if (!isMoney(payment.status)) return undefined;
      // Another part is on its way: this one was decided without it.
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
 * Give a payment back, or a part of it. What goes with it goes in the same transaction, so that it cannot be used while the
 * money is on its way; the provider is asked afterwards, by a job that goes on where it stopped. `decide` says what may go back;
 * nothing of a payment that goes already, so that saying it again changes nothing.
 */
async function executeRefund(
  services: Services,
  paymentId: number,
  idempotency: IdempotencyKey | undefined,
  decide: (payment: Refundable) => RefundShare | undefined,
  audit?: (tx: Tx, payment: Refundable, part: RefundShare) => Promise<void>,
): Promise<RefundResponse> {
  const { db, queue, publicCache, log, provider } = services;
  const refundId = await db
    .transaction()
    .execute(async (tx) => {
      const owner = await findRefundable(tx, paymentId);
      if (owner === undefined) throw new Failure('not_found');
      await lockPayer(tx, owner.user_id);
      const start = async (): Promise<number> => {
        const payment = await findRefundable(tx, paymentId);
        if (payment === undefined) throw new Failure('not_found');
        const part = decide(payment);
        if (part === undefined) throw new NothingLeft(payment.status);
        // Who took the money is not asked any more: what went with it would go for nothing.
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
      // It is on its way, or it came: said again, it changes nothing.
      if (error.status === 'refunding' || error.status === 'refunded') return undefined;
      throw new Failure('refund_impossible');
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

/** Ends the transaction of a refund that there is nothing for. */
class NothingLeft extends Error {
  readonly status: PaymentStatus;

  constructor(status: PaymentStatus) {
    super();
    this.status = status;
  }
}

/** Take what goes with a part of a payment and book what is due. The caller holds the payer's lock and asked whether it may be. */
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

/** Take the year, or the share of it that goes with a part, and say how much of it that was, milliseconds. Autopay ends with it. */
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
 * A top-up goes back while the balance covers it. When the provider gave it back by itself the money is gone: what the balance
 * does not cover is owed, in whole roubles as points are.
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
