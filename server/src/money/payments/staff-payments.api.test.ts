import { searchesApi } from '@app/contract/market/searches';
import { paymentsApi } from '@app/contract/money/payments';
import { staffPaymentsApi } from '@app/contract/money/staff-payments';
import { notificationsApi } from '@app/contract/notifications/notifications';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { emailsTo } from '../../../test/emails.ts';
import { type FakeYookassa, startFakeYookassa } from '../../../test/payments/fake-yookassa.ts';
import { runJobs, sandboxChoice, type Till, yookassaTill } from '../../../test/payments/payment-tills.ts';
import { type Actor, createWorld, type World } from '../../../test/world.ts';
import { spendBalance } from './payments.public.ts';
import { reconcileDue } from './reconcile-payments.job.ts';
import { importProviderRefund } from './refunds/import-provider-refund.job.ts';

const DAY_MS = 86_400_000;

let world: World;
let admin: Actor;
let fake: FakeYookassa;
let till: Till;
beforeAll(async () => {
  world = await createWorld();
  admin = await world.user({ groups: ['admin'] });
  fake = await startFakeYookassa();
  till = await yookassaTill(fake);
});
afterAll(async () => {
  await world.close();
  await till.close();
  await fake.close();
});

async function settle({ services: { db }, services }: World): Promise<void> {
  await sql`update payments set next_check_at = now(), checked_at = null`.execute(db);
  await sql`update refunds set next_check_at = now()`.execute(db);
  await reconcileDue(services);
}

async function pay(payer: Actor, body: { autopay?: 1; amount?: number; action?: string } = {}): Promise<number> {
  const { action = 'pay_lost', amount, ...order } = body;
  const started =
    amount === undefined
      ? await world.call(payer, paymentsApi.pay, { body: { method: 'bank_card', ...order } })
      : await world.call(payer, paymentsApi.topup, { body: { amount } });
  await sandboxChoice(world, String(started.body).split('/').at(-1) ?? '', action);
  await settle(world);
  return (await world.call(payer, paymentsApi.history)).body.payments[0]?.id ?? 0;
}

async function payFar(payer: Actor, amount?: number): Promise<{ id: number; providerId: string }> {
  const { call } = till.world;
  const started =
    amount === undefined
      ? await call(payer, paymentsApi.pay, { body: { method: 'bank_card' } })
      : await call(payer, paymentsApi.topup, { body: { amount } });
  const providerId = String(started.body).split('/').at(-1) ?? '';
  fake.pay(providerId);
  await settle(till.world);
  return { id: (await call(payer, paymentsApi.history)).body.payments[0]?.id ?? 0, providerId };
}

async function giveBackInCabinet(providerId: string, value: string): Promise<void> {
  const id = crypto.randomUUID();
  fake.refunds.set(id, {
    id,
    payment_id: providerId,
    status: 'succeeded',
    amount: { value, currency: 'RUB' },
    created_at: new Date().toISOString(),
    receipt_registration: 'pending',
  });
  for (let told = 0; told < 3; told += 1) await importProviderRefund.run(till.world.services, { providerRefundId: id });
}

const one = async (id: number, { call } = world, staff = admin) =>
  (await call(staff, staffPaymentsApi.one, { params: { id } })).body;
const ledger = async (who: Actor, { call } = world) => (await call(who, paymentsApi.ledger)).body;
const show = async (who: Actor, { call } = world) => (await call(who, paymentsApi.subscription)).body;
const daysLeft = async (who: Actor, in_ = world): Promise<number> =>
  Math.round((new Date((await show(who, in_)).until ?? 0).getTime() - Date.now()) / DAY_MS);

const refund = (
  id: number,
  wish: { amount_kopecks?: number; left_kopecks: number; keep_time?: 1; reason?: string },
  key?: string,
) =>
  world.call(admin, staffPaymentsApi.refund, {
    params: { id },
    body: { reason: 'По просьбе', ...wish },
    ...(key !== undefined && { headers: { 'idempotency-key': key } }),
  });

async function expectBalanced({ services: { db } } = world): Promise<void> {
  const { rows } = await sql<{ off: number; wrong: number; over: number }>`
    select (select coalesce(sum(amount_kopecks), 0)::bigint from ledger_entries) as off,
      (select count(*)::int from users u where
        virtualpay_kopecks <> coalesce((select balance_kopecks from ledger_accounts where user_id = u.id and balance_kind = 'balance'), 0)
        or bonus_kopecks <> coalesce((select balance_kopecks from ledger_accounts where user_id = u.id and balance_kind = 'bonus'), 0)) as wrong,
      (select count(*)::int from payments p where refunded_kopecks <> (
        select coalesce(sum(amount_kopecks), 0) from refunds where payment_id = p.id and status = 'succeeded')) as over`.execute(
    db,
  );
  expect(rows[0]).toEqual({ off: 0, wrong: 0, over: 0 });
}

describe('a part of a payment', () => {
  test('takes the same share of the year and ends autopay, and the rest takes what is left', async () => {
    const anna = await world.user();
    const id = await pay(anna, { autopay: 1 });
    const whole = await daysLeft(anna);
    expect((await refund(id, { amount_kopecks: 19_950, left_kopecks: 39_900 })).body.status).toBe('succeeded');
    expect(await daysLeft(anna)).toBe(whole - 182);
    expect(await show(anna)).toMatchObject({ payed: 1, autopay: 0 });
    const half = await one(id);
    expect(half).toMatchObject({
      status: 'succeeded',
      refunded_kopecks: 19_950,
      left_kopecks: 19_950,
      refunds: [{ status: 'succeeded', amount_kopecks: 19_950, taken_days: 182, given_by: { id: admin.id } }],
    });
    expect(half.history.map(({ event }) => event)).toEqual([
      'created',
      'placed',
      'settled',
      'refund_begun',
      'refund_done',
    ]);
    expect(half.entries.reduce((sum, { amount_kopecks }) => sum + amount_kopecks, 0)).toBe(0);
    await settle(world);
    expect((await one(id)).refunds[0]?.receipt?.state).toBe('succeeded');
    expect((await refund(id, { left_kopecks: 19_950 })).body.status).toBe('refunded');
    expect(await show(anna)).toMatchObject({ payed: 0, until: null });
    expect((await ledger(anna)).list.map(({ kind, amount_kopecks }) => [kind, amount_kopecks])).toEqual([
      ['refund', 19_950],
      ['refund', 19_950],
      ['subscription', -39_900],
    ]);
    expect((await ledger(anna)).list[0]?.comment).toBe('По просьбе');
    await expectBalanced();
  });

  test('leaves the year as it is when whoever gives it says so', async () => {
    const anna = await world.user();
    const id = await pay(anna, { autopay: 1 });
    const { until } = await show(anna);
    await refund(id, { amount_kopecks: 5_000, left_kopecks: 39_900, keep_time: 1 });
    expect(await show(anna)).toMatchObject({ until, autopay: 1, refund: { amount_kopecks: 34_900 } });
    await world.call(anna, paymentsApi.refund, { params: { id }, body: {} });
    expect(await one(id)).toMatchObject({ status: 'refunded', refunded_kopecks: 39_900 });
    await expectBalanced();
  });

  test('moves the year after it along, and that one stays as long as it was bought', async () => {
    const anna = await world.user();
    const [first, second] = [await pay(anna), await pay(anna)];
    const before = await one(second);
    await refund(first, { amount_kopecks: 3_990, left_kopecks: 39_900 });
    const after = await one(second);
    const length = ({ period }: typeof after) =>
      Math.round((Date.parse(period?.until ?? '') - Date.parse(period?.from ?? '')) / DAY_MS);
    expect(Math.abs(length(after) - length(before))).toBeLessThanOrEqual(1);
    expect(Math.round((Date.parse(before.period?.from ?? '') - Date.parse(after.period?.from ?? '')) / DAY_MS)).toBe(
      36,
    );
    // The second payment is refunded in part, then the first in full: the second keeps its reduction.
    await refund(second, { amount_kopecks: 3_990, left_kopecks: 39_900 });
    const shortened = length(await one(second));
    await refund(first, { left_kopecks: 35_910 });
    expect(Math.abs(length(await one(second)) - shortened)).toBeLessThanOrEqual(1);
  });

  test('is never more than is left, however often and by however many it is pressed', async () => {
    const anna = await world.user();
    const id = await pay(anna);
    for (const amount_kopecks of [39_901, 1_000_000_000]) {
      expect((await refund(id, { amount_kopecks, left_kopecks: 39_900 })).statusCode).toBe(400);
    }
    expect((await refund(id, { amount_kopecks: 0, left_kopecks: 39_900 })).statusCode).toBe(400);
    expect((await refund(id, { amount_kopecks: 100, left_kopecks: 39_900, reason: ' ' })).statusCode).toBe(400);
    const answers = await Promise.all(
      Array.from({ length: 12 }, (_, n) =>
        refund(id, { amount_kopecks: 30_000, left_kopecks: 39_900 }, `part-${n % 3}-${id}`),
      ),
    );
    expect(answers.filter(({ statusCode }) => statusCode >= 500)).toEqual([]);
    expect(await one(id)).toMatchObject({ refunded_kopecks: 30_000, left_kopecks: 9_900 });
    expect((await refund(id, { amount_kopecks: 9_900, left_kopecks: 39_900 })).body.code).toBe('refund_changed');
    await expectBalanced();
  });

  test('is not for the administrator whose payment it is to decide', async () => {
    const id = await pay(admin);
    expect((await refund(id, { amount_kopecks: 100, left_kopecks: 39_900 })).body.code).toBe('forbidden');
    expect(await one(id)).toMatchObject({ status: 'succeeded', refunded_kopecks: 0 });
    const own = await world.call(admin, paymentsApi.refund, { params: { id }, body: {} });
    expect(own.statusCode).toBe(200);
  });

  test('that the provider refuses leaves everything as it was', async () => {
    const anna = await world.user();
    const id = await pay(anna, { action: 'pay_for_good' });
    const { until } = await show(anna);
    expect((await refund(id, { amount_kopecks: 10_000, left_kopecks: 39_900 })).body.status).toBe('succeeded');
    expect(await show(anna)).toMatchObject({ until, payed: 1 });
    expect(await one(id)).toMatchObject({
      refunded_kopecks: 0,
      left_kopecks: 39_900,
      refunds: [{ status: 'canceled' }],
    });
    await sql`update sandbox_payments set refuses_refund = false`.execute(world.services.db);
    await refund(id, { amount_kopecks: 10_000, left_kopecks: 39_900 });
    expect(await one(id)).toMatchObject({ refunded_kopecks: 10_000 });
    await expectBalanced();
  });

  test('decided while another one is on its way is refused, and that one goes on alone', async () => {
    const [anna, staff] = [await till.world.user(), await till.world.user({ groups: ['admin'] })];
    const { id } = await payFar(anna);
    const part = (amount_kopecks: number, key: string) =>
      till.world.call(staff, staffPaymentsApi.refund, {
        params: { id },
        body: { reason: 'По просьбе', amount_kopecks, left_kopecks: 39_900 },
        headers: { 'idempotency-key': `${key}-${id}` },
      });
    fake.refundsEnd.status = 'pending';
    expect((await part(10_000, 'first')).body.status).toBe('refunding');
    expect((await part(20_000, 'second')).body.code).toBe('refund_changed');
    expect((await part(10_000, 'first')).body.status).toBe('refunding');
    fake.refundsEnd.status = 'succeeded';
    for (const made of fake.refunds.values()) made.status = 'succeeded';
    await settle(till.world);
    expect(await one(id, till.world, staff)).toMatchObject({ refunded_kopecks: 10_000, refunds: [{}] });
    await expectBalanced(till.world);
  });

  test('whose answer was lost for more than a day is found at the provider and not made twice', async () => {
    const [anna, staff] = [await till.world.user(), await till.world.user({ groups: ['admin'] })];
    const { id, providerId } = await payFar(anna);
    const made = () => [...fake.refunds.values()].filter(({ payment_id }) => payment_id === providerId);
    const part = () =>
      till.world.call(staff, staffPaymentsApi.refund, {
        params: { id },
        body: { reason: 'По просьбе', amount_kopecks: 10_000, left_kopecks: 39_900 },
      });
    fake.troubles.push('lose_answer', 'lose_request', 'error_500');
    expect((await part()).body.status).toBe('refunding');
    expect(made()).toHaveLength(1);
    fake.clearKeys();
    await sql`update refunds set created_at = created_at - interval '25 hours' where payment_id = ${id}`.execute(
      till.world.services.db,
    );
    await settle(till.world);
    expect(made()).toHaveLength(1);
    expect(await one(id, till.world, staff)).toMatchObject({ refunded_kopecks: 10_000, left_kopecks: 29_900 });
    await expectBalanced(till.world);
  });

  test('that did not reach the provider for more than a day is made once it does', async () => {
    const [anna, staff] = [await till.world.user(), await till.world.user({ groups: ['admin'] })];
    const { id, providerId } = await payFar(anna);
    await giveBackInCabinet(providerId, '100.00');
    fake.troubles.push('lose_request', 'lose_request', 'error_500');
    await till.world.call(staff, staffPaymentsApi.refund, {
      params: { id },
      body: { reason: 'По просьбе', amount_kopecks: 10_000, left_kopecks: 29_900 },
    });
    await sql`update refunds set created_at = created_at - interval '25 hours' where payment_id = ${id}`.execute(
      till.world.services.db,
    );
    await settle(till.world);
    expect(await one(id, till.world, staff)).toMatchObject({ refunded_kopecks: 20_000, left_kopecks: 19_900 });
    expect([...fake.refunds.values()].filter(({ payment_id }) => payment_id === providerId)).toHaveLength(2);
    await expectBalanced(till.world);
  });

  test('is refused where another provider took the money than is asked now, and nothing goes with it', async () => {
    const anna = await world.user();
    const [year, topup] = [await pay(anna), await pay(anna, { amount: 300 })];
    const { until } = await show(anna);
    await sql`update payments set provider = 'earlier' where user_id = ${anna.id}`.execute(world.services.db);
    expect((await refund(year, { left_kopecks: 39_900 })).body.code).toBe('refund_impossible');
    expect((await refund(topup, { amount_kopecks: 100, left_kopecks: 30_000 })).body.code).toBe('refund_impossible');
    const own = await world.call(anna, paymentsApi.refund, { params: { id: year }, body: {} });
    expect(own.body.code).toBe('refund_impossible');
    expect(await show(anna)).toMatchObject({ until, payed: 1 });
    expect((await ledger(anna)).balance_kopecks).toBe(30_000);
    await expectBalanced();
  });

  test('of a top-up goes from the balance, and only while that covers it', async () => {
    const anna = await world.user();
    const id = await pay(anna, { amount: 300 });
    await refund(id, { amount_kopecks: 12_000, left_kopecks: 30_000 });
    expect((await ledger(anna)).balance_kopecks).toBe(18_000);
    await world.services.db.transaction().execute((tx) =>
      spendBalance(tx, {
        userId: anna.id,
        kopecks: 10_000,
        bonusMaxShare: 0,
        purpose: 'promotion',
        sourceKey: `x:${anna.id}`,
      }),
    );
    expect((await refund(id, { left_kopecks: 18_000 })).body.code).toBe('not_enough_money');
    expect((await ledger(anna)).balance_kopecks).toBe(8_000);
    await expectBalanced();
  });

  test('that was given back in the provider’s cabinet is booked once, with its share of the year and its receipt', async () => {
    const [anna, staff] = [await till.world.user(), await till.world.user({ groups: ['admin'] })];
    const { id, providerId } = await payFar(anna);
    const whole = await daysLeft(anna, till.world);
    await giveBackInCabinet(providerId, '100.00');
    await giveBackInCabinet(providerId, '99.50');
    expect(await one(id, till.world, staff)).toMatchObject({
      status: 'succeeded',
      refunded_kopecks: 19_950,
      refunds: [{ amount_kopecks: 10_000, given_by: null }, { amount_kopecks: 9_950 }],
    });
    expect(await daysLeft(anna, till.world)).toBe(whole - 91 - 91);
    await expect(giveBackInCabinet(providerId, '300.00')).rejects.toThrow();
    await giveBackInCabinet(providerId, '199.50');
    expect((await one(id, till.world, staff)).status).toBe('refunded');
    expect((await show(anna, till.world)).payed).toBe(0);
    await expectBalanced(till.world);
  });

  test('of a top-up that is spent already, given back in the cabinet, is owed', async () => {
    const anna = await till.world.user();
    const { providerId } = await payFar(anna, 300);
    await till.world.services.db.transaction().execute((tx) =>
      spendBalance(tx, {
        userId: anna.id,
        kopecks: 25_000,
        bonusMaxShare: 0,
        purpose: 'promotion',
        sourceKey: `y:${anna.id}`,
      }),
    );
    await giveBackInCabinet(providerId, '120.50');
    expect(await ledger(anna, till.world)).toMatchObject({ balance_kopecks: 0, owed_points: 70 });
    await expectBalanced(till.world);
  });
});

describe('a whole year', () => {
  async function age(who: Actor, days: number): Promise<void> {
    const { db } = world.services;
    const by = sql`make_interval(days => ${days})`;
    await sql`update subscriptions set paid_from = paid_from - ${by}, paid_until = paid_until - ${by}
      where user_id = ${who.id}`.execute(db);
    await sql`update users set paid_until = paid_until - ${by} where id = ${who.id}`.execute(db);
  }

  test('that is over goes back without making the one that runs any longer', async () => {
    const anna = await world.user();
    const [first, second] = [await pay(anna), await pay(anna)];
    await age(anna, 500);
    const [left, { period }] = [await daysLeft(anna), await one(second)];
    expect((await refund(first, { left_kopecks: 39_900 })).body.status).toBe('refunded');
    expect(await daysLeft(anna)).toBe(left);
    expect((await one(second)).period).toEqual(period);
    await expectBalanced();
  });

  test('that the provider does not give back is as long afterwards as before, and not new', async () => {
    const anna = await world.user();
    const id = await pay(anna, { action: 'pay_for_good' });
    await age(anna, 100);
    const left = await daysLeft(anna);
    expect((await refund(id, { left_kopecks: 39_900 })).body.status).toBe('succeeded');
    expect(await daysLeft(anna)).toBe(left);
    await sql`update sandbox_payments set refuses_refund = false`.execute(world.services.db);
    await refund(id, { amount_kopecks: 3_990, left_kopecks: 39_900 });
    expect(await daysLeft(anna)).toBe(left - 36);
    await expectBalanced();
  });

  test('that is over and is not given back by the provider stays over', async () => {
    const anna = await world.user();
    const id = await pay(anna, { action: 'pay_for_good' });
    await age(anna, 400);
    const { period } = await one(id);
    expect((await refund(id, { left_kopecks: 39_900 })).body.status).toBe('succeeded');
    expect((await show(anna)).payed).toBe(0);
    expect((await one(id)).period).toEqual(period);
    await expectBalanced();
  });
});

describe('gifts', () => {
  const give = (userId: number, what: 'days' | 'points' | 'roubles', amount: number, key?: string, by = admin) =>
    world.call(by, staffPaymentsApi.addManualCredit, {
      params: { user_id: userId },
      body: { what, amount, reason: 'За терпение' },
      ...(key !== undefined && { headers: { 'idempotency-key': key } }),
    });

  test('come once, stand in the person’s history with their reason, and are told', async () => {
    const anna = await world.user();
    const key = `gift-${anna.id}`;
    await Promise.all([1, 2, 3].map(() => give(anna.id, 'points', 50, key)));
    await give(anna.id, 'roubles', 300);
    const { body } = await give(anna.id, 'days', 30);
    expect(body).toMatchObject({ id: anna.id, balance_kopecks: 30_000, bonus_points: 50 });
    expect(await daysLeft(anna)).toBe(30);
    const { list } = await ledger(anna);
    expect(
      list.map(({ kind, days, balance_kopecks, bonus_points, comment }) => [
        kind,
        days,
        balance_kopecks,
        bonus_points,
        comment,
      ]),
    ).toEqual([
      ['gift', 30, 0, 0, 'За терпение'],
      ['gift', 0, 30_000, 0, 'За терпение'],
      ['bonus', 0, 0, 50, 'За терпение'],
    ]);
    const { rows } = await sql<{ template: string }>`
      select payload->>'template' as template from graphile_worker._private_jobs
      where payload->>'to' = (select email from users where id = ${anna.id})`.execute(world.services.db);
    expect(rows.filter(({ template }) => template === 'credit')).toHaveLength(3);
    const told = await world.call(anna, notificationsApi.list);
    expect(JSON.stringify(told.body)).toContain('Пришло 50 бонусов');
    await expectBalanced();
  });

  test('emails about bonuses can be stopped by their link; others and the bell go on', async () => {
    const anna = await world.user();
    const address = `${anna.login}@example.com`;
    await give(anna.id, 'points', 50);
    await give(anna.id, 'days', 30);
    const [bonuses, days] = await emailsTo(world, address);
    expect(days).not.toHaveProperty('unsubscribe');
    const link = new URL(bonuses?.unsubscribe ?? '');
    const token = link.searchParams.get('token') ?? '';
    expect(token).toMatch(/^b\./);
    const stopped = await world.call(null, searchesApi.unsubscribe, { query: { token } });
    expect(stopped.body).toEqual({ kind: 'bonuses', name: '' });
    await give(anna.id, 'points', 70);
    await give(anna.id, 'roubles', 300);
    expect((await emailsTo(world, address)).map(({ values }) => values.what)).toEqual(['points', 'days', 'roubles']);
    const told = await world.call(anna, notificationsApi.list);
    expect(JSON.stringify(told.body)).toContain('Пришло 70 бонусов');
  });

  test('nobody gives to themselves, to nobody, or more than is sensible', async () => {
    expect((await give(admin.id, 'roubles', 100)).body.code).toBe('forbidden');
    expect((await give(10_000_000, 'roubles', 100)).body.code).toBe('not_found');
    const anna = await world.user();
    for (const [what, amount] of [
      ['days', 367],
      ['points', 10_001],
      ['roubles', 0],
    ] as const) {
      expect((await give(anna.id, what, amount)).statusCode).toBe(400);
    }
  });
});

describe('what staff see', () => {
  test('payments are found by their payer, state, kind and day, and whoever looked is written down', async () => {
    const anna = await world.user();
    const [year, topup] = [await pay(anna), await pay(anna, { amount: 100 })];
    const list = async (query: object) =>
      (await world.call(admin, staffPaymentsApi.list, { query: { search: anna.login, ...query } })).body;
    expect((await list({})).list.map(({ id }) => id)).toEqual([topup, year]);
    expect(await list({ kind: 'topup' })).toMatchObject({ total: 1, paid_kopecks: 10_000, refunded_kopecks: 0 });
    expect((await list({ status: 'pending' })).total).toBe(0);
    expect((await list({ to: '2020-01-01' })).total).toBe(0);
    expect((await list({ from: '2020-01-01', size: 1, page: 2 })).list.map(({ id }) => id)).toEqual([year]);
    expect((await list({ search: String(year) })).list.map(({ id }) => id)).toContain(year);
    expect((await list({ search: '100%_' })).total).toBe(0);
    for (const from of ['вчера', '0000-01-01']) {
      expect((await world.call(admin, staffPaymentsApi.list, { query: { from } })).statusCode).toBe(400);
    }
    const found = await world.call(admin, staffPaymentsApi.payers, { query: { q: anna.login } });
    expect(found.body.list[0]).toMatchObject({ id: anna.id, balance_kopecks: 10_000 });
    const whole = await world.call(admin, staffPaymentsApi.ledger, { params: { user_id: anna.id } });
    expect(whole.body).toMatchObject({ total: 2, payer: { id: anna.id } });
    const { rows } = await sql<{ n: number }>`
      select count(*)::int as n from audit_entries where actor_id = ${admin.id} and action = 'money.read'
        and (about_user_id = ${anna.id} or coalesce(details->>'search', details->>'q') = ${anna.login})`.execute(
      world.services.db,
    );
    expect(rows[0]?.n).toBeGreaterThanOrEqual(6);
  });

  test('all that fit are downloaded as a file, by whoever may see money and by nobody else', async () => {
    const [anna, manager] = [await world.user(), await world.user({ groups: ['manager'] })];
    await sql`update users set firstname = '=Анна' where id = ${anna.id}`.execute(world.services.db);
    const id = await pay(anna);
    const download = (who: Actor | null, query = '') =>
      world.app.inject({
        url: `/api/payments/export.csv?search=${anna.login}${query}`,
        headers: who === null ? {} : { authorization: `Bearer ${who.token}` },
      });
    const file = await download(admin);
    expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
    const [head, line, ...rest] = file.body.trimEnd().split('\r\n');
    expect(head).toMatch(/^\ufeffid,created,/);
    expect(line).toMatch(
      new RegExp(`^${id},.*,subscription,succeeded,399,0,bank_card,0,${anna.id},${anna.login},'=Анна`),
    );
    expect(rest).toEqual([]);
    expect((await download(admin, '&status=x')).statusCode).toBe(400);
    for (const [who, status] of [
      [manager, 403],
      [anna, 403],
      [null, 401],
    ] as const) {
      expect((await download(who)).statusCode).toBe(status);
    }
  });

  test('a webhook event of the provider stands in the history of its payment', async () => {
    const [anna, staff] = [await till.world.user(), await till.world.user({ groups: ['admin'] })];
    const { id, providerId } = await payFar(anna);
    const notice = { event: 'payment.succeeded', object: { id: providerId } };
    await till.world.call(null, paymentsApi.yookassaWebhook, { body: notice });
    await runJobs(till.world);
    expect((await one(id, till.world, staff)).history).toContainEqual(
      expect.objectContaining({ event: 'notice', said: 'payment.succeeded' }),
    );
  });
});
