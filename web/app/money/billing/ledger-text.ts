import type { LedgerEntry } from '@app/contract/money/payments';
import type { Refundable } from './refund-dialog.tsx';

/** U+2212: as wide as a plus, and read aloud as a minus. */
const MINUS = '−';

type PaymentStatus = NonNullable<LedgerEntry['payment']>['status'];

export interface SignedAmount {
  sign: '+' | typeof MINUS;
  /** Absolute value. */
  amount: number;
}

function signedAmount(value: number): SignedAmount | null {
  if (value === 0) return null;
  return { sign: value > 0 ? '+' : MINUS, amount: Math.abs(value) };
}

/** Amounts of a ledger entry: the change of the balance, else of the card, and the change of bonus points. */
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

/** Text key of an entry's title; a refund is named by the payment it reverses. */
export function titleOf({ kind, payment }: LedgerEntry): LedgerEntry['kind'] | 'refund_topup' {
  return kind === 'refund' && payment?.kind === 'topup' ? 'refund_topup' : kind;
}

export function refundableOf({ kind, payment }: LedgerEntry): Refundable | null {
  if (payment?.refundable !== 1 || (kind !== 'subscription' && kind !== 'topup')) return null;
  return { paymentId: payment.id, kind, kopecks: payment.left_kopecks };
}

/** Payment status shown next to an entry; success is not shown, nor is a refund that has its own entry. */
export function statusOf({ kind, payment }: LedgerEntry): PaymentStatus | null {
  if (payment === null || payment.status === 'succeeded') return null;
  if (kind === 'subscription' || kind === 'topup') return payment.status;
  return kind === 'refund' && payment.status === 'refunding' ? payment.status : null;
}
