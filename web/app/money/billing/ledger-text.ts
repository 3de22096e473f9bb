import type { LedgerEntry } from '@app/contract/money/payments';
import type { Refundable } from './refund-dialog.tsx';

/** U+2212: as wide as a plus, and read as a minus. */
const MINUS = '−';

type PaymentStatus = NonNullable<LedgerEntry['payment']>['status'];

export interface SignedAmount {
  sign: '+' | typeof MINUS;
  /** Without its sign. */
  amount: number;
}

function signedAmount(value: number): SignedAmount | null {
  if (value === 0) return null;
  return { sign: value > 0 ? '+' : MINUS, amount: Math.abs(value) };
}

/** What a line did: to the balance where it moved, else to the card; and to the bonus points. */
export function amountsOf({ amount_kopecks, balance_kopecks, bonus_points }: LedgerEntry): {
  money: SignedAmount | null;
  isBalance: boolean;
  points: SignedAmount | null;
} {
  const isBalance = balance_kopecks !== 0;
  return {
    money: signedAmount(isBalance ? balance_kopecks : amount_kopecks),
    isBalance,
    points: signedAmount(bonus_points),
  };
}

/** What a line is called: a refund by what it undoes. */
export function titleOf({ kind, payment }: LedgerEntry): LedgerEntry['kind'] | 'refund_topup' {
  return kind === 'refund' && payment?.kind === 'topup' ? 'refund_topup' : kind;
}

/** The payment of a line that its reader may give back. */
export function refundableOf({ kind, payment }: LedgerEntry): Refundable | null {
  if (payment?.refundable !== 1 || (kind !== 'subscription' && kind !== 'topup')) return null;
  return { paymentId: payment.id, kind, kopecks: payment.left_kopecks };
}

/** What is still to be said of a line's payment; its success goes without saying, and so does a refund that is done on its own line. */
export function statusOf({ kind, payment }: LedgerEntry): PaymentStatus | null {
  if (payment === null || payment.status === 'succeeded') return null;
  if (kind === 'subscription' || kind === 'topup') return payment.status;
  return kind === 'refund' && payment.status === 'refunding' ? payment.status : null;
}
