import { Logger, runOnce } from 'graphile-worker';
import { sql } from 'kysely';
import { expect } from 'vitest';
import { listJobs } from '../../src/jobs.ts';
import { createWorld, type World } from '../world.ts';
import { FAKE_SECRET_KEY, FAKE_SHOP_ID, type FakeYookassa } from './fake-yookassa.ts';

export interface Till {
  world: World;
  /** The payer decides on the provider's page; sends no webhook event. */
  settle(providerId: string, outcome: 'succeeded' | 'canceled'): Promise<void>;
  bend(providerId: string, point: Bend): Promise<void>;
  count(): Promise<number>;
  close(): Promise<void>;
}
export type Bend = 'amount' | 'currency' | 'order' | 'shop';

export async function sandboxTill(): Promise<Till> {
  const world = await createWorld();
  const { db } = world.services;
  const changes: Record<Exclude<Bend, 'shop'>, ReturnType<typeof sql>> = {
    amount: sql`amount_kopecks = 100`,
    currency: sql`currency = 'KZT'`,
    order: sql`metadata = '{"payment_id": "1000000"}'`,
  };
  return {
    world,
    settle: async (id, outcome) => {
      const action = outcome === 'succeeded' ? 'pay_lost' : 'decline';
      await sandboxChoice(world, id, action);
      // Deletes the queued webhook event of the refusal, since these tests send their own.
      await sql`delete from graphile_worker._private_jobs`.execute(db);
    },
    bend: async (id, point) => {
      if (point === 'shop') throw new Error('the sandbox has one shop only');
      await sql`update sandbox_payments set ${changes[point]} where id = ${id}::uuid`.execute(db);
    },
    count: async () => {
      const { rows } = await sql<{ n: number }>`select count(*) as n from sandbox_payments`.execute(db);
      return Number(rows[0]?.n);
    },
    close: () => world.close(),
  };
}

export async function yookassaTill(fake: FakeYookassa): Promise<Till> {
  const world = await createWorld({
    environment: {
      PAYMENT_PROVIDER: 'yookassa',
      YOOKASSA_SHOP_ID: FAKE_SHOP_ID,
      YOOKASSA_SECRET_KEY: FAKE_SECRET_KEY,
      YOOKASSA_API_URL: fake.url,
    },
  });
  const paymentOf = (id: string) => {
    const payment = fake.payments.get(id);
    if (payment === undefined) throw new Error(`no payment ${id}`);
    return payment;
  };
  return {
    world,
    settle: async (id, outcome) => void (outcome === 'succeeded' ? fake.pay(id) : fake.cancel(id)),
    bend: async (id, point) => {
      const payment = paymentOf(id);
      if (point === 'amount') payment.amount = { ...payment.amount, value: '1.00' };
      if (point === 'currency') payment.amount = { ...payment.amount, currency: 'KZT' };
      if (point === 'order') payment.metadata = { payment_id: '1000000' };
      if (point === 'shop') payment.recipient = { ...payment.recipient, account_id: '666' };
    },
    count: async () => fake.payments.size,
    close: () => world.close(),
  };
}

export async function sandboxChoice({ app }: World, id: string, action: string, token?: string) {
  const page = await app.inject({ method: 'GET', url: `/sandbox/pay/${id}` });
  const hidden = /name="token" value="([^"]+)"/.exec(page.body)?.[1] ?? '';
  return app.inject({
    method: 'POST',
    url: `/sandbox/pay/${id}`,
    headers: { 'content-type': 'application/x-www-form-urlencoded' },
    payload: new URLSearchParams({ token: token ?? hidden, action }).toString(),
  });
}

const LOCKED_JOBS = 'select from graphile_worker._private_jobs where locked_at is not null';
const quiet = new Logger(() => () => {});

export async function runJobs({ services }: World): Promise<void> {
  const taskList = Object.fromEntries(
    listJobs().map((job) => [job.name, (payload: unknown) => job.run(services, job.payload.parse(payload))]),
  );
  await runOnce({ pgPool: services.pool, taskList, parsedCronItems: [], noHandleSignals: true, logger: quiet });
  // The runner does not wait until the rows of finished jobs are deleted.
  await expect.poll(async () => (await services.pool.query(LOCKED_JOBS)).rowCount, { timeout: 15_000 }).toBe(0);
}

export async function books({ services: { db } }: World, userId: number) {
  const { rows } = await sql<{ payments: string; years: number; entries: number; balance: number; letters: number }>`
    select
      (select coalesce(string_agg(status, ' ' order by id), '') from payments where user_id = ${userId}) as payments,
      (select count(*)::int from subscriptions where user_id = ${userId}) as years,
      (select count(*)::int from ledger_entries e join ledger_transactions t on t.id = e.transaction_id
        join payments p on p.id = t.payment_id where p.user_id = ${userId}) as entries,
      (select coalesce(sum(e.amount_kopecks) filter (where a.code like 'provider:%'), 0)::int
        from ledger_entries e join ledger_accounts a on a.id = e.account_id
        join ledger_transactions t on t.id = e.transaction_id
        join payments p on p.id = t.payment_id where p.user_id = ${userId}) as balance,
      (select count(*)::int from graphile_worker._private_jobs
        where key like 'send-email:subscription-paid-%'
        and payload->>'to' = (select email from users where id = ${userId})) as letters`.execute(db);
  return rows[0];
}
