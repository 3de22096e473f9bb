import type { RefundStatus } from '../payments.tables.ts';

/** Where a refund may go from each state. One that the provider refused is over: trying again is another refund. */
const MOVES: Record<RefundStatus, readonly RefundStatus[]> = {
  created: ['pending', 'succeeded', 'canceled'],
  pending: ['succeeded', 'canceled'],
  succeeded: [],
  canceled: [],
};

export function mayMoveRefund(from: RefundStatus, to: RefundStatus): boolean {
  return MOVES[from].includes(to);
}

/** The states that may turn into `to`: the `WHERE status IN (…)` of a conditional update. */
export function refundStatesBefore(to: RefundStatus): RefundStatus[] {
  return (Object.keys(MOVES) as RefundStatus[]).filter((from) => mayMoveRefund(from, to));
}

/** What was paid, and what of it went back for good, kopecks. */
export interface PaidAmount {
  amount_kopecks: number;
  refunded_kopecks: number;
}

export const remainingKopecks = ({ amount_kopecks, refunded_kopecks }: PaidAmount): number =>
  amount_kopecks - refunded_kopecks;

/** Whether so much of a payment may still go back: whole kopecks, something, and no more than is left. */
export function mayRefund(paid: PaidAmount, kopecks: number): boolean {
  return Number.isSafeInteger(kopecks) && kopecks > 0 && kopecks <= remainingKopecks(paid);
}

/** How a payment stands once a part of it is back. Throws on a part that could not go: the books would be wrong. */
export function stateAfterRefund(
  paid: PaidAmount,
  kopecks: number,
): { status: 'succeeded' | 'refunded'; refunded_kopecks: number } {
  if (!mayRefund(paid, kopecks)) throw new Error(`${kopecks} kopecks cannot go back of a payment`);
  const refunded_kopecks = paid.refunded_kopecks + kopecks;
  return { status: refunded_kopecks === paid.amount_kopecks ? 'refunded' : 'succeeded', refunded_kopecks };
}

const DAY_MS = 86_400_000;

/**
 * What a part of the price takes of a year: the same share of its time in whole days, rounded down, and only of the time that
 * is still to come. Days that somebody had are not taken back.
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
