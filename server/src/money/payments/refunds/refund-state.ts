import type { RefundStatus } from '../payments.tables.ts';

/** Allowed transitions. A refund that the provider refused is final: a new attempt is another refund. */
const MOVES: Record<RefundStatus, readonly RefundStatus[]> = {
  created: ['pending', 'succeeded', 'canceled'],
  pending: ['succeeded', 'canceled'],
  succeeded: [],
  canceled: [],
};

export function mayMoveRefund(from: RefundStatus, to: RefundStatus): boolean {
  return MOVES[from].includes(to);
}

export function refundStatesBefore(to: RefundStatus): RefundStatus[] {
  return (Object.keys(MOVES) as RefundStatus[]).filter((from) => mayMoveRefund(from, to));
}

/** The amount paid and the amount refunded for good, in kopecks. */
export interface PaidAmount {
  amount_kopecks: number;
  refunded_kopecks: number;
}

export const remainingKopecks = ({ amount_kopecks, refunded_kopecks }: PaidAmount): number =>
  amount_kopecks - refunded_kopecks;

export function mayRefund(paid: PaidAmount, kopecks: number): boolean {
  return Number.isSafeInteger(kopecks) && kopecks > 0 && kopecks <= remainingKopecks(paid);
}

/** The payment's status after a partial refund. Throws on an impossible part, because the ledger would be wrong. */
export function stateAfterRefund(
  paid: PaidAmount,
  kopecks: number,
): { status: 'succeeded' | 'refunded'; refunded_kopecks: number } {
  if (!mayRefund(paid, kopecks)) throw new Error(`${kopecks} kopecks cannot be refunded of a payment`);
  const refunded_kopecks = paid.refunded_kopecks + kopecks;
  return { status: refunded_kopecks === paid.amount_kopecks ? 'refunded' : 'succeeded', refunded_kopecks };
}

const DAY_MS = 86_400_000;

/**
 * Returns the time that a refunded part takes from a year: the same share in whole days, rounded down, limited to the
 * time still to come. Used days are not revoked.
 */
export function refundedTime(
  year: { paid_from: Date; paid_until: Date; shortened_ms: number },
  { amount_kopecks }: PaidAmount,
  kopecks: number,
  now: Date,
): number {
  const whole = year.paid_until.getTime() + year.shortened_ms - year.paid_from.getTime();
  const share = Math.floor((whole * kopecks) / amount_kopecks / DAY_MS) * DAY_MS;
  const toCome = year.paid_until.getTime() - Math.max(year.paid_from.getTime(), now.getTime());
  return Math.max(0, Math.min(share, toCome));
}
