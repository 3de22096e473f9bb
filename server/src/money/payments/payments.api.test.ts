import { type PaymentMethod, paymentsApi } from '@app/contract/money/payments';
import { notificationsApi } from '@app/contract/notifications/notifications';
import { usersApi } from '@app/contract/people/users';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type FakeYookassa, startFakeYookassa } from '../../../test/payments/fake-yookassa.ts';
import {
  type Bend,
  books,
  runJobs,
  sandboxTill,
  type Till,
  yookassaTill,
} from '../../../test/payments/payment-tills.ts';
import type { Actor, World } from '../../../test/world.ts';
import { providerOf } from './provider/provider-of.ts';
import { reconcileDue } from './reconcile-payments.job.ts';
import { settlePayment } from './settle-payment.job.ts';

const YEAR_MS = 365 * 24 * 3600 * 1000;
const PARALLEL = 50;

const NOTHING = { years: 0, entries: 0, balance: 0, letters: 0 };
const ONE_YEAR = { years: 1, entries: 2, balance: 39_900, letters: 1 };

const kinds = ['sandbox', 'yookassa'] as const;

describe.each(kinds)('with %s', (kind) => {
  let till: Till;
  let world: World;
  let fake: FakeYookassa;

  beforeAll(async () => {
    fake = await startFakeYookassa();
    till = kind === 'sandbox' ? await sandboxTill() : await yookassaTill(fake);
    world = till.world;
  });
  afterAll(async () => {
    await till.close();
    await fake.close();
  });

  const noticeApi = kind === 'sandbox' ? paymentsApi.sandboxWebhook : paymentsApi.yookassaWebhook;

  async function start(payer: Actor, body: { method?: PaymentMethod; user_id?: number } = {}) {
    const answer = await world.call(payer, paymentsApi.pay, { body });
    expect(answer.statusCode).toBe(200);
    const address = String(answer.body);
    return { address, id: address.split('/').at(-1) ?? '' };
  }
  const notify = (id: string, event = 'payment.succeeded') =>
    world.call(null, noticeApi, { body: { event, object: { id } } });
  const isPaid = async (payer: Actor) => (await world.call(payer, paymentsApi.history, {})).body.payed;
  const makeDue = () => sql`update payments set next_check_at = now()`.execute(world.services.db);
  const forgetChecks = () => sql`update payments set checked_at = null`.execute(world.services.db);

  test('a person who pays becomes a subscriber for a year because the provider said so', async () => {
    const anna = await world.user();
    const { address, id } = await start(anna, { method: 'bank_card' });
    expect(URL.canParse(address)).toBe(true);
    expect(await isPaid(anna)).toBe(0);
    await till.settle(id, 'succeeded');
    expect(await isPaid(anna)).toBe(0);

    expect((await notify(id)).statusCode).toBe(200);
    await runJobs(world);

    const { body } = await world.call(anna, paymentsApi.history, {});
    expect(body).toMatchObject({
      payed: 1,
      payments: [{ status: 'succeeded', amount_kopecks: 39_900, method: 'bank_card' }],
    });
    const left = new Date(body.payed_until ?? 0).getTime() - Date.now();
    expect(left).toBeGreaterThan(YEAR_MS - 3_600_000);
    expect(left).toBeLessThan(YEAR_MS + 25 * 3_600_000);
  });

  test('fifty webhook events at once buy one year, one pair of entries, one email and one ring of the bell', async () => {
    const anna = await world.user();
    const { id } = await start(anna);
    await till.settle(id, 'succeeded');
    const answers = await Promise.all(Array.from({ length: PARALLEL }, () => notify(id)));
    expect(new Set(answers.map((answer) => answer.statusCode))).toEqual(new Set([200]));
    const row = await sql<{ id: number }>`select id from payments where provider_id = ${id}`.execute(world.services.db);
    const payload = { paymentId: row.rows[0]?.id ?? 0 };
    await Promise.all(Array.from({ length: 10 }, () => settlePayment.run(world.services, payload)));
    expect(await books(world, anna.id)).toEqual({ payments: 'succeeded', ...ONE_YEAR });

    await notify(id);
    await runJobs(world);
    expect(await books(world, anna.id)).toMatchObject({ payments: 'succeeded', years: 1, entries: 2 });
    const { list } = (await world.call(anna, notificationsApi.list, { query: { mark: 0 } })).body;
    expect(list).toMatchObject([{ kind: 'payment', body: expect.stringMatching(/^Подписка оплачена до \d/) }]);
  });

  test('a webhook event about an unpaid or an unknown payment changes nothing', async () => {
    const anna = await world.user();
    const { id } = await start(anna);
    expect((await notify(id)).statusCode).toBe(200);
    expect((await notify(crypto.randomUUID())).statusCode).toBe(200);
    expect((await notify("'; drop table payments")).statusCode).toBe(200);
    await runJobs(world);
    expect(await books(world, anna.id)).toEqual({ payments: 'pending', ...NOTHING });
  });

  const bends: Bend[] = kind === 'sandbox' ? ['amount', 'currency', 'order'] : ['amount', 'currency', 'order', 'shop'];
  test.each(bends)('a paid payment with another %s changes nothing', async (point) => {
    const anna = await world.user();
    const { id } = await start(anna);
    await till.settle(id, 'succeeded');
    await till.bend(id, point);
    await notify(id);
    await runJobs(world);
    await makeDue();
    await reconcileDue(world.services);
    expect(await books(world, anna.id)).toEqual({ payments: 'pending', ...NOTHING });
  });

  test('a lost webhook event is healed by the reconciler', async () => {
    const anna = await world.user();
    const { id } = await start(anna);
    await till.settle(id, 'succeeded');
    await makeDue();
    await Promise.all([1, 2, 3].map(() => reconcileDue(world.services)));
    expect(await books(world, anna.id)).toEqual({ payments: 'succeeded', ...ONE_YEAR });
  });

  test('an open payment is due again within forty seconds during its first hour', async () => {
    const anna = await world.user();
    await start(anna);
    await makeDue();
    await reconcileDue(world.services);
    const { rows } = await sql<{ late: number }>`
      select count(*)::int as late from payments
      where status = 'pending' and next_check_at > now() + interval '40 seconds'`.execute(world.services.db);
    expect(rows[0]?.late).toBe(0);
  });

  test('a declined payment is canceled and leaves no trace in the books', async () => {
    const anna = await world.user();
    const { id } = await start(anna);
    await till.settle(id, 'canceled');
    await notify(id, 'payment.canceled');
    await runJobs(world);
    expect(await books(world, anna.id)).toEqual({ payments: 'canceled', ...NOTHING });
    expect((await start(anna)).id).not.toBe(id);
  });

  test('saying "payed" to the server gives nothing, and finds a payment that was really made', async () => {
    const anna = await world.user();
    const sayPayed = async () => {
      await forgetChecks();
      return (await world.call(anna, usersApi.change, { params: { id: anna.id }, body: { payed: 1 } })).body.payed;
    };
    expect(await sayPayed()).toBe(0);
    const { id } = await start(anna);
    expect(await sayPayed()).toBe(0);
    await till.settle(id, 'succeeded');
    expect(await sayPayed()).toBe(1);
    expect(await books(world, anna.id)).toEqual({ payments: 'succeeded', ...ONE_YEAR });
  });

  test('impatient presses make one payment, and another method makes another', async () => {
    const anna = await world.user();
    const before = await till.count();
    const starts = await Promise.all([1, 2, 3, 4, 5].map(() => start(anna, { method: 'sberbank' })));
    expect(new Set(starts.map((one) => one.address)).size).toBe(1);
    expect(await till.count()).toBe(before + 1);
    await start(anna, { method: 'sbp' });
    expect((await books(world, anna.id))?.payments).toBe('pending pending');
  });

  test('the payer is the session, whoever the body names', async () => {
    const [anna, boris] = [await world.user(), await world.user()];
    await start(anna, { user_id: boris.id });
    expect((await books(world, anna.id))?.payments).toBe('pending');
    expect((await books(world, boris.id))?.payments).toBe('');
  });

  test('a payment that the provider never heard of is placed by the reconciler, and once', async () => {
    const anna = await world.user();
    const provider = providerOf(world.services);
    const died = { ...provider, create: () => Promise.reject(new Error('the process died')) };
    providerOf.replace(world.services, died);
    expect((await world.call(anna, paymentsApi.pay, { body: {} })).statusCode).toBe(500);
    providerOf.replace(world.services, provider);
    expect((await books(world, anna.id))?.payments).toBe('created');

    await makeDue();
    await reconcileDue(world.services);
    expect(await books(world, anna.id)).toEqual({ payments: 'pending', ...NOTHING });
  });

  test('a payment that the provider made while our process died is found again under its key', async () => {
    const anna = await world.user();
    const provider = providerOf(world.services);
    const before = await till.count();
    let id = '';
    providerOf.replace(world.services, {
      ...provider,
      create: async (request) => {
        id = (await provider.create(request)).providerId;
        throw new Error('the process died');
      },
    });
    expect((await world.call(anna, paymentsApi.pay, { body: {} })).statusCode).toBe(500);
    providerOf.replace(world.services, provider);
    await till.settle(id, 'succeeded');
    await notify(id);
    await runJobs(world);
    expect((await books(world, anna.id))?.payments).toBe('created');

    await makeDue();
    await reconcileDue(world.services);
    expect(await till.count()).toBe(before + 1);
    expect(await books(world, anna.id)).toEqual({ payments: 'succeeded', ...ONE_YEAR });
  });

  test('a process that dies before it commits the year leaves the payment for the next try', async () => {
    const anna = await world.user();
    const { id } = await start(anna);
    await till.settle(id, 'succeeded');
    const { mail } = world.services;
    world.services.mail = { ...mail, queue: () => Promise.reject(new Error('the process died')) };
    await makeDue();
    await reconcileDue(world.services);
    world.services.mail = mail;
    expect(await books(world, anna.id)).toEqual({ payments: 'pending', ...NOTHING });

    await makeDue();
    await reconcileDue(world.services);
    expect(await books(world, anna.id)).toEqual({ payments: 'succeeded', ...ONE_YEAR });
  });

  test('an early renewal loses no day', async () => {
    const anna = await world.user();
    const buy = async () => {
      const { id } = await start(anna);
      await till.settle(id, 'succeeded');
      await notify(id);
      await runJobs(world);
      return new Date((await world.call(anna, paymentsApi.history, {})).body.payed_until ?? 0);
    };
    const [first, second] = [await buy(), await buy()];
    const expected = new Date(first);
    expected.setUTCFullYear(first.getUTCFullYear() + 1);
    expect(second.toISOString()).toBe(expected.toISOString());
  });

  test('a subscription that ran out is none', async () => {
    const anna = await world.user();
    const { id } = await start(anna);
    await till.settle(id, 'succeeded');
    await notify(id);
    await runJobs(world);
    expect(await isPaid(anna)).toBe(1);
    await sql`update users set paid_until = now() - interval '1 second' where id = ${anna.id}`.execute(
      world.services.db,
    );
    expect(await isPaid(anna)).toBe(0);
    expect((await world.call(anna, usersApi.get, { params: { id: anna.id } })).body.payed).toBe(0);
  });

  test('a payment nobody finished is given up after a day, and still counts when the money comes later', async () => {
    const anna = await world.user();
    const { id } = await start(anna);
    await sql`update payments set created_at = now() - interval '25 hours', next_check_at = now() where provider_id = ${id}`.execute(
      world.services.db,
    );
    await reconcileDue(world.services);
    expect(await books(world, anna.id)).toEqual({ payments: 'canceled', ...NOTHING });
    await till.settle(id, 'succeeded');
    await notify(id);
    await runJobs(world);
    expect(await books(world, anna.id)).toMatchObject({ payments: 'succeeded', years: 1, entries: 2 });
  });
});
