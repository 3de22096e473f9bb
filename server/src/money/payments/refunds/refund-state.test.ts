import { expect, test } from 'vitest';
import type { RefundStatus } from '../payments.tables.ts';
import {
  mayMoveRefund,
  mayRefund,
  refundedTime,
  refundStatesBefore,
  remainingKopecks,
  stateAfterRefund,
} from './refund-state.ts';

const STATES: readonly RefundStatus[] = ['created', 'pending', 'succeeded', 'canceled'];
const LEGAL = ['created pending', 'created succeeded', 'created canceled', 'pending succeeded', 'pending canceled'];

test('a refund moves forward only, and neither its success nor its refusal changes afterwards', () => {
  const moves = STATES.flatMap((from) => STATES.map((to) => [from, to] as const));
  expect(moves.filter(([from, to]) => mayMoveRefund(from, to)).map((move) => move.join(' '))).toEqual(LEGAL);
  expect(refundStatesBefore('succeeded')).toEqual(['created', 'pending']);
  expect(refundStatesBefore('created')).toEqual([]);
});

test('parts go back until nothing is left, and never more than was paid', () => {
  let paid = { amount_kopecks: 39_900, refunded_kopecks: 0 };
  for (const part of [10_000, 10_000, 19_899]) {
    const after = stateAfterRefund(paid, part);
    expect(after.status).toBe('succeeded');
    paid = { ...paid, refunded_kopecks: after.refunded_kopecks };
  }
  expect(remainingKopecks(paid)).toBe(1);
  expect(stateAfterRefund(paid, 1)).toEqual({ status: 'refunded', refunded_kopecks: 39_900 });
  for (const part of [2, 0, -1, 0.5, Number.NaN, Number.MAX_SAFE_INTEGER]) {
    expect(mayRefund(paid, part)).toBe(false);
    expect(() => stateAfterRefund(paid, part)).toThrow(/cannot be refunded/);
  }
  expect(mayRefund({ amount_kopecks: 39_900, refunded_kopecks: 39_900 }, 1)).toBe(false);
});

test('a part of the price takes the same share of the year, in whole days of the time to come', () => {
  const year = {
    paid_from: new Date('2027-01-01T00:00:00Z'),
    paid_until: new Date('2028-01-01T00:00:00Z'),
    shortened_ms: 0,
  };
  const paid = { amount_kopecks: 39_900, refunded_kopecks: 0 };
  const days = (kopecks: number, now: string, of = year) => refundedTime(of, paid, kopecks, new Date(now)) / 86_400_000;
  expect(days(19_950, '2027-01-01T00:00:00Z')).toBe(182);
  expect(days(39_900, '2027-01-01T00:00:00Z')).toBe(365);
  expect(days(109, '2027-01-01T00:00:00Z')).toBe(0);
  expect(days(110, '2027-01-01T00:00:00Z')).toBe(1);
  expect(days(19_950, '2027-12-01T00:00:00Z')).toBe(31);
  expect(days(19_950, '2028-06-01T00:00:00Z')).toBe(0);
  // A future year that was shortened before: shares are shares of the whole year.
  const shortened = { ...year, paid_until: new Date('2027-12-22T00:00:00Z'), shortened_ms: 10 * 86_400_000 };
  expect(days(19_950, '2026-06-01T00:00:00Z', shortened)).toBe(182);
});
