import type { PaymentStatus } from './payments.tables.ts';

/**
 * Where a payment may go from each state. `canceled` is not quite the end: after a day we stop asking about an unpaid
 * payment, and if the provider still takes the money later, the money counts.
 */
const MOVES: Record<PaymentStatus, readonly PaymentStatus[]> = {
  created: ['pending', 'canceled'],
  pending: ['held', 'succeeded', 'canceled'],
  held: ['succeeded', 'canceled'],
  canceled: ['succeeded'],
  succeeded: ['refunding'],
  refunding: ['refunded', 'succeeded'],
  refunded: [],
};

export function mayMove(from: PaymentStatus, to: PaymentStatus): boolean {
  return MOVES[from].includes(to);
}

/** The states that may turn into `to`: the `WHERE status IN (…)` of a conditional update. */
export function statesBefore(to: PaymentStatus): PaymentStatus[] {
  return (Object.keys(MOVES) as PaymentStatus[]).filter((from) => mayMove(from, to));
}

/** Still waiting for somebody: worth asking the provider about. */
export const OPEN_STATES = ['created', 'pending', 'held'] as const satisfies readonly PaymentStatus[];

export function isOpen(status: PaymentStatus): boolean {
  return (OPEN_STATES as readonly PaymentStatus[]).includes(status);
}

/** The provider took it and said so: it is in the books, whatever becomes of it. */
export function isMoney(status: PaymentStatus): boolean {
  return status === 'succeeded' || status === 'refunding' || status === 'refunded';
}
