import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { FAKE_SECRET_KEY, FAKE_SHOP_ID, type FakeYookassa, startFakeYookassa } from '../../../test/fake-yookassa.ts';
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
  const shop = { shopId: FAKE_SHOP_ID, secretKey: FAKE_SECRET_KEY, apiUrl: fake.url, log };
  return createYookassaProvider({ ...shop, timeoutMs: 150, retryDelaysMs: [1, 1], ...options });
}

function order(changes: Partial<PaymentRequest> = {}): PaymentRequest {
  return {
    paymentId: 17,
    userId: 5,
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
