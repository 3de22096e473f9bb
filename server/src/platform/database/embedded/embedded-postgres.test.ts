import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import fs from 'node:fs';
import os from 'node:os';
import path from 'node:path';
import pg from 'pg';
import { pino } from 'pino';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type EmbeddedPostgres, startEmbeddedPostgres } from './embedded-postgres.ts';
import { isRunningPostgres } from './postgres-process.ts';

const log = pino({ level: 'silent' });
let root: string;
let dataDir: string;

beforeAll(() => {
  root = fs.mkdtempSync(path.join(os.tmpdir(), 'okolo-embedded-'));
  fs.chmodSync(root, 0o755);
  dataDir = path.join(root, 'postgres');
});

afterAll(() => fs.rmSync(root, { recursive: true, force: true }));

const start = () => startEmbeddedPostgres({ dataDir, log, durable: false });
const serverPid = () => Number.parseInt(fs.readFileSync(path.join(dataDir, 'postmaster.pid'), 'utf8'), 10);

async function ask<T>({ connection }: EmbeddedPostgres, sql: string): Promise<T | undefined> {
  const client = new pg.Client(connection);
  await client.connect();
  try {
    const { rows } = await client.query<{ answer: T }>(sql);
    return rows[0]?.answer;
  } finally {
    await client.end();
  }
}

async function startInAnotherProcess(then = 'setInterval(() => {}, 60_000);'): Promise<ChildProcess> {
  const program = `
    import { pino } from 'pino';
    import { startEmbeddedPostgres } from '${import.meta.dirname}/embedded-postgres.ts';
    await startEmbeddedPostgres({ dataDir: process.argv[1], log: pino({ level: 'silent' }), durable: false });
    console.log('started');
    ${then}
  `;
  const child = spawn(process.execPath, ['--input-type=module', '--eval', program, dataDir], {
    cwd: import.meta.dirname,
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  await once(child.stdout, 'data');
  return child;
}

async function killAndWait(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL');
  await once(child, 'exit');
}

test('the first start makes a cluster that understands Cyrillic letters', async () => {
  const server = await start();
  expect(server).toMatchObject({ fresh: true, adopted: false });
  await ask(server, 'create extension pg_trgm');
  expect(await ask<string[]>(server, `select show_trgm('я') as answer`)).not.toEqual([]);
  expect(await ask(server, `select lower('ВЕЛОСИПЕД') as answer`)).toBe('велосипед');
  await ask(server, `create table notes as select 'кофта'::text as answer`);
  await server.stop();
});

test('a restart keeps what was stored and leaves no server behind', async () => {
  const server = await start();
  expect(server).toMatchObject({ fresh: false, adopted: false });
  expect(await ask(server, 'select answer from notes')).toBe('кофта');
  const pid = serverPid();
  await server.stop();
  expect(isRunningPostgres(pid)).toBe(false);
  expect(fs.existsSync(path.join(dataDir, 'postmaster.pid'))).toBe(false);
});

test('its log holds no value of a statement that failed', async () => {
  const server = await start();
  await ask(server, `create unique index on notes (answer)`);
  await expect(ask(server, `insert into notes values ('кофта')`)).rejects.toThrow('duplicate key');
  await expect(ask(server, `select 'кофта'::int`)).rejects.toThrow('invalid input syntax');
  await server.stop();
  const lines = fs.readFileSync(`${dataDir}.log`, 'utf8');
  expect(lines).toContain('database system is ready');
  expect(lines).not.toMatch(/кофта|duplicate key/);
});

test('the server of a killed process is taken over with its connections and data', async () => {
  await killAndWait(await startInAnotherProcess());
  const left = serverPid();
  const server = await start();
  expect(server).toMatchObject({ fresh: false, adopted: true });
  expect(serverPid()).toBe(left);
  expect(await ask(server, 'select answer from notes')).toBe('кофта');
  await server.stop();
  expect(fs.existsSync(path.join(dataDir, 'postmaster.pid'))).toBe(false);
});

test('a process that ends without a goodbye takes its server with it', async () => {
  const child = await startInAnotherProcess('process.exit(3);');
  if (child.exitCode === null) await once(child, 'exit');
  await expect.poll(() => fs.existsSync(path.join(dataDir, 'postmaster.pid'))).toBe(false);
});

test('a second process shares the running server and does not stop it under the first', async () => {
  const other = await startInAnotherProcess();
  const pid = serverPid();
  const server = await start();
  await server.stop();
  expect(serverPid()).toBe(pid);
  const again = await start();
  expect(await ask(again, 'select answer from notes')).toBe('кофта');
  await killAndWait(other);
  await (await start()).stop();
});

test('a server killed by the machine recovers at the next start', async () => {
  const first = await start();
  process.kill(serverPid(), 'SIGKILL');
  const server = await start();
  expect(server).toMatchObject({ fresh: false, adopted: false });
  expect(await ask(server, 'select answer from notes')).toBe('кофта');
  await server.stop();
  await first.stop();
});

test('a pid file that names a process of somebody else does not stand in the way', async () => {
  fs.writeFileSync(path.join(dataDir, 'postmaster.pid'), `${process.pid}\n${dataDir}\n`);
  const server = await start();
  expect(server.adopted).toBe(false);
  await server.stop();
});

test('two starts on a new directory at once end up with one server', async () => {
  const options = { dataDir: path.join(root, 'twins'), log, durable: false };
  const twins = await Promise.all([startEmbeddedPostgres(options), startEmbeddedPostgres(options)]);
  expect(twins.map(({ fresh }) => fresh).sort()).toEqual([false, true]);
  await Promise.all(twins.map((twin) => twin.stop()));
});

test('a directory with files of another kind is left alone', async () => {
  const photos = path.join(root, 'photos');
  fs.mkdirSync(photos);
  fs.writeFileSync(path.join(photos, 'cat.jpg'), '');
  await expect(startEmbeddedPostgres({ dataDir: photos, log })).rejects.toThrow(
    /holds files but no PostgreSQL cluster/,
  );
});

test('a home that nobody else may enter is no obstacle, even for root', async () => {
  const home = fs.mkdtempSync(path.join(root, 'home-'));
  const server = await startEmbeddedPostgres({ dataDir: path.join(home, 'data/postgres'), log, durable: false });
  const place = (await ask<string>(server, `select current_setting('data_directory') as answer`)) ?? '';
  await server.stop();
  fs.rmSync(path.dirname(place), { recursive: true, force: true });
  expect(path.basename(place)).toBe('postgres');
});
