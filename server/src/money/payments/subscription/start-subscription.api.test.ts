import { paymentsApi } from '@app/contract/money/payments';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { books, runJobs, sandboxChoice } from '../../../../test/payments/payment-tills.ts';
import { createWorld, type World } from '../../../../test/world.ts';
import { providerOf } from '../provider/provider-of.ts';
import { reconcileDue } from '../reconcile-payments.job.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test('the offer names the price and every way to pay, with the reason why one is off', async () => {
  const { body } = await world.call(null, paymentsApi.offer, {});
  expect(body).toMatchObject({ price_kopecks: 39_900, months: 12 });
  const enabled = body.methods.filter((one) => one.enabled === 1).map((one) => one.method);
  expect(enabled).toEqual(['bank_card', 'yoo_money', 'sberbank', 'mobile_balance', 'sbp']);
  expect(body.methods.filter((one) => one.autopay === 1).map((one) => one.method)).toEqual(['bank_card']);
  expect(body.methods.find((one) => one.method === 'qiwi')?.reason).toContain('лицензия');
  expect(body.methods.find((one) => one.method === 'webmoney')?.reason).toContain('WebMoney');
});

test('a method that is off is refused with its reason, and a stranger pays for nobody', async () => {
  const anna = await world.user();
  const refused = await world.call(anna, paymentsApi.pay, { body: { method: 'qiwi' } });
  expect(refused.statusCode).toBe(400);
  expect(JSON.stringify(refused.body)).toContain('лицензия');
  expect((await world.call(null, paymentsApi.pay, { body: { user_id: anna.id } })).statusCode).toBe(401);
});

test('automatic renewal is kept only for the bank card', async () => {
  const [anna, boris] = [await world.user(), await world.user()];
  await world.call(anna, paymentsApi.pay, { body: { method: 'bank_card', autopay: 1 } });
  await world.call(boris, paymentsApi.pay, { body: { method: 'sbp', autopay: 1 } });
  const { rows } = await sql<{ autopay: boolean }>`
    select autopay from payments where user_id in (${anna.id}, ${boris.id}) order by user_id`.execute(
    world.services.db,
  );
  expect(rows.map((row) => row.autopay)).toEqual([true, false]);
});

test('the same key answers the same payment', async () => {
  const anna = await world.user();
  const pay = () => world.call(anna, paymentsApi.pay, { body: {}, headers: { 'idempotency-key': 'one' } });
  const [first, second] = [await pay(), await pay()];
  expect(second.body).toBe(first.body);
});

test('the link starts a payment for that person only and signs nobody in', async () => {
  const anna = await world.user();
  const open = (id: number | string) => world.app.inject({ method: 'GET', url: `/mobile/pay/${id}` });
  const answer = await open(anna.id);
  expect(answer.statusCode).toBe(302);
  expect(answer.headers.location).toMatch(/\/sandbox\/pay\/[\da-f-]{36}$/);
  expect(answer.headers['set-cookie']).toBeUndefined();
  expect((await books(world, anna.id))?.payments).toBe('pending');
  for (const stranger of [999_999_999, 0, 'x', '1e3', '99999999999999999999']) {
    expect((await open(stranger)).headers.location).toBe('/');
  }
});

test('the page of the sandbox pays once, and only for its own form', async () => {
  const anna = await world.user();
  const id =
    String((await world.call(anna, paymentsApi.pay, { body: {} })).body)
      .split('/')
      .at(-1) ?? '';
  const page = await world.app.inject({ method: 'GET', url: `/sandbox/pay/${id}`, headers: { cookie: 'lang=de' } });
  expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  expect(page.body).toMatch(/399\s₽ bezahlen/);
  expect(page.body).not.toContain('<script');
  expect((await sandboxChoice(world, id, 'pay', 'forged')).statusCode).toBe(403);
  const crossSite = await world.app.inject({
    method: 'POST',
    url: `/sandbox/pay/${id}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded', 'sec-fetch-site': 'cross-site' },
    payload: 'action=pay',
  });
  expect(crossSite.statusCode).toBe(403);

  const answer = await sandboxChoice(world, id, 'pay');
  expect(answer.statusCode).toBe(303);
  expect(answer.headers.location).toMatch(new RegExp(`/subscribe/payed/${anna.id}$`));
  expect((await sandboxChoice(world, id, 'decline')).statusCode).toBe(403);
  expect((await providerOf(world.services).fetch(id))?.status).toBe('succeeded');
  expect((await world.app.inject({ url: '/sandbox/pay/unknown' })).statusCode).toBe(404);
});

test('the sandbox tells about a payment over HTTP, and the person becomes a subscriber', async () => {
  const anna = await world.user();
  world.services.config.publicUrl = await world.app.listen({ host: '127.0.0.1', port: 0 });
  const id =
    String((await world.call(anna, paymentsApi.pay, { body: {} })).body)
      .split('/')
      .at(-1) ?? '';
  await sandboxChoice(world, id, 'pay');
  await runJobs(world);
  await runJobs(world);
  expect((await world.call(anna, paymentsApi.history, {})).body.payed).toBe(1);
});

test('money that is late arrives after the payer is back', async () => {
  const anna = await world.user();
  const id =
    String((await world.call(anna, paymentsApi.pay, { body: {} })).body)
      .split('/')
      .at(-1) ?? '';
  expect((await sandboxChoice(world, id, 'pay_late')).statusCode).toBe(303);
  expect((await providerOf(world.services).fetch(id))?.status).toBe('pending');
  const { db } = world.services;
  await sql`update sandbox_payments set pays_at = now() where id = ${id}::uuid`.execute(db);
  expect((await providerOf(world.services).fetch(id))?.status).toBe('succeeded');
  await sql`update payments set next_check_at = now()`.execute(db);
  await reconcileDue(world.services);
  expect((await world.call(anna, paymentsApi.history, {})).body.payed).toBe(1);
});
