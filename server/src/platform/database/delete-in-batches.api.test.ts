import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '../../../test/database.ts';
import { deleteInBatches } from './delete-in-batches.ts';
import { trimToNewest } from './trim-to-newest.ts';

let database: TestDatabase;

beforeAll(async () => {
  database = await createEmptyDatabase();
  await database.pool.query(`
    create table notes (id int primary key);
    create table deletions (rows int);
    create function note_deletion() returns trigger language plpgsql as $$
      begin insert into deletions select count(*) from gone; return null; end $$;
    create trigger deletion after delete on notes referencing old table as gone
      for each statement execute function note_deletion();`);
});

afterAll(() => database.drop());

test('rows go a batch at a time, those that are locked or do not match stay', async () => {
  await database.pool.query('insert into notes select generate_series(1, 20)');
  const holder = await database.pool.connect();
  await holder.query('begin; select from notes where id = 3 for update');
  expect(await deleteInBatches(database.db, 'notes', sql`id <= 13`, 5)).toBe(12);
  await holder.query('rollback');
  holder.release();
  expect((await database.pool.query('select array_agg(id order by id) as ids from notes')).rows).toEqual([
    { ids: [3, 14, 15, 16, 17, 18, 19, 20] },
  ]);
  expect((await database.pool.query('select array_agg(rows) as rows from deletions')).rows).toEqual([
    { rows: [5, 5, 2] },
  ]);
});

test('the newest rows of one value stay, and all of other values', async () => {
  await database.pool.query('create table versions (id int primary key, of int)');
  await database.pool.query('insert into versions select n, n % 2 from generate_series(1, 20) n');
  await trimToNewest(database.db, { table: 'versions', column: 'of', value: 1, max: 3 });
  await trimToNewest(database.db, { table: 'versions', column: 'of', value: 0, max: 100 });
  const { rows } = await database.pool.query(
    'select of, array_agg(id order by id) as ids from versions group by of order by of',
  );
  expect(rows).toEqual([
    { of: 0, ids: [2, 4, 6, 8, 10, 12, 14, 16, 18, 20] },
    { of: 1, ids: [15, 17, 19] },
  ]);
});
