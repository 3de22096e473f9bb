import { setTimeout as sleep } from 'node:timers/promises';
import { paymentsApi } from '@app/contract/money/payments';
import type pg from 'pg';
import { createRandom } from '../../server/src/demo/random.ts';
import { deliverSandboxWebhook } from '../../server/src/money/payments/provider/deliver-sandbox-webhook.job.ts';
import { settlePayment } from '../../server/src/money/payments/settle-payment.job.ts';
import { checkLog } from '../load/check-log.ts';
import { createUsers } from '../load/people.ts';
import type { SimulatedUser } from '../load/person.ts';
import { countTriedAgain, countUnderWay, insist, insistJson } from './insist.ts';
import { describeKills, judgeHits, liveThroughKills, openBalanced } from './kills.ts';
import { type BooksTruth, checkPayments, type PayerTruth } from './payments-checks.ts';
import type { Trial } from './trial.ts';
import { isRunning, withDatabase } from './with-database.ts';

const NUMBERS = { payers: 500, kills: 10 };
const LANES = 12;
const SETTLE_MS = 300_000;

/** What payers press on the provider's page, in turn: half of them simply pay. */
const CHOICES = ['pay', 'pay_thrice', 'pay', 'pay_lost', 'pay', 'pay_late', 'pay', 'decline'] as const;
/** Every so many press the button of the site three times at once. */
const IMPATIENT_EVERY = 5;
const IMPATIENT_PRESSES = 3;
const PAYERS = { login: 'pays', phone: 4_000_000 };

const SABOTAGES: Readonly<Record<string, string>> = {
  lose: `
    with gone as (delete from subscriptions where id = (select max(id) from subscriptions) returning user_id)
    update users set paid_until = null from gone where users.id = gone.user_id`,
  double: `
    update subscriptions set user_id = (select min(user_id) from subscriptions)
    where id = (select max(id) from subscriptions)`,
  unbalance: `update ledger_entries set amount_kopecks = amount_kopecks + 1 where id = (select max(id) from ledger_entries)`,
};

interface Payer {
  user: SimulatedUser;
  choice: (typeof CHOICES)[number];
  presses: number;
  isAnswered: boolean;
}

/** People pay for the subscription at the test provider, and its notices come, while a web node or the jobs are killed. */
export const payments: Trial = {
  numbers: NUMBERS,
  sabotages: Object.keys(SABOTAGES),
  minutes: ({ payers = 0, kills = 0 }) => payers / 500 + kills / 10 + 2,
  async run({ dataDir, numbers, seed, sabotage }) {
    const { payers: count, kills } = { ...NUMBERS, ...numbers };
    const random = createRandom(seed);
    const { stage, origin, close } = await openBalanced(dataDir);
    try {
      const users = await createUsers(stage.connection, count, PAYERS);
      const payers = users.map((user, i): Payer => {
        const choice = CHOICES[i % CHOICES.length] ?? 'pay';
        return { user, choice, presses: i % IMPATIENT_EVERY === 0 ? IMPATIENT_PRESSES : 1, isAnswered: false };
      });
      return await withDatabase(stage.connection, async (database) => {
        const killed = await liveThroughKills({
          ...{ stage, random, kills },
          items: payers,
          lanes: LANES,
          targets: ['web', 'jobs'],
          isInTheMiddle: async (_, what) =>
            what === 'web'
              ? countUnderWay() >= LANES / 2
              : isRunning(database, [settlePayment.name, deliverSandboxWebhook.name]),
          live: (payer) => pay(origin, payer),
        });
        const waitedMs = await settled(database);
        if (sabotage !== undefined) await spoil(database, SABOTAGES[sabotage] ?? '');
        const truth = await loadPayers(database, payers);
        const paid = truth.reduce((sum, { providerPaid }) => sum + providerPaid, 0);
        return {
          scene: `${count} people pay for a subscription, ${kills} kills, seed ${seed}; two web nodes, a process for jobs, ${stage.redis.what}, the test provider with its notices`,
          checks: [
            ...checkPayments(truth, await loadBooks(database)),
            checkLog(
              stage.said(),
              users.map(({ token }) => token),
            ),
          ],
          judged: [judgeHits('calls, or of a job of payments', killed)],
          told: [
            ...describeKills(killed),
            ['Calls that broke and were made anew', countTriedAgain().toLocaleString('en')],
            ['Paid at the provider', `${paid} of ${count}; the others declined`],
            ['Notices', 'one, three, none, or 20 s later, as the payer chose'],
            ['All settled', `${(waitedMs / 1000).toFixed(0)} s after the last payer`],
          ],
          errors: stage.errors(),
          deaths: stage.deaths(),
        };
      });
    } finally {
      await close();
    }
  },
};

async function pay(origin: string, payer: Payer): Promise<void> {
  const { token, id } = payer.user;
  const press = (): Promise<string> =>
    insistJson(origin, {
      method: 'PUT',
      path: paymentsApi.pay.path,
      token,
      headers: { 'idempotency-key': `subscription-${id}` },
      body: { method: 'bank_card' },
    });
  const [address = ''] = await Promise.all(Array.from({ length: payer.presses }, press));
  const path = new URL(address).pathname;
  const page = await insist(origin, { method: 'GET', path });
  const [, hidden = ''] = /name="token" value="([^"]+)"/.exec(page.bytes.toString()) ?? [];
  if (hidden !== '') {
    await insist(origin, {
      method: 'POST',
      path,
      headers: { 'content-type': 'application/x-www-form-urlencoded' },
      body: new URLSearchParams({ token: hidden, action: payer.choice }).toString(),
    });
  }
  payer.isAnswered = hidden !== '';
  // Where the provider sends a payer back to, the page asks for the state once.
  await insist(origin, { method: 'GET', path: paymentsApi.subscription.path, token });
}

/** Waits until the product itself has settled every payment, and returns how long that took, in milliseconds. */
async function settled(database: pg.Pool): Promise<number> {
  const begin = Date.now();
  while (Date.now() - begin < SETTLE_MS) {
    const { rows } = await database.query<{ open: number }>(
      `select count(*)::int as open from payments where status in ('created', 'pending', 'held')`,
    );
    if (rows[0]?.open === 0) break;
    await sleep(500);
  }
  return Date.now() - begin;
}

/** Without the rules of the database, which would refuse it. */
async function spoil(database: pg.Pool, statement: string): Promise<void> {
  await database.query(`set session_replication_role = replica; ${statement}; set session_replication_role = default`);
}

async function loadPayers(database: pg.Pool, payers: readonly Payer[]): Promise<PayerTruth[]> {
  const { rows } = await database.query<Omit<PayerTruth, 'choice' | 'isAnswered'>>(
    `select u.id::int, round(extract(epoch from u.paid_until - now()) / 86400)::int as days,
      (select count(*)::int from sandbox_payments s join payments p on p.id = (s.metadata->>'payment_id')::bigint
        where p.user_id = u.id and (s.status = 'succeeded' or s.pays_at <= now())) as "providerPaid",
      (select count(*)::int from payments where user_id = u.id and status = 'succeeded') as succeeded,
      (select count(*)::int from payments where user_id = u.id and status in ('created', 'pending', 'held')) as open,
      (select count(*)::int from subscriptions where user_id = u.id and revoked_at is null) as years,
      (select coalesce(sum(e.amount_kopecks), 0)::int from ledger_entries e
        join ledger_accounts a on a.id = e.account_id and a.code = 'provider:sandbox'
        join ledger_transactions t on t.id = e.transaction_id where t.user_id = u.id) as "tillKopecks"
    from users u where u.id = any($1)`,
    [payers.map(({ user }) => user.id)],
  );
  const found = new Map(rows.map((row) => [row.id, row]));
  return payers.map(({ user, choice, isAnswered }) => {
    const row = found.get(user.id);
    if (row === undefined) throw new Error(`The payer ${user.id} is not there`);
    return { ...row, choice, isAnswered };
  });
}

async function loadBooks(database: pg.Pool): Promise<BooksTruth> {
  const { rows: unbalanced } = await database.query<{ id: number }>(
    'select transaction_id::int as id from ledger_entries group by transaction_id having sum(amount_kopecks) <> 0',
  );
  const { rows } = await database.query<{ sum: number; price: number }>(
    `select (select coalesce(sum(amount_kopecks), 0)::int from ledger_entries) as sum,
      (select coalesce(max(amount_kopecks), 0)::int from sandbox_payments) as price`,
  );
  return {
    priceKopecks: rows[0]?.price ?? 0,
    sumKopecks: rows[0]?.sum ?? 0,
    unbalanced: unbalanced.map(({ id }) => id),
  };
}
