import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { compileOnce } from './compile-once.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database?.drop());

test('a statement that names itself is prepared once for a connection; others are not', async () => {
  const prepared = await database.db.transaction().execute(async (tx) => {
    for (const value of [1, 2]) {
      const { rows } = await sql<{ doubled: number }>`
        -- named double
        select ${value}::int * 2 as doubled`.execute(tx);
      expect(rows).toEqual([{ doubled: value * 2 }]);
    }
    await sql`select ${1}::int as plain`.execute(tx);
    const { rows } = await sql<{ name: string }>`select name from pg_prepared_statements`.execute(tx);
    return rows;
  });
  expect(prepared).toEqual([{ name: 'double' }]);
});

test('one that fails says why, and its connection goes on', async () => {
  const divide = (by: number) =>
    sql<{ result: number }>`
      -- named divide
      select 6 / ${by}::int as result`.execute(database.db);
  await expect(divide(0)).rejects.toThrow('division by zero');
  expect((await divide(3)).rows).toEqual([{ result: 2 }]);
});

test('a statement that is compiled once takes new values each time, and has none of its own', async () => {
  let compiled = 0;
  const triple = compileOnce<{ tripled: number }>('triple', () => {
    compiled += 1;
    return sql`select $1::int * 3 as tripled`;
  });
  const prepared = await database.db.transaction().execute(async (tx) => {
    for (const value of [1, 2]) expect(await triple(tx, [value])).toEqual([{ tripled: value * 3 }]);
    const { rows } = await sql`select name from pg_prepared_statements where name = 'triple'`.execute(tx);
    return rows;
  });
  expect([prepared.length, compiled]).toEqual([1, 1]);
  const withValue = compileOnce('with-value', () => sql`select ${1}::int`);
  await expect(withValue(database.db, [])).rejects.toThrow('The statement with-value has values of its own');
});
