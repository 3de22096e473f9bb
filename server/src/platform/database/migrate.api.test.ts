import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { pino } from 'pino';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { createEmptyDatabase, type TestDatabase } from '../../../test/database.ts';
import { migrate } from './migrate.ts';
import { openDatabase } from './open-database.ts';

const log = pino({ level: 'silent' });
let database: TestDatabase;
let directory: string;

beforeEach(async () => {
  database = await createEmptyDatabase();
  directory = fs.mkdtempSync(path.join(os.tmpdir(), 'okolo-migrations-'));
  write('0001_people.sql', 'create table people (id bigint primary key); insert into people values (1);');
  write('0002_pets.sql', 'create table pets (owner bigint references people); insert into pets values (1);');
});

afterEach(async () => {
  await database.drop();
  fs.rmSync(directory, { recursive: true });
});

const write = (name: string, sql: string) => fs.writeFileSync(path.join(directory, name), sql);

async function column(sql: string): Promise<unknown[]> {
  const { rows } = await database.pool.query<Record<string, unknown>>(sql);
  return rows.map((row) => Object.values(row)[0]);
}

const appliedNames = () => column('select name from schema_migrations order by applied_at');

test('files are applied in order, once, and new ones later', async () => {
  expect(await migrate(database.pool, directory, log)).toEqual(['0001_people.sql', '0002_pets.sql']);
  expect(await migrate(database.pool, directory, log)).toEqual([]);
  write('0003_toys.sql', 'create table toys ()');
  expect(await migrate(database.pool, directory, log)).toEqual(['0003_toys.sql']);
  expect(await appliedNames()).toEqual(['0001_people.sql', '0002_pets.sql', '0003_toys.sql']);
});

test.each([2, 5])('%i nodes that start at once on an empty database apply each file once', async (count) => {
  const nodes = Array.from({ length: count }, () => openDatabase<never>(database.connection, { max: 2, log }));
  const applied = await Promise.all(nodes.map(({ pool }) => migrate(pool, directory, log)));
  await Promise.all(nodes.map((node) => node.close()));
  expect(applied.flat()).toEqual(['0001_people.sql', '0002_pets.sql']);
  expect(await column('select count(*) from pets')).toEqual([1]);
});

test('a file that fails leaves nothing of itself, and those before it stay', async () => {
  write('0003_toys.sql', 'create table toys (); select 1 / 0;');
  await expect(migrate(database.pool, directory, log)).rejects.toThrow(
    'Migration 0003_toys.sql failed: division by zero',
  );
  expect(await appliedNames()).toEqual(['0001_people.sql', '0002_pets.sql']);
  expect(await column(`select to_regclass('toys')::text`)).toEqual([null]);

  write('0003_toys.sql', 'create table toys ()');
  expect(await migrate(database.pool, directory, log)).toEqual(['0003_toys.sql']);
});

test('a file changed after it was applied stops the start', async () => {
  await migrate(database.pool, directory, log);
  write('0001_people.sql', 'create table people (id int)');
  await expect(migrate(database.pool, directory, log)).rejects.toThrow(
    /0001_people.sql was changed after it was applied/,
  );
});

test('a file numbered below the applied ones stops the start', async () => {
  fs.renameSync(path.join(directory, '0001_people.sql'), path.join(directory, '0000_people.sql'));
  await migrate(database.pool, directory, log);
  write('0001_late.sql', 'select 1');
  await expect(migrate(database.pool, directory, log)).rejects.toThrow(/0001_late.sql comes before 0002_pets.sql/);
});

test('an old node still starts on a database that a newer one has migrated', async () => {
  await migrate(database.pool, directory, log);
  fs.rmSync(path.join(directory, '0002_pets.sql'));
  expect(await migrate(database.pool, directory, log)).toEqual([]);
});

test('two files of one number, and a name without a number, are refused', async () => {
  write('0002_toys.sql', '');
  await expect(migrate(database.pool, directory, log)).rejects.toThrow('Two migrations have the number 0002.');
  write('toys.sql', '');
  await expect(migrate(database.pool, directory, log)).rejects.toThrow(/toys.sql is not named like/);
});

test('a file waits for a locked table, and others are let through meanwhile', async () => {
  await migrate(database.pool, directory, log);
  write('0003_names.sql', 'alter table people add column name text');
  const holder = await database.pool.connect();
  await holder.query('begin; lock table people');
  const migrated = migrate(database.pool, directory, log);
  await expect
    .poll(async () => (await database.pool.query('select from pg_locks where not granted')).rowCount)
    .toBeGreaterThan(0);
  // The wait for the lock ends long before this one would: nobody queues up behind it for long.
  await expect
    .poll(async () => (await database.pool.query('select from pg_locks where not granted')).rowCount, { interval: 100 })
    .toBe(0);
  await holder.query('rollback');
  holder.release();
  expect(await migrated).toEqual(['0003_names.sql']);
});

test('an index is built beside writers, and one whose building was broken off is built anew', async () => {
  await migrate(database.pool, directory, log);
  await database.pool.query(`
    insert into pets select 1 from generate_series(1, 2);
    create index pets_owner on pets (owner);
    update pg_index set indisvalid = false where indexrelid = 'pets_owner'::regclass`);
  write(
    '0003_pets.concurrent.sql',
    '-- by owner\ncreate index concurrently if not exists pets_owner on pets (owner);\n',
  );
  const writer = await database.pool.connect();
  await writer.query('begin; insert into pets values (1)');
  const migrated = migrate(database.pool, directory, log);
  await writer.query('insert into pets values (1)');
  await writer.query('commit');
  writer.release();
  expect(await migrated).toEqual(['0003_pets.concurrent.sql']);
  expect(await column(`select indisvalid from pg_index where indexrelid = 'pets_owner'::regclass`)).toEqual([true]);
  expect(await migrate(database.pool, directory, log)).toEqual([]);
});

test('what an older node still needs stays until none is connected, or the operator says so', async () => {
  await migrate(database.pool, directory, log);
  write('0003_pets.after.sql', 'drop table pets');
  write('0004_toys.sql', 'create table toys ()');
  const older = openDatabase<never>(database.connection, { max: 1, log });
  await older.pool.query('select 1');
  expect(await migrate(database.pool, directory, log)).toEqual(['0004_toys.sql']);
  expect(await migrate(database.pool, directory, log)).toEqual([]);
  expect(await migrate(database.pool, directory, log, { withAfter: true })).toEqual(['0003_pets.after.sql']);
  await older.close();

  const fresh = await createEmptyDatabase();
  const alone = openDatabase<never>({ ...fresh.connection, application_name: 'okolo-migrate' }, { max: 1, log });
  expect(await migrate(alone.pool, directory, log)).toContain('0003_pets.after.sql');
  await alone.close();
  await fresh.drop();
});

test('nodes that start at once build an index beside each other’s wait', async () => {
  write('0003_pets.concurrent.sql', 'create index concurrently if not exists pets_owner on pets (owner)');
  const nodes = Array.from({ length: 4 }, () => openDatabase<never>(database.connection, { max: 2, log }));
  const applied = await Promise.all(nodes.map(({ pool }) => migrate(pool, directory, log)));
  await Promise.all(nodes.map((node) => node.close()));
  expect(applied.flat()).toEqual(['0001_people.sql', '0002_pets.sql', '0003_pets.concurrent.sql']);
});
