import type { LedgerLine } from '@app/contract/money/payments';
import type { Refundable } from './refund-dialog.tsx';

/** U+2212: as wide as a plus, and read as a minus. */
const MINUS = '−';

type PaymentStatus = NonNullable<LedgerLine['payment']>['status'];

export interface Figure {
  sign: '+' | typeof MINUS;
  /** Without its sign. */
  amount: number;
}

function figure(value: number): Figure | null {
  if (value === 0) return null;
  return { sign: value > 0 ? '+' : MINUS, amount: Math.abs(value) };
}

/** What a line did: to the balance where it moved, else to the card; and to the bonus points. */
export function figuresOf({ amount_kopecks, balance_kopecks, bonus_points }: LedgerLine): {
  money: Figure | null;
  isBalance: boolean;
  points: Figure | null;
} {
  const isBalance = balance_kopecks !== 0;
  return { money: figure(isBalance ? balance_kopecks : amount_kopecks), isBalance, points: figure(bonus_points) };
}

/** What a line is called: a refund by what it undoes. */
export function titleOf({ kind, payment }: LedgerLine): LedgerLine['kind'] | 'refund_topup' {
  return kind === 'refund' && payment?.kind === 'topup' ? 'refund_topup' : kind;
}

/** The payment of a line that its reader may give back. */
export function refundableOf({ kind, payment }: LedgerLine): Refundable | null {
  if (payment?.refundable !== 1 || (kind !== 'subscription' && kind !== 'topup')) return null;
  return { paymentId: payment.id, kind, kopecks: payment.left_kopecks };
}

/** What is still to be said of a line's payment; its success goes without saying, and so does a refund that is done on its own line. */
export function statusOf({ kind, payment }: LedgerLine): PaymentStatus | null {
  if (payment === null || payment.status === 'succeeded') return null;
  if (kind === 'subscription' || kind === 'topup') return payment.status;
  return kind === 'refund' && payment.status === 'refunding' ? payment.status : null;
}
