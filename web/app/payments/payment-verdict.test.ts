import { expect, test } from 'vitest';
import { paymentVerdict } from './payment-verdict.ts';

const payment = (status: 'created' | 'pending' | 'succeeded' | 'canceled' | 'refunded') => ({
  id: 1,
  status,
  amount_kopecks: 39_900,
  method: null,
  created: '2026-11-21T10:00:00Z',
  settled: null,
});

test.each([
  [0, 'pending', 'waiting'],
  [0, 'created', 'waiting'],
  [1, 'succeeded', 'paid'],
  [0, 'canceled', 'unpaid'],
  // A renewal that failed is told, although the running year goes on.
  [1, 'canceled', 'unpaid'],
  [0, 'refunded', 'unpaid'],
] as const)('a person with payed %i whose last payment is %s is told "%s"', (payed, status, verdict) => {
  expect(paymentVerdict({ payed, payments: [payment(status)] })).toBe(verdict);
});

test('who never paid is told so', () => {
  expect(paymentVerdict({ payed: 0, payments: [] })).toBe('unpaid');
});
