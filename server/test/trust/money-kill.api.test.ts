// @module-tag long
import { setTimeout as sleep } from 'node:timers/promises';
import { paymentsApi } from '@app/contract/money/payments';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { reconcileDue } from '../../src/money/payments/reconcile-payments.job.ts';
import { sandboxChoice } from '../payments/payment-tills.ts';
import { type Actor, createWorld, type World } from '../world.ts';
import { type ApiNode, startApiNode } from './start-api-node.ts';

/** Full storm: MONEY_PAYERS=500 MONEY_KILLS=10 npx vitest run server/test/trust/money-kill.api.test.ts */
const PAYERS = Number(process.env.MONEY_PAYERS ?? 18);
const KILLS = Number(process.env.MONEY_KILLS ?? 2);
const LANES = 4;
const YEAR_DAYS = [365, 366];

const FAULTS = [
  'double click',
  'three notices',
  'forged',
  'wrong amount',
  'other order',
  'canceled',
  'late',
  'replay',
  'given back',
] as const;
type Fault = (typeof FAULTS)[number];

let world: World;
let node: ApiNode;

beforeAll(async () => {
  world = await createWorld();
  node = await startApiNode(world, { runsJobs: true });
});
afterAll(async () => {
  node?.child.kill('SIGKILL');
  await world.close();
});

async function ask(
  method: string,
  path: string,
  { token }: { token: string },
  body?: object,
  key?: string,
): Promise<unknown> {
  for (;;) {
    try {
      const response = await fetch(`${node.origin}${path}`, {
        method,
        headers: {
          authorization: `Bearer ${token}`,
          'content-type': 'application/json',
          ...(key !== undefined && { 'idempotency-key': key }),
        },
        ...(body !== undefined && { body: JSON.stringify(body) }),
      });
      if (response.status === 200) return await response.json();
      if (response.status < 500 && response.status !== 409) throw new Error(`${path}: ${response.status}`);
    } catch (error) {
      if (!(error instanceof TypeError || (error instanceof Error && error.name === 'SyntaxError'))) throw error;
    }
    await sleep(30);
  }
}

const notice = (id: string, event = 'payment.succeeded') =>
  ask('POST', paymentsApi.sandboxWebhook.path, { token: '' }, { event, object: { id } });
const pressPay = (payer: Actor, key: string) =>
  ask('PUT', paymentsApi.pay.path, payer, { method: 'bank_card' }, key).then(
    (address) => String(address).split('/').at(-1) ?? '',
  );

async function live(payer: Actor, fault: Fault): Promise<void> {
  const presses = fault === 'double click' ? 3 : 1;
  const ids = await Promise.all(Array.from({ length: presses }, () => pressPay(payer, `year-${payer.id}`)));
  const [id = ''] = ids;
  expect(new Set(ids).size).toBe(1);
  if (fault === 'forged') {
    await Promise.all([notice(id), notice(crypto.randomUUID()), notice('../../etc')]);
    return;
  }
  const { db } = world.services;
  if (fault === 'wrong amount')
    await sql`update sandbox_payments set amount_kopecks = 100 where id = ${id}::uuid`.execute(db);
  if (fault === 'other order') {
    await sql`update sandbox_payments set metadata = '{"payment_id": "1"}' where id = ${id}::uuid`.execute(db);
  }
  await sandboxChoice(world, id, fault === 'canceled' ? 'decline' : 'pay_lost');
  if (fault === 'late') return;
  for (let told = 0; told < (fault === 'three notices' || fault === 'replay' ? 3 : 1); told += 1) await notice(id);
  if (fault === 'replay') {
    await sleep(300);
    await Promise.all([notice(id), notice(id, 'payment.canceled'), notice(id, 'refund.succeeded')]);
  }
  if (fault === 'given back') await giveBack(payer);
}

async function giveBack(payer: Actor): Promise<void> {
  for (;;) {
    const { payments } = (await ask('GET', paymentsApi.history.path, payer)) as {
      payments: { id: number; status: string }[];
    };
    const [payment] = payments;
    if (payment?.status === 'refunded') return;
    if (payment?.status === 'succeeded') await ask('POST', `/api/payments/${payment.id}/refund`, payer, {});
    else await settleAll();
    await sleep(30);
  }
}

async function settleAll(): Promise<void> {
  await sql`update payments set next_check_at = now() where status in ('created', 'pending', 'held')`.execute(
    world.services.db,
  );
  await sql`update refunds set next_check_at = now() where status in ('created', 'pending')`.execute(world.services.db);
  await reconcileDue(world.services);
}

test('whatever payers, strangers and a dying server do, each payer has what was paid for, and the books add up', {
  timeout: 60_000 + PAYERS * 2_000 + KILLS * 45_000,
}, async () => {
  const payers: { payer: Actor; fault: Fault }[] = [];
  for (let n = 0; n < PAYERS; n += 1) {
    payers.push({ payer: await world.user(), fault: FAULTS[n % FAULTS.length] ?? 'late' });
  }
  const waiting = [...payers];
  const lane = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await live(next.payer, next.fault);
  };
  // Kills are spread over the whole storm, however fast it runs.
  const killing = (async () => {
    for (let killed = 0; killed < KILLS; killed += 1) {
      while (waiting.length > PAYERS - (PAYERS * (killed + 1)) / (KILLS + 1)) await sleep(20);
      node.child.kill('SIGKILL');
      node = await startApiNode(world, { runsJobs: true });
    }
  })();
  await Promise.all(Array.from({ length: LANES }, lane));
  await killing;
  await settleAll();
  await settleAll();
  await expectTruth(payers);
});

async function expectTruth(payers: readonly { payer: Actor; fault: Fault }[]): Promise<void> {
  const { rows } = await sql<{ id: number; days: number | null; statuses: string; years: number; till: number }>`
    select u.id, round(extract(epoch from u.paid_until - now()) / 86400)::int as days,
      (select string_agg(status, ' ') from payments where user_id = u.id) as statuses,
      (select count(*)::int from subscriptions where user_id = u.id and revoked_at is null) as years,
      (select coalesce(sum(e.amount_kopecks), 0)::int from ledger_entries e
        join ledger_accounts a on a.id = e.account_id and a.code = 'provider:sandbox'
        join ledger_transactions t on t.id = e.transaction_id where t.user_id = u.id) as till
    from users u where u.id = any(${payers.map(({ payer }) => payer.id)})`.execute(world.services.db);
  const found = new Map(rows.map(({ id, ...row }) => [id, row]));
  const wrong = payers
    .map(({ payer, fault }) => ({ fault, ...found.get(payer.id) }))
    .filter(({ fault, days, statuses, years, till }) => {
      if (fault === 'canceled') return !(statuses === 'canceled' && days === null && years === 0 && till === 0);
      if (fault === 'given back') return !(statuses === 'refunded' && days === null && years === 0 && till === 0);
      if (fault === 'forged' || fault === 'wrong amount' || fault === 'other order') {
        return !(statuses === 'pending' && days === null && years === 0 && till === 0);
      }
      return !(statuses === 'succeeded' && YEAR_DAYS.includes(days ?? 0) && years === 1 && till === 39_900);
    });
  expect(wrong).toEqual([]);
  const { rows: sums } = await sql<{ off: number }>`
    select coalesce(sum(amount_kopecks), 0)::bigint as off from ledger_entries`.execute(world.services.db);
  expect(sums[0]?.off).toBe(0);
}
