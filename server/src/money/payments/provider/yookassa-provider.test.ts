import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import {
  FAKE_SECRET_KEY,
  FAKE_SHOP_ID,
  type FakeYookassa,
  startFakeYookassa,
} from '../../../../test/payments/fake-yookassa.ts';
import { PaymentRefused, type PaymentRequest } from './provider.ts';
import { createYookassaProvider, type YookassaOptions } from './yookassa-provider.ts';

let fake: FakeYookassa;

beforeAll(async () => {
  fake = await startFakeYookassa();
});
afterAll(() => fake.close());
beforeEach(() => {
  fake.troubles.length = 0;
  fake.creates.length = 0;
});

function provider(options: Partial<YookassaOptions> = {}) {
  const log = pino({ level: 'silent' });
  const receipt = { yearMode: 'full_payment', vatCode: 1 } as const;
  const shop = { shopId: FAKE_SHOP_ID, secretKey: FAKE_SECRET_KEY, apiUrl: fake.url, receipt, log };
  return createYookassaProvider({ ...shop, timeoutMs: 150, retryDelaysMs: [1, 1], ...options });
}

function order(changes: Partial<PaymentRequest> = {}): PaymentRequest {
  return {
    paymentId: 17,
    userId: 5,
    kind: 'subscription',
    savedMethod: null,
    idempotenceKey: crypto.randomUUID(),
    amountKopecks: 39_900,
    currency: 'RUB',
    description: 'Подписка на год',
    method: 'bank_card',
    autopay: false,
    returnUrl: 'http://localhost:3000/subscribe/payed/5',
    customer: { email: 'anna@example.com' },
    ...changes,
  };
}

const created = () => fake.creates.at(-1)?.body;

test('a payment is created with its amount, its order, its return address and a receipt for the payer', async () => {
  const { providerId, confirmationUrl } = await provider().create(order());
  expect(confirmationUrl).toContain(providerId);
  expect(created()).toMatchObject({
    amount: { value: '399.00', currency: 'RUB' },
    metadata: { payment_id: '17', user_id: '5' },
    confirmation: { return_url: 'http://localhost:3000/subscribe/payed/5' },
    receipt: { customer: { email: 'anna@example.com' }, items: [{ amount: { value: '399.00' }, quantity: '1.00' }] },
    payment_method_data: { type: 'bank_card' },
  });
  expect(await provider().fetch(providerId)).toEqual({
    providerId,
    status: 'pending',
    paid: false,
    amountKopecks: 39_900,
    currency: 'RUB',
    metadata: { payment_id: '17', user_id: '5' },
    shopId: FAKE_SHOP_ID,
    receipt: 'pending',
  });
});

test('the card is saved only when the payer asked for automatic renewal', async () => {
  await provider().create(order());
  expect(created()).not.toHaveProperty('save_payment_method');
  await provider().create(order({ autopay: true }));
  expect(created()?.save_payment_method).toBe(true);
});

test('a method that has no page of its own is chosen on the page of the provider', async () => {
  for (const method of ['mobile_balance', null] as const) {
    await provider().create(order({ method }));
    expect(created()).not.toHaveProperty('payment_method_data');
  }
});

test('a create whose answer was lost is repeated under the same key and makes one payment', async () => {
  const before = fake.payments.size;
  fake.troubles.push('lose_answer', 'error_500');
  const request = order();
  const { providerId } = await provider().create(request);
  expect(fake.payments.size).toBe(before + 1);
  expect(new Set(fake.creates.map((call) => call.key))).toEqual(new Set([request.idempotenceKey]));
  expect((await provider().create(request)).providerId).toBe(providerId);
  expect(fake.payments.size).toBe(before + 1);
});

test.for(['error_500', 'lose_request', 'silence', 'too_many'] as const)(
  'a provider that keeps failing (%s) is reported as unavailable after three tries',
  async (trouble) => {
    fake.troubles.push(trouble, trouble, trouble);
    await expect(provider().create(order())).rejects.toMatchObject({ code: 'provider_unavailable' });
    expect(fake.troubles).toEqual([]);
  },
);

test('a request that the provider still processes is repeated after the time that it names', async () => {
  fake.troubles.push('processing');
  const startedAt = performance.now();
  await provider().create(order());
  expect(performance.now() - startedAt).toBeGreaterThanOrEqual(119);
});

test('an answer that is no payment is not believed', async () => {
  const { providerId } = await provider().create(order());
  fake.troubles.push('nonsense');
  await expect(provider().fetch(providerId)).rejects.toMatchObject({ code: 'provider_unavailable' });
});

test('a request that the provider refuses is not repeated', async () => {
  await expect(provider().create(order({ customer: { email: '' } }))).rejects.toBeInstanceOf(PaymentRefused);
  expect(fake.creates).toHaveLength(1);
  await expect(provider({ secretKey: 'wrong' }).create(order())).rejects.toBeInstanceOf(PaymentRefused);
});

test('a payment that the provider does not know is reported as unknown', async () => {
  expect(await provider().fetch('../../etc')).toBeUndefined();
});

test('a settled payment is read with its outcome', async () => {
  const [paid, canceled] = [await provider().create(order()), await provider().create(order())];
  fake.pay(paid.providerId);
  fake.cancel(canceled.providerId);
  expect(await provider().fetch(paid.providerId)).toMatchObject({ status: 'succeeded', paid: true });
  expect(await provider().fetch(canceled.providerId)).toMatchObject({ status: 'canceled', paid: false });
});

test('a kept card is charged without a page: held first, then taken or let go', async () => {
  const { providerId } = await provider().create(order({ autopay: true }));
  fake.pay(providerId);
  const card = (await provider().fetch(providerId))?.savedMethod;
  expect(card?.title).toBe('•••• 4477');

  const charge = async () => provider().create(order({ savedMethod: card?.id ?? '' }));
  const taken = await charge();
  expect(taken.confirmationUrl).toBeNull();
  expect(created()).toMatchObject({ capture: false, payment_method_id: card?.id });
  expect(created()).not.toHaveProperty('confirmation');
  expect(await provider().fetch(taken.providerId)).toMatchObject({ status: 'held' });
  const key = crypto.randomUUID();
  await provider().capture(taken.providerId, key);
  await provider().capture(taken.providerId, key);
  expect(await provider().fetch(taken.providerId)).toMatchObject({ status: 'succeeded', paid: true });

  const released = await charge();
  await provider().release(released.providerId, crypto.randomUUID());
  expect(await provider().fetch(released.providerId)).toMatchObject({ status: 'canceled', paid: false });
  await provider().capture(released.providerId, crypto.randomUUID());
  expect(await provider().fetch(released.providerId)).toMatchObject({ status: 'canceled' });
});

test('a refused charge says whether the bank took its leave back', async () => {
  const { providerId } = await provider().create(order({ autopay: true }));
  fake.pay(providerId);
  const savedMethod = (await provider().fetch(providerId))?.savedMethod?.id ?? '';
  fake.refusals.set(savedMethod, 'insufficient_funds');
  const poor = await provider().create(order({ savedMethod }));
  expect(await provider().fetch(poor.providerId)).not.toHaveProperty('isMethodRevoked');
  fake.refusals.set(savedMethod, 'permission_revoked');
  const revoked = await provider().create(order({ savedMethod }));
  expect(await provider().fetch(revoked.providerId)).toMatchObject({ status: 'canceled', isMethodRevoked: true });
});

test('a refund carries a receipt of its own, is made once for its key, and never exceeds what was paid', async () => {
  const { providerId } = await provider().create(order());
  const refund = {
    providerId,
    kind: 'subscription',
    idempotenceKey: crypto.randomUUID(),
    amountKopecks: 39_900,
    currency: 'RUB',
    description: 'Подписка на год',
    customer: { email: 'anna@example.com' },
  } as const;
  await expect(provider().refund(refund)).rejects.toBeInstanceOf(PaymentRefused);
  fake.pay(providerId);
  const again = { ...refund, idempotenceKey: crypto.randomUUID() };
  fake.troubles.push('lose_answer');
  const first = await provider().refund(again);
  expect(await provider().refund(again)).toEqual(first);
  expect(fake.refunds.size).toBe(1);
  expect(first).toMatchObject({ providerId, amountKopecks: 39_900, status: 'succeeded', receipt: 'pending' });
  expect(await provider().fetchRefund(first.refundId)).toEqual(first);
  await expect(provider().refund({ ...refund, idempotenceKey: crypto.randomUUID() })).rejects.toBeInstanceOf(
    PaymentRefused,
  );
  expect(await provider().fetchRefund('none')).toBeUndefined();
});

test('receipts of a year say what the accountant decided, and those of a top-up that it is an advance', async () => {
  const shop = provider({ receipt: { yearMode: 'full_prepayment', vatCode: 8, taxSystem: 2 } });
  await shop.create(order());
  await shop.create(order({ kind: 'topup' }));
  expect(fake.creates.slice(-2).map(({ body }) => body.receipt)).toMatchObject([
    { tax_system_code: 2, items: [{ vat_code: 8, payment_subject: 'service', payment_mode: 'full_prepayment' }] },
    { tax_system_code: 2, items: [{ vat_code: 8, payment_subject: 'payment', payment_mode: 'advance' }] },
  ]);
});

test('a receipt is shown by its fiscal numbers once it is registered', async () => {
  const { providerId } = await provider().create(order());
  const shop = provider({ receiptUrl: 'https://ofd.example/show?fn={fn}&fd={fd}&fp={fp}' });
  expect(await shop.findReceipt({ providerId })).toBeUndefined();
  fake.pay(providerId);
  expect(await shop.findReceipt({ providerId })).toEqual({
    state: 'succeeded',
    number: '9288000100115786 3986 2617603922',
    url: 'https://ofd.example/show?fn=9288000100115786&fd=3986&fp=2617603922',
  });
  expect((await provider().findReceipt({ providerId }))?.url).toBeNull();
});
