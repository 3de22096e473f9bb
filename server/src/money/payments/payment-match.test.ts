import { expect, test } from 'vitest';
import { findMismatch } from './payment-match.ts';
import type { ProviderPayment } from './provider/provider.ts';

const payment = { id: 17, amount_kopecks: 39_900, currency: 'RUB', provider_id: 'p-1' };
const truth: ProviderPayment = {
  providerId: 'p-1',
  status: 'succeeded',
  paid: true,
  amountKopecks: 39_900,
  currency: 'RUB',
  metadata: { payment_id: '17' },
  shopId: '100500',
};

test('a payment that agrees in every point is ours', () => {
  expect(findMismatch(payment, truth, '100500')).toBeUndefined();
  expect(findMismatch(payment, { ...truth, shopId: undefined }, undefined)).toBeUndefined();
});

test.for([
  ['id', { providerId: 'p-2' }],
  ['order', { metadata: { payment_id: '18' } }],
  ['order', { metadata: {} }],
  ['amount', { amountKopecks: 100 }],
  ['currency', { currency: 'KZT' }],
  ['shop', { shopId: '666' }],
  ['shop', { shopId: undefined }],
] as const)('a payment that differs in %s is not ours', ([point, difference]) => {
  expect(findMismatch(payment, { ...truth, ...difference }, '100500')).toBe(point);
});
