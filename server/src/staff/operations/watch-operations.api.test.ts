import { once } from 'node:events';
import { mkdir, readFile, utimes, writeFile } from 'node:fs/promises';
import type { AddressInfo } from 'node:net';
import os from 'node:os';
import path from 'node:path';
import { createServer } from 'node:tls';
import { notificationsApi } from '@app/contract/notifications/notifications';
import { operationsApi } from '@app/contract/staff/operations';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { issueCertificate } from '../../../test/own-certificate.ts';
import { type Actor, createWorld, type World } from '../../../test/world.ts';
import { createBackup } from '../../platform/backup/create-backup.ts';
import { watchOperations } from './watch-operations.job.ts';

const HOUR_MS = 3_600_000;
const backups = path.join(os.tmpdir(), `okolo-watched-${process.pid}`);

let world: World;
let now = new Date();
let operator: Actor;
let moderator: Actor;

beforeAll(async () => {
  world = await createWorld({ clock: () => now, environment: { BACKUP_DIR: backups } });
  operator = await world.user({ is_superuser: true });
  moderator = await world.user({ groups: ['manager'] });
  await mkdir(backups, { recursive: true });
});
afterAll(() => world.close());

beforeEach(async () => {
  now = new Date();
  await world.services.db.deleteFrom('operation_warnings').execute();
});

const watch = () => watchOperations.run(world.services, {});
const warnings = async () =>
  (await world.call(operator, operationsApi.statistics, { query: { days: 7 } })).body.warnings.map(
    ({ what, amount }) => [what, amount],
  );
const bell = async (actor: Actor) =>
  (await world.call(actor, notificationsApi.list)).body.list.filter(({ kind }) => kind === 'operation_warning');

async function letters(): Promise<{ to: string; values: { what: string; amount: number } }[]> {
  const { rows } = await sql<{ payload: { to: string; template: string; values: { what: string; amount: number } } }>`
    select j.payload from graphile_worker._private_jobs j
    join graphile_worker._private_tasks t on t.id = j.task_id
    where t.identifier = 'send-email' and j.payload ->> 'template' = 'operation_warning'
    order by j.id`.execute(world.services.db);
  return rows.map(({ payload: { to, values } }) => ({ to, values }));
}

async function back(): Promise<string> {
  const { folder } = await createBackup({
    connection: world.services.pool.options,
    storage: world.services.storage,
    to: backups,
    now,
    report: () => {},
  });
  return folder;
}

test('a missing backup is told once to those who run the site, by bell and email, until there is one', async () => {
  await watch();
  await watch();
  expect(await warnings()).toEqual([['backup_old', 0]]);
  const [notice, ...more] = await bell(operator);
  expect(more).toEqual([]);
  expect(notice).toMatchObject({ title: 'Работа сайта', body: 'Резервных копий нет', link: '/admin' });
  expect(await bell(moderator)).toEqual([]);
  const sent = await letters();
  expect(sent.map(({ to, values }) => [to, values.what, values.amount])).toEqual([
    [`${operator.login}@example.com`, 'backup_old', 0],
  ]);

  await back();
  await watch();
  expect(await warnings()).toEqual([]);

  now = new Date(now.getTime() + 25 * HOUR_MS);
  await watch();
  expect(await warnings()).toEqual([['backup_old', 25]]);
  expect(await bell(operator)).toHaveLength(2);
  expect(await letters()).toHaveLength(2);
});

test('a backup that is just being made is waited for, one that broke off is not', async () => {
  const unfinished = path.join(backups, 'okolo-2030-01-01-00-00-00.unfinished');
  await mkdir(unfinished);
  now = new Date(now.getTime() + 30 * HOUR_MS);
  await utimes(unfinished, now, now);
  await watch();
  expect(await warnings()).toEqual([]);
  const longAgo = new Date(now.getTime() - 13 * HOUR_MS);
  await utimes(unfinished, longAgo, longAgo);
  await watch();
  expect((await warnings()).map(([what]) => what)).toEqual(['backup_old']);
});

test('a backup whose rows changed after it was made is told as damaged', async () => {
  now = new Date(now.getTime() + 40 * HOUR_MS);
  const folder = await back();
  await watch();
  expect(await warnings()).toEqual([]);
  const file = path.join(folder, 'database/public.users.copy.gz');
  const bytes = await readFile(file);
  bytes.writeUInt8(bytes.readUInt8(bytes.length >> 1) ^ 0xff, bytes.length >> 1);
  await writeFile(file, bytes);
  await watch();
  expect(await warnings()).toEqual([['backup_damaged', 0]]);
  await writeFile(path.join(folder, 'manifest.json'), '{');
  await watch();
  expect(await warnings()).toEqual([['backup_damaged', 0]]);
});

test('a certificate of the site that is about to end, or that browsers do not trust, is told by bell and email', async () => {
  now = new Date(now.getTime() + 45 * HOUR_MS);
  await back();
  const { key, certificate } = issueCertificate(backups, 9);
  const server = createServer({ key: await readFile(key), cert: await readFile(certificate) }).listen(0, '127.0.0.1');
  await once(server, 'listening');
  const publicUrl = `https://localhost:${(server.address() as AddressInfo).port}`;
  const [rung, sent] = [(await bell(operator)).length, (await letters()).length];
  try {
    await watchOperations.run({ ...world.services, config: { ...world.services.config, publicUrl } }, {});
  } finally {
    server.close();
  }
  expect((await warnings()).map(([what]) => what).sort()).toEqual(['certificate', 'certificate_untrusted']);
  expect(await bell(operator)).toHaveLength(rung + 2);
  // Both are sent at once.
  const newest = (await letters()).slice(sent).map(({ to, values }) => `${values.what} ${to}`);
  expect(newest.sort()).toEqual(
    ['certificate', 'certificate_untrusted'].map((what) => `${what} ${operator.login}@example.com`),
  );
});

test('letters that reach several people no longer, a queue that stands and cases near their deadline are told', async () => {
  now = new Date(now.getTime() + 50 * HOUR_MS);
  await back();
  const { db, mail, pool } = world.services;
  for (const to of ['one', 'two', 'three'])
    await mail.queue(db, {
      to: `${to}@example.com`,
      lang: 'ru',
      template: 'activation',
      values: { code: '1', minutes: 1 },
    });
  await pool.query(`
    update graphile_worker._private_jobs set attempts = 3, last_error = '550 no such user', run_at = now() + interval '1 hour'
    where payload ->> 'to' in ('one@example.com', 'two@example.com')`);
  await watch();
  expect(await warnings()).toEqual([]);
  await pool.query(`
    update graphile_worker._private_jobs set attempts = 3, last_error = '550 no such user', run_at = now() + interval '1 hour'
    where payload ->> 'to' = 'three@example.com'`);
  await watch();
  expect(await warnings()).toEqual([['mail', 3]]);

  await pool.query(`
    update graphile_worker._private_jobs set attempts = 0, last_error = null, run_at = now() - interval '6 minutes'
    where payload ->> 'to' = 'three@example.com'`);
  await watch();
  expect(await warnings()).toEqual([['queue', 6]]);
  await pool.query(`delete from graphile_worker._private_jobs where payload ->> 'to' = 'three@example.com'`);

  await pool.query(
    `insert into moderation_cases (kind, object, opened_at, due_at) values ('complaint', 'ad:1', $1, $2)`,
    [now, new Date(now.getTime() + HOUR_MS)],
  );
  await watch();
  expect(await warnings()).toEqual([['cases', 1]]);
});
