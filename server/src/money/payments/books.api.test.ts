import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import type { Db } from '../../platform/database/tables.ts';
import { bookSubscriptionSale } from './ledger.ts';
import { insertPayment } from './payments.queries.ts';
import { PaymentRefused, type PaymentRequest } from './provider/provider.ts';
import { createSandboxProvider } from './provider/sandbox-provider.ts';
import { addSubscriptionYear } from './subscription/subscription-period.ts';

let database: TestDatabase;
let db: Db;

beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
});
afterAll(() => database.drop());

let people = 0;
async function person(): Promise<number> {
  people += 1;
  const row = { login: `payer${people}`, email: `payer${people}@example.com`, firstname: 'Анна', lastname: 'Громова' };
  const { id } = await db
    .insertInto('users')
    .values({
      ...row,
      referral_code: `PAYER${'ABCDEFGH'[people]}`,
      password_hash: '-',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

async function payment(userId: number): Promise<number> {
  return db.transaction().execute((tx) =>
    insertPayment(tx, {
      userId,
      kind: 'subscription',
      savedMethod: null,
      amountKopecks: 39_900,
      method: 'bank_card',
      autopay: false,
      provider: 'sandbox',
      description: 'Подписка на год',
      customerEmail: 'payer@example.com',
      returnUrl: 'http://localhost:3000/subscribe/payed/1',
    }),
  );
}

async function addYear(userId: number): Promise<string> {
  const paymentId = await payment(userId);
  const until = await db.transaction().execute((tx) => addSubscriptionYear(tx, userId, paymentId, new Date()));
  return until.toISOString();
}

async function paidUntil(userId: number, moment: string): Promise<void> {
  const paidFrom = sql<Date>`${moment}::timestamptz - interval '1 year'`;
  await db
    .insertInto('subscriptions')
    .values({ user_id: userId, payment_id: null, paid_from: paidFrom, paid_until: sql<Date>`${moment}::timestamptz` })
    .execute();
}

test('a year bought early begins when the running one ends', async () => {
  const anna = await person();
  await paidUntil(anna, '2090-05-17T21:30:00Z');
  expect(await addYear(anna)).toBe('2091-05-17T21:30:00.000Z');
  expect(await addYear(anna)).toBe('2092-05-17T21:30:00.000Z');
});

test('a year counted from 29 February ends on 28 February, and one over it is a day longer', async () => {
  const anna = await person();
  await paidUntil(anna, '2096-02-29T10:00:00Z');
  expect(await addYear(anna)).toBe('2097-02-28T10:00:00.000Z');
  const boris = await person();
  await paidUntil(boris, '2095-03-01T10:00:00Z');
  expect(await addYear(boris)).toBe('2096-03-01T10:00:00.000Z');
});

test('a year bought after the last one ended begins now', async () => {
  const anna = await person();
  await paidUntil(anna, '2020-01-01T00:00:00Z');
  const { rows } = await sql<{ expected: Date }>`select now() + interval '1 year' as expected`.execute(db);
  const until = new Date(await addYear(anna)).getTime();
  expect(Math.abs(until - (rows[0]?.expected.getTime() ?? 0))).toBeLessThan(60_000);
});

test('one payment buys one year only', async () => {
  const anna = await person();
  const paymentId = await payment(anna);
  const buy = () => db.transaction().execute((tx) => addSubscriptionYear(tx, anna, paymentId, new Date()));
  await buy();
  await expect(buy()).rejects.toThrow(/subscriptions_payment_id_key/);
});

test('a sale books the money twice, once with each sign, and cannot be booked again', async () => {
  const userId = await person();
  const paymentId = await payment(userId);
  const sell = () =>
    db
      .transaction()
      .execute((tx) => bookSubscriptionSale(tx, { userId, paymentId, provider: 'sandbox', amountKopecks: 39_900 }));
  await sell();
  const entries = await db
    .selectFrom('ledger_entries as entry')
    .innerJoin('ledger_transactions as transaction', 'transaction.id', 'entry.transaction_id')
    .innerJoin('ledger_accounts as account', 'account.id', 'entry.account_id')
    .select(['account.code', 'entry.amount_kopecks'])
    .where('transaction.payment_id', '=', paymentId)
    .orderBy('account.code')
    .execute();
  expect(entries).toEqual([
    { code: 'income:subscriptions', amount_kopecks: -39_900 },
    { code: 'provider:sandbox', amount_kopecks: 39_900 },
  ]);
  await expect(sell()).rejects.toThrow(/ledger_transactions_payment_id_kind_key/);
});

test('the ledger refuses entries that do not add up to zero, and changes to what it holds', async () => {
  const post = (amounts: readonly number[]) =>
    db.transaction().execute(async (tx) => {
      const { id } = await tx
        .insertInto('ledger_transactions')
        .values({ kind: 'bonus', payment_id: null })
        .returning('id')
        .executeTakeFirstOrThrow();
      const entries = amounts.map((amount_kopecks, i) => ({ transaction_id: id, account_id: i + 1, amount_kopecks }));
      await tx.insertInto('ledger_entries').values(entries).execute();
    });
  await expect(post([39_900])).rejects.toThrow(/off by 39900 kopecks/);
  await expect(post([39_900, -39_800])).rejects.toThrow(/off by 100 kopecks/);
  await post([39_900, -39_900]);
  await expect(sql`update ledger_entries set amount_kopecks = 1`.execute(db)).rejects.toThrow(/append-only/);
  await expect(sql`delete from ledger_entries`.execute(db)).rejects.toThrow(/append-only/);
});

test('the sandbox honours idempotence keys as a real provider does', async () => {
  const provider = createSandboxProvider({ db, publicUrl: 'http://localhost:3000' });
  const order: PaymentRequest = {
    paymentId: 7,
    userId: 5,
    kind: 'subscription',
    savedMethod: null,
    idempotenceKey: crypto.randomUUID(),
    amountKopecks: 39_900,
    currency: 'RUB',
    description: 'Подписка на год',
    method: null,
    autopay: false,
    returnUrl: 'http://localhost:3000/subscribe/payed/5',
    customer: { email: 'anna@example.com' },
  };
  const answers = await Promise.all([1, 2, 3, 4, 5].map(() => provider.create(order)));
  const ids = new Set(answers.map((answer) => answer.providerId));
  expect(ids.size).toBe(1);
  expect(await provider.fetch([...ids][0] ?? '')).toMatchObject({
    status: 'pending',
    paid: false,
    amountKopecks: 39_900,
    metadata: { payment_id: '7' },
  });
  await expect(provider.create({ ...order, amountKopecks: 100 })).rejects.toBeInstanceOf(PaymentRefused);
  expect(await provider.fetch('no-such-payment')).toBeUndefined();
  expect(await provider.fetch(crypto.randomUUID())).toBeUndefined();
});
