import { paymentsApi } from '@app/contract/money/payments';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../../../test/world.ts';
import { mayTakePayments } from './takes-real-money.public.ts';

let world: World;
beforeAll(async () => {
  const shop = { PAYMENT_PROVIDER: 'yookassa', YOOKASSA_SHOP_ID: '100500', YOOKASSA_SECRET_KEY: 'live_secret' };
  world = await createWorld({ environment: shop });
});
afterAll(() => world.close());

test('with samples of requisites no payment of real money begins, and nothing of it is stored', async () => {
  const person = await world.user();
  const answers = [
    await world.call(person, paymentsApi.pay, { body: {} }),
    await world.call(person, paymentsApi.topup, { body: { amount: 500 } }),
  ];
  for (const { statusCode, body } of answers) {
    expect([statusCode, body.code]).toEqual([503, 'requisites_missing']);
    expect(body.message).toContain('реквизиты');
  }
  const link = await world.app.inject(`/mobile/pay/${person.id}`);
  expect(link.headers.location).toBe(`/subscribe/pay/${person.id}`);
  expect(await world.services.db.selectFrom('payments').select('id').execute()).toEqual([]);
});

test('with real requisites payments begin', async () => {
  const { db } = world.services;
  await db
    .insertInto('site_settings')
    .values({
      version: 1,
      settings: JSON.stringify({ requisites: { inn: '7707083893' } }),
      changed_at: new Date(),
      changed_by: 1,
    })
    .execute();
  expect(await mayTakePayments(world.services)).toBe(true);
});
