import { expect, test } from 'vitest';
import { paymentOutcome } from './payment-outcome.ts';

type Payment = Parameters<typeof paymentOutcome>[0]['payments'][number];

const payment = (status: Payment['status'], change: Partial<Payment> = {}): Payment => ({
  id: 1,
  kind: 'subscription',
  status,
  amount_kopecks: 39_900,
  method: null,
  created: '2026-11-21T10:00:00Z',
  settled: null,
  ...change,
});

test.each([
  [0, 'pending', 'waiting'],
  [0, 'created', 'waiting'],
  [0, 'held', 'waiting'],
  [1, 'succeeded', 'paid'],
  [0, 'succeeded', 'waiting'],
  [0, 'canceled', 'unpaid'],
  // A failed or pending renewal is shown although the current year goes on.
  [1, 'canceled', 'unpaid'],
  [1, 'pending', 'waiting'],
  [0, 'refunding', 'unpaid'],
  [0, 'refunded', 'unpaid'],
] as const)('a person with payed %i whose last payment is %s is told "%s"', (payed, status, state) => {
  expect(paymentOutcome({ payed, payments: [payment(status)] }).state).toBe(state);
});

test('who never paid is told so', () => {
  expect(paymentOutcome({ payed: 0, payments: [] }).state).toBe('unpaid');
});

test('a top-up of the balance is paid without any subscription', () => {
  expect(paymentOutcome({ payed: 0, payments: [payment('succeeded', { kind: 'topup' })] })).toEqual({
    state: 'paid',
    kind: 'topup',
  });
});

test('of two payments begun, the one that was paid is told', () => {
  const payments = [
    payment('pending', { id: 2, created: '2026-11-21T10:01:00Z' }),
    payment('succeeded', { id: 1, settled: '2026-11-21T10:02:00Z' }),
  ];
  expect(paymentOutcome({ payed: 1, payments }).state).toBe('paid');
});
