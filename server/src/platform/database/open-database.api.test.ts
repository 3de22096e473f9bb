import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { sql } from 'kysely';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createEmptyDatabase, createTestDatabase, type TestDatabase } from '../../../test/database.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded/embedded-postgres.ts';
import { migrate } from './migrate.ts';
import { checkServer, findProblem, openDatabase } from './open-database.ts';

const log = pino({ level: 'silent' });
let database: TestDatabase;

beforeAll(async () => {
  database = await createTestDatabase();
});

afterAll(() => database.drop());

test('ids, counts, sums and prices are numbers, and days stay the days they were', async () => {
  const { rows } = await sql`
    select 9007199254740991::bigint as id, count(*) as count, sum(5::bigint) as sum, 12.50::numeric as price,
           date '2026-03-01' as day, timestamptz '2026-03-01 00:00:00Z' as moment`.execute(database.db);
  const moment = new Date('2026-03-01T00:00:00Z');
  expect(rows).toEqual([{ id: 9007199254740991, count: 1, sum: 5, price: 12.5, day: '2026-03-01', moment }]);
});

test('an integer too large to be exact is an error, not a wrong number', async () => {
  await expect(sql`select 9007199254740993::bigint`.execute(database.db)).rejects.toThrow(/past 2\^53/);
});

test('a connection cut by the server is replaced', async () => {
  const { rows } = await sql<{ pid: number }>`select pg_backend_pid() as pid`.execute(database.db);
  const other = openDatabase<never>(database.connection, { max: 1, log });
  await other.pool.query('select pg_terminate_backend($1)', [rows[0]?.pid]);
  await other.close();
  await expect.poll(() => database.pool.query('select 1').catch(() => undefined)).toMatchObject({ rowCount: 1 });
});

test.each([
  [{ version: '14.11', version_number: 140_011 }, /14\.11, and 15 or newer/],
  [{ encoding: 'SQL_ASCII' }, /text as SQL_ASCII: create it with "encoding 'UTF8'"/],
  [{ sees_cyrillic: false }, /does not know Cyrillic letters/],
])('an unfit server is refused with the reason: %j', (trait, reason) => {
  const fit = { version: '18.4', version_number: 180_004, encoding: 'UTF8', sees_cyrillic: true };
  expect(findProblem(fit)).toBeUndefined();
  expect(findProblem({ ...fit, ...trait })).toMatch(reason);
});

test('a database whose locale is plain C is refused', async () => {
  const name = `${database.connection.database}_c`;
  await database.pool.query(`create database ${name} template template0 locale_provider libc locale 'C'`);
  const plain = openDatabase<never>({ ...database.connection, database: name }, { max: 1, log });
  await expect(checkServer(plain.pool)).rejects.toThrow(/does not know Cyrillic letters/);
  await plain.close();
  await database.pool.query(`drop database ${name}`);
});

test('nodes that check an empty database at once all accept it', async () => {
  const empty = await createEmptyDatabase();
  const nodes = Array.from({ length: 4 }, () => openDatabase<never>(empty.connection, { max: 1, log }));
  await Promise.all(nodes.map(({ pool }) => checkServer(pool)));
  await Promise.all(nodes.map((node) => node.close()));
  await empty.drop();
});

test('a server of somebody else is reached by DATABASE_URL, checked and migrated', async () => {
  const home = fs.mkdtempSync(path.join(os.tmpdir(), 'okolo-external-'));
  fs.chmodSync(home, 0o755);
  const external: EmbeddedPostgres = await startEmbeddedPostgres({
    dataDir: path.join(home, 'postgres'),
    log,
    durable: false,
  });
  const { host = '', user = '' } = external.connection;
  const url = `postgres://${String(user)}@/postgres?host=${encodeURIComponent(host)}`;
  const { pool, close } = openDatabase<never>({ connectionString: url }, { max: 2, log });
  try {
    await checkServer(pool);
    const migrations = path.resolve(import.meta.dirname, '../../../migrations');
    const files = fs.readdirSync(migrations).filter((name) => name.endsWith('.sql'));
    // The pool of the test is somebody else, for whom a node would leave what comes after the upgrade.
    expect(await migrate(pool, migrations, log, { withAfter: true })).toEqual(files.sort());
    const { rows } = await pool.query('select count(*) as count from schema_migrations');
    expect(rows).toEqual([{ count: files.length }]);
  } finally {
    await close();
    await external.stop();
    fs.rmSync(home, { recursive: true, force: true });
  }
});
