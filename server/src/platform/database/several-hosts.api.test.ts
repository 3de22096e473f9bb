import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import { adsApi } from '@app/contract/market/ads';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { openTcpPath, type TcpPath } from '../../../test/tcp-path.ts';
import { createWorld, type World } from '../../../test/world.ts';
import { databaseServer } from './database-server.ts';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded/embedded-postgres.ts';
import { WAIT_LIMITS } from './wait-limits.ts';

/** Where nobody listens. */
const NOWHERE = { host: '127.0.0.1', port: 1 };

let world: World;
let paths: [TcpPath, TcpPath];
let home: { host: string; port: number };

beforeAll(async () => {
  world = await createWorld({
    limits: WAIT_LIMITS,
    environment: { LOG_LEVEL: 'silent' },
    reach: async ({ host = '', port = 5432, ...connection }) => {
      home = { host, port };
      paths = [await openTcpPath(home), await openTcpPath(home)];
      return { ...connection, hosts: paths.map((one) => ({ host: one.host, port: one.port })) };
    },
  });
});
afterAll(async () => {
  await world.close();
  for (const one of paths) await one.close();
});

let pages = 0;
const list = async () =>
  (await world.call(null, adsApi.listEnabled, { query: { size: 1 + (pages++ % 90) } })).statusCode;
const write = () => world.services.pool.query('update users set position = position');

test('when the server that was used is gone, calls go to another one', async () => {
  expect(await list()).toBe(200);
  paths[0].lead(NOWHERE);
  await expect.poll(list).toBe(200);
  paths[0].lead(home);
});

test('when it says nothing, they do as well', async () => {
  paths[1].freeze();
  await expect.poll(list).toBe(200);
  await expect.poll(() => write().then(() => 'written')).toBe('written');
  paths[1].thaw();
});

test('one that refuses a write is left, and the next statement has a connection that stands', async () => {
  const { pool } = world.services;
  const pidOf = async () => (await pool.query<{ pid: number }>('select pg_backend_pid() as pid')).rows[0]?.pid;
  const before = await pidOf();
  const client = await pool.connect();
  await client.query('begin read only');
  await expect(client.query('delete from idempotency_keys')).rejects.toMatchObject({ code: '25006' });
  client.release();
  expect(await pidOf()).not.toBe(before);
});

test('of two servers the one that takes writes is found, in whichever order, and again when they change places', async () => {
  const folder = fs.mkdtempSync(path.join(os.tmpdir(), 'okolo-second-'));
  fs.chmodSync(folder, 0o755);
  const second: EmbeddedPostgres = await startEmbeddedPostgres({
    dataDir: path.join(folder, 'postgres'),
    log: pino({ level: 'silent' }),
    durable: false,
  });
  const { host = '', port = 5432 } = second.connection;
  // One role for both servers: that of the tests, which a server of TEST_DATABASE_URL names.
  const { user } = inject('postgres');
  const standby = await openTcpPath({ host, port });
  const administrator = new pg.Client(second.connection);
  await administrator.connect();
  if (user !== second.connection.user) await administrator.query(`create role ${user} login`);
  const refuseWrites = async (refuses: boolean) => {
    await administrator.query(`alter system set default_transaction_read_only = ${refuses ? 'on' : 'off'}`);
    await administrator.query('select pg_reload_conf()');
  };
  try {
    await refuseWrites(true);
    const [primary] = paths;
    const hosts = [standby, primary].map((one) => ({ host: one.host, port: one.port }));
    const server = databaseServer({ user, database: 'postgres', hosts });
    await expect.poll(server.reach).toMatchObject({ port: primary.port });
    await refuseWrites(false);
    primary.lead(NOWHERE);
    server.distrust();
    await expect.poll(() => server.reach().catch(() => undefined)).toMatchObject({ port: standby.port });
    await refuseWrites(true);
    server.distrust();
    await expect.poll(() => server.reach().then(() => '', String)).toMatch(/ECONNREFUSED|takes no writes|terminated/);
    primary.lead(home);
  } finally {
    await administrator.end();
    await standby.close();
    await second.stop();
    fs.rmSync(folder, { recursive: true, force: true });
  }
});
