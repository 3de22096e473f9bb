import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { fillBalance } from '../../../test/payments/fill-balance.ts';
import type { Db } from '../../platform/database/tables.ts';
import { creditBonus, reverseTransaction, type Spending, spendBalance } from './payments.public.ts';

let database: TestDatabase;
let db: Db;

beforeAll(async () => {
  database = await createTestDatabase();
  db = database.db;
});
afterAll(() => database.drop());

let people = 0;
async function person(roubles = 0): Promise<number> {
  people += 1;
  const { id } = await db
    .insertInto('users')
    .values({
      login: `holder${people}`,
      email: `holder${people}@example.com`,
      firstname: 'Анна',
      lastname: 'Громова',
      referral_code: `PURSE${'ABCDEFGH'[people]}`,
      password_hash: '-',
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  if (roubles > 0) await fillBalance(db, id, roubles);
  return id;
}

let bought = 0;
const buy = (userId: number, kopecks: number, more: Partial<Spending> = {}) => {
  bought += 1;
  const spending = {
    userId,
    kopecks,
    bonusMaxShare: 0,
    purpose: 'promotion',
    sourceKey: `promotion:${bought}`,
  } as const;
  return db.transaction().execute((tx) => spendBalance(tx, { ...spending, ...more }));
};
const give = (userId: number, points: number, sourceKey: string) =>
  db.transaction().execute((tx) => creditBonus(tx, { userId, points, reason: 'gift', sourceKey }));
const takeBack = (sourceKey: string) => db.transaction().execute((tx) => reverseTransaction(tx, sourceKey));

async function held(userId: number) {
  const { rows } = await sql<{
    balance: number;
    bonus: number;
    owed: number;
    kept: string;
    shown: string;
    summed: string;
  }>`
    with purses as (
      select balance_kind, balance_kopecks, (
        select coalesce(sum(case balance_kind when 'owed' then amount_kopecks else -amount_kopecks end), 0)::bigint
        from ledger_entries where account_id = a.id
      ) as summed
      from ledger_accounts a where user_id = ${userId}
    )
    select
      coalesce((select balance_kopecks from purses where balance_kind = 'balance'), 0)::int as balance,
      coalesce((select balance_kopecks from purses where balance_kind = 'bonus'), 0)::int as bonus,
      coalesce((select balance_kopecks from purses where balance_kind = 'owed'), 0)::int as owed,
      coalesce((select string_agg(balance_kopecks::text, ' ' order by balance_kind) from purses), '0 0 0') as kept,
      coalesce((select string_agg(summed::text, ' ' order by balance_kind) from purses), '0 0 0') as summed,
      (select concat(virtualpay_kopecks, ' ', bonus_kopecks) from users where id = ${userId}) as shown`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('nobody');
  expect(row.kept).toBe(row.summed);
  expect(row.shown).toBe(`${row.balance} ${row.bonus}`);
  return { balance: row.balance, bonus: row.bonus, owed: row.owed };
}

test('fifty spendings at once take exactly what there is', async () => {
  const anna = await person(1000);
  const results = await Promise.allSettled(Array.from({ length: 50 }, () => buy(anna, 7_700)));
  expect(results.filter(({ status }) => status === 'fulfilled')).toHaveLength(12);
  for (const result of results) {
    if (result.status === 'rejected') expect(result.reason).toMatchObject({ code: 'not_enough_money' });
  }
  expect(await held(anna)).toEqual({ balance: 100_000 - 12 * 7_700, bonus: 0, owed: 0 });
});

test('the same thing bought fifty times at once is paid for once', async () => {
  const anna = await person(1000);
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => buy(anna, 9_900, { sourceKey: 'promotion:twice' })),
  );
  expect(new Set(answers.map((answer) => JSON.stringify(answer)))).toEqual(
    new Set([JSON.stringify({ fromBalance: 9_900, fromBonus: 0 })]),
  );
  expect(await held(anna)).toMatchObject({ balance: 90_100 });
});

test('points pay their share of a price in whole roubles, and the balance the rest', async () => {
  const anna = await person(100);
  await give(anna, 500, 'gift:share');
  expect(await buy(anna, 9_999, { bonusMaxShare: 0.5 })).toEqual({ fromBalance: 5_099, fromBonus: 4_900 });
  expect(await held(anna)).toEqual({ balance: 4_901, bonus: 45_100, owed: 0 });
  expect(await buy(anna, 20_000, { bonusMaxShare: 1 })).toEqual({ fromBalance: 0, fromBonus: 20_000 });
  await expect(buy(anna, 20_000, { bonusMaxShare: 0.5 })).rejects.toMatchObject({ code: 'not_enough_money' });
  expect(await held(anna)).toEqual({ balance: 4_901, bonus: 25_100, owed: 0 });
});

test('what was spent comes back to where it came from, once', async () => {
  const anna = await person(100);
  await give(anna, 50, 'gift:return');
  await buy(anna, 10_000, { bonusMaxShare: 0.3, sourceKey: 'promotion:returned' });
  const answers = await Promise.all(Array.from({ length: 20 }, () => takeBack('promotion:returned')));
  expect(answers.filter(Boolean)).toHaveLength(1);
  expect(await held(anna)).toEqual({ balance: 10_000, bonus: 5_000, owed: 0 });
  expect(await takeBack('promotion:never')).toBe(false);
});

test('points come once for one reason, whoever asks at the same time', async () => {
  const anna = await person();
  const answers = await Promise.all(Array.from({ length: 50 }, () => give(anna, 100, 'gift:once')));
  expect(answers.filter(Boolean)).toHaveLength(1);
  expect(await held(anna)).toEqual({ balance: 0, bonus: 10_000, owed: 0 });
});

test('points that were spent before their ground fell away are owed, and the next ones pay them', async () => {
  const anna = await person();
  await give(anna, 100, 'gift:lost');
  await buy(anna, 7_000, { bonusMaxShare: 1 });
  expect(await takeBack('gift:lost')).toBe(true);
  expect(await takeBack('gift:lost')).toBe(false);
  expect(await held(anna)).toEqual({ balance: 0, bonus: 0, owed: 7_000 });
  await give(anna, 30, 'gift:first');
  expect(await held(anna)).toEqual({ balance: 0, bonus: 0, owed: 4_000 });
  await give(anna, 50, 'gift:second');
  expect(await held(anna)).toEqual({ balance: 0, bonus: 1_000, owed: 0 });
});

test('the database itself lets nobody hold less than nothing, and no booking be changed', async () => {
  const anna = await person(10);
  const overdraw = db.transaction().execute(async (tx) => {
    const { id } = await tx
      .insertInto('ledger_transactions')
      .values({ kind: 'promotion', user_id: anna })
      .returning('id')
      .executeTakeFirstOrThrow();
    await sql`
      insert into ledger_entries (transaction_id, account_id, amount_kopecks)
      select ${id}, a.id, case when a.user_id is null then -1001 else 1001 end from ledger_accounts a
      where a.code in ('income:promotion', ${`balance:${anna}`})`.execute(tx);
  });
  await expect(overdraw).rejects.toThrow(/ledger_accounts_balance_kopecks_check/);
  await expect(sql`update ledger_transactions set reason = 'x'`.execute(db)).rejects.toThrow(/append-only/);
  await expect(sql`delete from ledger_transactions`.execute(db)).rejects.toThrow(/append-only/);
  for (const kopecks of [0, -1, 0.5, Number.NaN, 2 ** 60]) {
    await expect(buy(anna, kopecks)).rejects.toThrow(/cannot be booked/);
  }
  expect(await held(anna)).toEqual({ balance: 1_000, bonus: 0, owed: 0 });
});

test('all that was booked here adds up to zero', async () => {
  const { rows } = await sql<{ sum: number }>`select sum(amount_kopecks)::bigint as sum from ledger_entries`.execute(
    db,
  );
  expect(rows[0]?.sum).toBe(0);
});
