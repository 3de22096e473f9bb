import type { PaymentStatus } from './payments.tables.ts';

/**
 * Allowed transitions. `canceled` is not quite final: unpaid payments are canceled after a day, but if the provider
 * takes the money later, the payment counts.
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

export function statesBefore(to: PaymentStatus): PaymentStatus[] {
  return (Object.keys(MOVES) as PaymentStatus[]).filter((from) => mayMove(from, to));
}

export const OPEN_STATES = ['created', 'pending', 'held'] as const satisfies readonly PaymentStatus[];

export function isOpen(status: PaymentStatus): boolean {
  return (OPEN_STATES as readonly PaymentStatus[]).includes(status);
}

/** The provider has confirmed the money, so the payment is in the ledger, even if it was refunded later. */
export function isMoney(status: PaymentStatus): boolean {
  return status === 'succeeded' || status === 'refunding' || status === 'refunded';
}
