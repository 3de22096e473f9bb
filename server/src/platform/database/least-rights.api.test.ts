import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { adsApi } from '@app/contract/market/ads';
import { chatApi } from '@app/contract/messaging/chat';
import { sql } from 'kysely';
import pg from 'pg';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runPeriodicJobs } from '../../../test/queued-jobs.ts';
import { createWorld, type World } from '../../../test/world.ts';
import { listJobs } from '../../jobs.ts';
import { startWorkers } from '../queue/workers.ts';
import { prepareDatabase } from './prepare-database.ts';

const RECIPE = path.resolve(import.meta.dirname, '../../../../deploy/postgres/least-rights.sql');

const node = `node_${randomBytes(6).toString('hex')}`;
let owner: pg.PoolConfig;
let world: World;

async function asOwner(...statements: string[]): Promise<void> {
  const client = new pg.Client(owner);
  await client.connect();
  for (const statement of statements) await client.query(statement);
  await client.end();
}

beforeAll(async () => {
  world = await createWorld({
    async reach(connection) {
      owner = connection;
      const recipe = (await readFile(RECIPE, 'utf8')).replace(/^--.*$/gm, '').replaceAll(':"node"', node);
      await asOwner(`create role ${node} login`, recipe);
      return { ...connection, user: node };
    },
  });
});
afterAll(async () => {
  await world.close();
  const client = new pg.Client({ ...owner, database: 'postgres' });
  await client.connect();
  await client.query(`drop role ${node}`);
  await client.end();
});

test('a role that changes rows alone carries people, ads, messages, workers and every periodic job', async () => {
  const { db } = world.services;
  const { rows } = await sql<{ user: string }>`select current_user as user`.execute(db);
  expect(rows[0]?.user).toBe(node);
  const [anna, boris] = [await world.user({ paid: true }), await world.user()];
  const ad = { board_title: 'Лодка', board_description: 'Надувная', board_price: 100 };
  expect((await world.call(anna, adsApi.create, { body: ad })).statusCode).toBe(200);
  const sent = await world.call(boris, chatApi.send, { params: { id: anna.id }, body: { content: 'Ещё есть?' } });
  expect(sent.statusCode).toBe(200);
  await asOwner(
    `create table user_events_20200106 partition of user_events for values from ('2020-01-06') to ('2020-01-13')`,
  );
  const workers = await startWorkers(world.services, listJobs(), { concurrency: 2 });
  const countDue = async () =>
    (await sql`select from graphile_worker._private_jobs where run_at <= now()`.execute(db)).rows.length;
  await expect.poll(countDue).toBe(0);
  await workers.stop();
  await runPeriodicJobs(world);
  const weeks = await sql<{ name: string | null }>`select to_regclass('user_events_20200106')::text as name`.execute(
    db,
  );
  expect(weeks.rows[0]?.name).toBeNull();
});

test('it starts on a database that is migrated, and cannot change tables, triggers, functions or the list of migrations', async () => {
  const { db, log } = world.services;
  await prepareDatabase({ ...owner, user: node }, log);
  for (const statement of [
    sql`alter table users add column extra text`,
    sql`create table extra (id int)`,
    sql`drop table users`,
    sql`truncate messages`,
    sql`drop trigger audit_entries_append_only on audit_entries`,
    sql`alter table audit_entries disable trigger user`,
    sql`create or replace function audit_is_append_only() returns trigger language plpgsql as 'begin return new; end'`,
    sql`delete from schema_migrations`,
    sql`create role another superuser`,
  ])
    await expect(statement.execute(db)).rejects.toThrow(/permission denied|must be owner|must be superuser/);
  await expect(sql`select drop_user_event_week('users')`.execute(db)).rejects.toThrow('is no week');
});
