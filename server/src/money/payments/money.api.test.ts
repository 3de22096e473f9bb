import { paymentsApi } from '@app/contract/money/payments';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FakeYookassa, startFakeYookassa } from '../../../test/payments/fake-yookassa.ts';
import { runJobs, sandboxChoice, type Till, yookassaTill } from '../../../test/payments/payment-tills.ts';
import { type Actor, createWorld, type World } from '../../../test/world.ts';
import { onContentPublished, spendBalance } from './payments.public.ts';
import { providerOf } from './provider/provider-of.ts';
import { reconcileDue } from './reconcile-payments.job.ts';
import { getSubscription } from './subscription/get-subscription.ts';
import { renewDue } from './subscription/renew-subscriptions.job.ts';
import { startSubscription } from './subscription/start-subscription.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;

let world: World;
let fake: FakeYookassa;
let till: Till;
beforeAll(async () => {
  world = await createWorld();
  fake = await startFakeYookassa();
  till = await yookassaTill(fake);
});
afterAll(async () => {
  await world.close();
  await till.close();
  await fake.close();
});

async function pay(
  { services, call, ...rest }: World,
  payer: Actor,
  { action = 'pay_lost', ...body }: { action?: string; autopay?: 1; amount?: number } = {},
): Promise<number> {
  const started =
    body.amount === undefined
      ? await call(payer, paymentsApi.pay, { body: { method: 'bank_card', ...body } })
      : await call(payer, paymentsApi.topup, { body: { amount: body.amount } });
  expect(started.statusCode).toBe(200);
  await sandboxChoice({ services, call, ...rest }, String(started.body).split('/').at(-1) ?? '', action);
  await sql`update payments set next_check_at = now(), checked_at = null where user_id = ${payer.id}`.execute(
    services.db,
  );
  await reconcileDue(services);
  const { rows } = await sql<{ id: number }>`select max(id) as id from payments where user_id = ${payer.id}`.execute(
    services.db,
  );
  return rows[0]?.id ?? 0;
}

const show = async (who: Actor, { call } = world) => (await call(who, paymentsApi.subscription)).body;
const ledger = async (who: Actor, { call } = world) => (await call(who, paymentsApi.ledger)).body;
const refund = (who: Actor, id: number, reason?: string, { call } = world) =>
  call(who, paymentsApi.refund, { params: { id }, body: reason === undefined ? {} : { reason } });

async function expectBalanced({ services: { db } } = world): Promise<void> {
  const { rows } = await sql<{ off: number; wrong: number }>`
    select (select coalesce(sum(amount_kopecks), 0)::bigint from ledger_entries) as off,
      (select count(*)::int from users u where
        virtualpay_kopecks <> coalesce((select balance_kopecks from ledger_accounts where user_id = u.id and balance_kind = 'balance'), 0)
        or bonus_kopecks <> coalesce((select balance_kopecks from ledger_accounts where user_id = u.id and balance_kind = 'bonus'), 0)) as wrong`.execute(
    db,
  );
  expect(rows[0]).toEqual({ off: 0, wrong: 0 });
}

describe('topping up', () => {
  test('what is paid in stands on the balance and in the history, with its receipt', async () => {
    const anna = await world.user();
    await pay(world, anna, { amount: 500 });
    await sql`update payments set next_check_at = now() where user_id = ${anna.id}`.execute(world.services.db);
    await reconcileDue(world.services);
    expect(await ledger(anna)).toMatchObject({
      balance_kopecks: 50_000,
      total: 1,
      list: [
        {
          kind: 'topup',
          amount_kopecks: -50_000,
          balance_kopecks: 50_000,
          payment: { status: 'succeeded', refundable: 1 },
          receipt: { state: 'succeeded', url: expect.stringContaining('/sandbox/receipt/payment/') },
        },
      ],
    });
    const receipt = new URL((await ledger(anna)).list[0]?.receipt?.url ?? '').pathname;
    expect((await world.app.inject({ url: receipt })).body).toContain('500');
  });

  test('sums that nobody pays are refused', async () => {
    const anna = await world.user();
    for (const amount of [0, 49, 15_001, 100.5]) {
      expect((await world.call(anna, paymentsApi.topup, { body: { amount } })).statusCode).toBe(400);
    }
  });
});

describe('giving money back', () => {
  test('an unused year goes back at once, by fifty presses as by one', async () => {
    const anna = await world.user();
    const id = await pay(world, anna);
    expect((await show(anna)).refund?.payment_id).toBe(id);
    const answers = await Promise.all(Array.from({ length: 50 }, () => refund(anna, id)));
    expect(new Set(answers.map(({ statusCode }) => statusCode))).toEqual(new Set([200]));
    expect(await show(anna)).toMatchObject({ payed: 0, until: null, state: 'none', refund: null });
    const { list } = await ledger(anna);
    expect(list.map(({ kind, amount_kopecks }) => [kind, amount_kopecks])).toEqual([
      ['refund', 39_900],
      ['subscription', -39_900],
    ]);
    expect(list[0]?.payment).toMatchObject({ status: 'refunded', refundable: 0 });
    await expectBalanced();
  });

  test('a used year, an old one and somebody else’s stay, whoever of the staff asks by the same call', async () => {
    const [anna, boris, staff] = [await world.user(), await world.user(), await world.user({ groups: ['admin'] })];
    const id = await pay(world, anna);
    for (const other of [boris, staff]) expect((await refund(other, id)).body.code).toBe('not_found');
    expect((await refund(anna, 10_000_000)).body.code).toBe('not_found');
    await world.services.db.transaction().execute((tx) => onContentPublished(world.services, tx, anna.id));
    expect((await refund(anna, id)).body.code).toBe('refund_used');
    await sql`update payments set settled_at = now() - interval '15 days' where id = ${id}`.execute(world.services.db);
    expect((await refund(anna, id)).body.code).toBe('refund_too_late');
    expect((await show(anna)).payed).toBe(1);
  });

  test('of two years the one given back goes and the other moves to its place', async () => {
    const anna = await world.user();
    const [first] = [await pay(world, anna), await pay(world, anna)];
    await refund(anna, first);
    const left = new Date((await show(anna)).until ?? 0).getTime() - Date.now();
    expect(left).toBeGreaterThan(364 * DAY_MS);
    expect(left).toBeLessThan(367 * DAY_MS);
  });

  test('a top-up goes back while it is whole, and cannot be spent and given back', async () => {
    const anna = await world.user();
    const id = await pay(world, anna, { amount: 300 });
    const spendOne = () =>
      world.services.db.transaction().execute((tx) =>
        spendBalance(tx, {
          userId: anna.id,
          kopecks: 100,
          bonusMaxShare: 0,
          purpose: 'promotion',
          sourceKey: `race:${anna.id}`,
        }),
      );
    const [spent, back] = await Promise.allSettled([spendOne(), refund(anna, id)]);
    const isSpent = spent.status === 'fulfilled';
    const isBack = back.status === 'fulfilled' && back.value.statusCode === 200;
    expect([isSpent, isBack].filter(Boolean)).toHaveLength(1);
    expect((await ledger(anna)).balance_kopecks).toBe(isSpent ? 29_900 : 0);
    await expectBalanced();
  });

  test('when the provider cannot give it back, everything is as before and the person is told', async () => {
    const anna = await world.user();
    const id = await pay(world, anna, { action: 'pay_for_good' });
    expect((await refund(anna, id)).body.status).toBe('succeeded');
    expect(await show(anna)).toMatchObject({ payed: 1 });
    expect((await ledger(anna)).list.map(({ kind }) => kind)).toEqual(['refund_undone', 'refund', 'subscription']);
    await sql`update sandbox_payments set refuses_refund = false`.execute(world.services.db);
    expect((await refund(anna, id)).body.status).toBe('refunded');
    await expectBalanced();
  });

  test('a refund whose answer was lost is made once, and one that takes its time is waited for', async () => {
    const yookassa = till.world;
    const anna = await yookassa.user();
    const started = await yookassa.call(anna, paymentsApi.pay, { body: { method: 'bank_card' } });
    const providerId = String(started.body).split('/').at(-1) ?? '';
    fake.pay(providerId);
    const settle = async () => {
      await sql`update payments set next_check_at = now()`.execute(yookassa.services.db);
      await sql`update refunds set next_check_at = now()`.execute(yookassa.services.db);
      await reconcileDue(yookassa.services);
    };
    await settle();
    const id = (await yookassa.call(anna, paymentsApi.history)).body.payments[0]?.id ?? 0;
    fake.refundsEnd.status = 'pending';
    fake.troubles.push('lose_answer', 'lose_request', 'error_500');
    expect((await refund(anna, id, undefined, yookassa)).body.status).toBe('refunding');
    expect((await show(anna, yookassa)).payed).toBe(0);
    await settle();
    expect(fake.refunds.size).toBe(1);
    const [made] = [...fake.refunds.values()];
    expect(made).toMatchObject({ payment_id: providerId, status: 'pending' });
    if (made !== undefined) made.status = 'succeeded';
    const notice = { event: 'refund.succeeded', object: { id: made?.id ?? '' } };
    await Promise.all([1, 2, 3].map(() => yookassa.call(null, paymentsApi.yookassaWebhook, { body: notice })));
    await runJobs(yookassa);
    await settle();
    expect((await ledger(anna, yookassa)).list[0]).toMatchObject({
      kind: 'refund',
      payment: { status: 'refunded' },
      receipt: { state: 'succeeded', number: '9288000100115786 3986 2617603922' },
    });
    await expectBalanced(yookassa);
    fake.refundsEnd.status = 'succeeded';
  });
});

describe('autopay', () => {
  const turn = async (userId: number, at: string) =>
    sql`update autopays set step = ${at}, act_at = now() - interval '1 second', charge_at = now() where user_id = ${userId}`.execute(
      world.services.db,
    );
  const statuses = async (who: Actor) =>
    (await world.call(who, paymentsApi.history)).body.payments.map(({ status }) => status);

  test('is off until it is ticked, keeps the card that paid, and says what comes next', async () => {
    const [anna, boris] = [await world.user(), await world.user()];
    await pay(world, boris);
    expect(await show(boris)).toMatchObject({ autopay: 0, method: null, next_charge: null });
    expect((await world.call(boris, paymentsApi.setAutopay, { body: { autopay: 1 } })).body.code).toBe(
      'method_missing',
    );
    await pay(world, anna, { autopay: 1 });
    const { until, next_charge, method, autopay } = await show(anna);
    expect({ method, autopay }).toEqual({ method: { kind: 'bank_card', title: '•••• 4242' }, autopay: 1 });
    expect(next_charge?.amount_kopecks).toBe(39_900);
    expect(new Date(until ?? 0).getTime() - new Date(next_charge?.at ?? 0).getTime()).toBe(DAY_MS);
  });

  test('a person who removed the card before it was paid keeps none', async () => {
    const anna = await world.user();
    const started = await world.call(anna, paymentsApi.pay, { body: { method: 'bank_card', autopay: 1 } });
    await world.call(anna, paymentsApi.removeMethod);
    await sandboxChoice(world, String(started.body).split('/').at(-1) ?? '', 'pay_lost');
    await sql`update payments set next_check_at = now() where user_id = ${anna.id}`.execute(world.services.db);
    await reconcileDue(world.services);
    expect(await show(anna)).toMatchObject({ payed: 1, autopay: 0, method: null });
  });

  test.each(['setAutopay', 'removeMethod'] as const)(
    'after %s no charge begins, and what is held is let go',
    async (how) => {
      const anna = await world.user();
      await pay(world, anna, { autopay: 1 });
      const stop = () =>
        how === 'setAutopay'
          ? world.call(anna, paymentsApi.setAutopay, { body: { autopay: 0 } })
          : world.call(anna, paymentsApi.removeMethod);
      // Autopay is stopped after the money was held and before it was captured.
      const provider = providerOf(world.services);
      providerOf.replace(world.services, { ...provider, fetch: () => Promise.reject(new Error('the process died')) });
      await turn(anna.id, 'charge');
      await renewDue(world.services);
      expect(await statuses(anna)).toEqual(['pending', 'succeeded']);
      providerOf.replace(world.services, provider);
      expect((await stop()).body).toMatchObject({ autopay: 0, next_charge: null });
      await sql`update payments set next_check_at = now() where user_id = ${anna.id}`.execute(world.services.db);
      await reconcileDue(world.services);
      expect(await statuses(anna)).toEqual(['canceled', 'succeeded']);
      const { rows } =
        await sql`select from sandbox_payments where not capture and status in ('held', 'succeeded')`.execute(
          world.services.db,
        );
      expect(rows).toEqual([]);
      await renewDue(world.services);
      expect(await statuses(anna)).toHaveLength(2);
    },
  );

  test('stopped while charges are made on every side, it is charged once or not at all, and never afterwards', async () => {
    for (let round = 0; round < 5; round += 1) {
      const anna = await world.user();
      await pay(world, anna, { autopay: 1 });
      await turn(anna.id, 'charge');
      const [, , , stopped] = await Promise.all([
        renewDue(world.services),
        renewDue(world.services),
        reconcileDue(world.services),
        world.call(anna, paymentsApi.removeMethod),
      ]);
      expect(stopped.statusCode).toBe(200);
      const years = async () => (await ledger(anna)).list.filter(({ kind }) => kind === 'subscription').length;
      await sql`update payments set next_check_at = now() where user_id = ${anna.id}`.execute(world.services.db);
      await reconcileDue(world.services);
      const charged = await years();
      expect([1, 2]).toContain(charged);
      await renewDue(world.services);
      await reconcileDue(world.services);
      expect(await years()).toBe(charged);
      expect((await statuses(anna)).filter((status) => status === 'pending' || status === 'held')).toEqual([]);
    }
    await expectBalanced();
  });
});

describe('a year that runs', () => {
  test('announces, charges, repeats and ends on the right days', async () => {
    let now = new Date('2027-02-28T21:30:00Z');
    const timed = await createWorld({ clock: () => now });
    const { services } = timed;
    const [anna, poor] = [await timed.user(), await timed.user()];
    await pay(timed, anna, { autopay: 1 });
    await pay(timed, poor, { autopay: 1, action: 'pay_once' });
    await runJobs(timed);
    const told = new Map<number, string[]>([
      [anna.id, []],
      [poor.id, []],
    ]);
    const letters = async (): Promise<void> => {
      const { rows } = await sql<{ who: number; template: string }>`
        select u.id as who, j.payload->>'template' as template from graphile_worker._private_jobs j
        join users u on u.email = j.payload->>'to' where j.payload->>'template' is not null order by j.id`.execute(
        services.db,
      );
      for (const { who, template } of rows) told.get(who)?.push(`${now.toISOString().slice(0, 10)} ${template}`);
      await sql`delete from graphile_worker._private_jobs`.execute(services.db);
    };
    now = new Date('2028-02-18T12:00:00Z');
    while (now < new Date('2028-03-10T00:00:00Z')) {
      await renewDue(services);
      await letters();
      now = new Date(now.getTime() + 6 * HOUR_MS);
    }
    expect(told.get(anna.id)).toEqual([
      '2028-02-22 charge_soon',
      '2028-02-27 charge_soon',
      '2028-02-29 subscription_paid',
    ]);
    expect(await getSubscription(services, anna.id)).toMatchObject({
      until: '2029-02-28T21:30:00.000Z',
      state: 'active',
    });
    expect(told.get(poor.id)).toEqual([
      '2028-02-22 charge_soon',
      '2028-02-27 charge_soon',
      '2028-02-29 charge_refused',
      '2028-03-01 charge_refused',
      '2028-03-02 charge_refused',
      '2028-03-03 autopay_off',
    ]);
    const over = await getSubscription(services, poor.id);
    expect(over).toMatchObject({ until: '2028-02-29T21:30:00.000Z', state: 'expired', autopay: 0, next_charge: null });
    expect(over.refused_charges).toBe(4);
    now = new Date('2028-03-03T21:29:00Z');
    expect(await getSubscription(services, poor.id)).toMatchObject({ payed: 0, state: 'grace' });
    const address = await startSubscription(services, poor.id, { method: 'bank_card' });
    await sandboxChoice(timed, address.split('/').at(-1) ?? '', 'pay_lost');
    await sql`update payments set next_check_at = now() where user_id = ${poor.id}`.execute(services.db);
    await reconcileDue(services);
    expect(await getSubscription(services, poor.id)).toMatchObject({ payed: 1, autopay: 0, refused_charges: 0 });
    await timed.close();
  });
});
