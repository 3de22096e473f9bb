import type { LedgerEntry } from '@app/contract/money/payments';
import { expect, test } from 'vitest';
import { sampleLedgerEntry } from '../../../test/sample-ledger.ts';
import { amountsOf, refundableOf, statusOf, titleOf } from './ledger-text.ts';

const payment = {
  id: 5,
  kind: 'subscription' as const,
  left_kopecks: 39_900,
  status: 'succeeded' as const,
  method: null,
  auto: 0 as const,
  refundable: 1 as const,
};

test('a subscription is what left the card; a top-up is what came to the balance', () => {
  expect(amountsOf(sampleLedgerEntry({ amount_kopecks: -39_900 }))).toEqual({
    money: { sign: '−', amount: 39_900 },
    isBalance: false,
    points: null,
  });
  expect(
    amountsOf(sampleLedgerEntry({ kind: 'topup', amount_kopecks: -50_000, balance_kopecks: 50_000 })),
  ).toMatchObject({
    money: { sign: '+', amount: 50_000 },
    isBalance: true,
  });
});

test('a promotion shows what it took of the balance and of the points, each with its sign', () => {
  expect(amountsOf(sampleLedgerEntry({ kind: 'promotion', balance_kopecks: -7000, bonus_points: -30 }))).toEqual({
    money: { sign: '−', amount: 7000 },
    isBalance: true,
    points: { sign: '−', amount: 30 },
  });
});

test('points alone show no money', () => {
  const { money, points } = amountsOf(sampleLedgerEntry({ kind: 'bonus', bonus_points: 50 }));
  expect(money).toBeNull();
  expect(points).toEqual({ sign: '+', amount: 50 });
});

test('a refund is called by what it undoes', () => {
  expect(titleOf(sampleLedgerEntry({ kind: 'refund', payment }))).toBe('refund');
  // The refunded balance may be spent already.
  expect(titleOf(sampleLedgerEntry({ kind: 'refund', payment: { ...payment, kind: 'topup' } }))).toBe('refund_topup');
});

test.each([
  ['a payment that may go back', {}, { paymentId: 5, kind: 'subscription', kopecks: 39_900 }],
  [
    'what is left of one',
    { payment: { ...payment, left_kopecks: 9_900 } },
    { paymentId: 5, kind: 'subscription', kopecks: 9_900 },
  ],
  ['one that may not', { payment: { ...payment, refundable: 0 as const } }, null],
  ['its refund', { kind: 'refund' as const }, null],
] satisfies [string, Partial<LedgerEntry>, unknown][])('what may be given back: %s', (_, change, expected) => {
  expect(refundableOf(sampleLedgerEntry({ amount_kopecks: -39_900, payment, ...change }))).toEqual(expected);
});

test.each([
  ['subscription', 'succeeded', null],
  ['subscription', 'refunding', 'refunding'],
  ['topup', 'refunded', 'refunded'],
  ['refund', 'refunding', 'refunding'],
  // The refund has its own ledger entry.
  ['refund', 'refunded', null],
  ['refund_undone', 'succeeded', null],
] as const)('of a line "%s" whose payment is %s it is said: %s', (kind, status, expected) => {
  expect(statusOf(sampleLedgerEntry({ kind, payment: { ...payment, status } }))).toBe(expected);
});
