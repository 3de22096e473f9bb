import { PAYMENT_STATUSES } from '@app/contract/payments';
import { expect, test } from 'vitest';
import { isOpen, mayMove, statesBefore } from './payment-state.ts';

test('a payment becomes money only after the provider knew it, and a settled one never reopens', () => {
  expect(statesBefore('succeeded')).toEqual(['pending', 'canceled']);
  expect(mayMove('created', 'succeeded')).toBe(false);
  for (const settled of ['succeeded', 'refunded'] as const) {
    for (const to of PAYMENT_STATUSES) expect(mayMove(settled, to)).toBe(settled === 'succeeded' && to === 'refunded');
  }
});

test('nothing returns to created, and only a created payment becomes pending', () => {
  expect(statesBefore('created')).toEqual([]);
  expect(statesBefore('pending')).toEqual(['created']);
});

test('a payment can be given up only while it is open', () => {
  expect(statesBefore('canceled')).toEqual(PAYMENT_STATUSES.filter(isOpen));
});

test('a payment that we gave up still counts when the provider took the money', () => {
  expect(mayMove('canceled', 'succeeded')).toBe(true);
  expect(mayMove('canceled', 'pending')).toBe(false);
});
