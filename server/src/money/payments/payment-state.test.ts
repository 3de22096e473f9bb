import { PAYMENT_STATUSES } from '@app/contract/money/payments';
import { expect, test } from 'vitest';
import { isOpen, mayMove, statesBefore } from './payment-state.ts';

const LEGAL = new Set([
  'created pending',
  'created canceled',
  'pending held',
  'pending succeeded',
  'pending canceled',
  'held succeeded',
  'held canceled',
  'canceled succeeded',
  'succeeded refunding',
  'refunding refunded',
  'refunding succeeded',
]);

test.each(PAYMENT_STATUSES.flatMap((from) => PAYMENT_STATUSES.map((to) => [from, to] as const)))(
  'a payment may go from %s to %s only where the provider’s own payment goes',
  (from, to) => {
    expect(mayMove(from, to)).toBe(LEGAL.has(`${from} ${to}`));
  },
);

test('a payment becomes money only after the provider knew it, and money given back stays given back', () => {
  expect(mayMove('created', 'succeeded')).toBe(false);
  expect(PAYMENT_STATUSES.filter((to) => mayMove('refunded', to))).toEqual([]);
});

test('nothing returns to created, and only a created payment becomes pending', () => {
  expect(statesBefore('created')).toEqual([]);
  expect(statesBefore('pending')).toEqual(['created']);
});

test('a payment can be given up only while it is open', () => {
  expect(statesBefore('canceled')).toEqual(PAYMENT_STATUSES.filter(isOpen));
});
