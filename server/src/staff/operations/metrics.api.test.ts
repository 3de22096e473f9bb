import { execFile, spawnSync } from 'node:child_process';
import { readFile } from 'node:fs/promises';
import path from 'node:path';
import { adsApi } from '@app/contract/market/ads';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../../../test/world.ts';
import { createApp } from '../../app.ts';

const TOKEN = 'metrics-of-the-tests-1';
let world: World;

beforeAll(async () => {
  world = await createWorld({ environment: { METRICS_TOKEN: TOKEN } });
});
afterAll(() => world.close());

const scrape = (headers: Record<string, string> = {}, remoteAddress = '127.0.0.1', app = world.app) =>
  app.inject({ url: '/metrics', headers: { host: 'localhost', ...headers }, remoteAddress });

test('metrics are told at this machine and to whoever shows the token, to nobody else', async () => {
  expect((await scrape()).statusCode).toBe(200);
  expect((await scrape({}, '203.0.113.9')).statusCode).toBe(404);
  expect((await scrape({ 'x-forwarded-for': '203.0.113.9' })).statusCode).toBe(404);
  expect((await scrape({ host: 'okolo.example' })).statusCode).toBe(404);
  expect((await scrape({ authorization: 'Bearer guessed-by-somebody' }, '203.0.113.9')).statusCode).toBe(404);
  expect((await scrape({ authorization: `Bearer ${TOKEN}` }, '203.0.113.9')).statusCode).toBe(200);
});

test('requests are counted by the template of their route, and nothing names a person', async () => {
  const anna = await world.user({ paid: true });
  await world.call(anna, adsApi.get, { params: { id: 987_654 } }).catch(() => {});
  await world.app.inject({ url: `/api/user/${anna.id}?secret=words`, headers: { cookie: `token=${anna.token}` } });
  const { body, headers } = await scrape();
  expect(headers['content-type']).toContain('text/plain');
  expect(body).toMatch(
    /okolo_request_duration_seconds_count\{method="GET",route="\/api\/[^"]*:[a-z_]+[^"]*",status="[24]xx"\} \d/,
  );
  for (const word of ['987654', anna.login, `/${anna.id}`, 'secret', 'words']) expect(body, word).not.toContain(word);
});

test('the queue, the pool, sockets, storage, media and cases are told', async () => {
  const { body } = await scrape();
  for (const name of [
    'okolo_database_connections{state="busy"}',
    'okolo_database_waiting',
    'okolo_queue_age_seconds',
    'okolo_sockets',
    'okolo_people_connected',
    'okolo_storage_bytes',
    'okolo_media_rooms',
    'okolo_media_people',
    'okolo_media_packets_forwarded',
    'okolo_moderation_cases_open',
    'okolo_moderation_cases_overdue',
    'okolo_event_loop_delay_p99_seconds',
    'okolo_process_memory_bytes',
    'okolo_answers_from_memory_total',
    'okolo_disk_used_ratio',
  ]) {
    expect(body).toMatch(new RegExp(`^${name.replace(/[{}"]/g, '\\$&')} [\\d.e+-]+$`, 'm'));
  }
});

test('names and labels follow the rules of Prometheus', async () => {
  const { body } = await scrape();
  const types = [...body.matchAll(/^# TYPE (\S+) (\S+)$/gm)];
  expect(types.length).toBeGreaterThan(10);
  // https://prometheus.io/docs/practices/naming: only counters end in `_total`.
  for (const [, name = '', type] of types) expect([name, name.endsWith('_total')]).toEqual([name, type === 'counter']);
  // Prometheus sets these labels by itself, and would rename ours.
  expect(body).not.toMatch(/[{,](job|instance)="/);
});

test('the alarms and the dashboard ask for metrics that are there, and the dashboard for all of them', async () => {
  const { body } = await scrape();
  const told = new Set([...body.matchAll(/^# TYPE (\S+) /gm)].map(([, name = '']) => name));
  const askedBy = async (file: string) => {
    const text = await readFile(path.resolve(import.meta.dirname, '../../../../deploy', file), 'utf8');
    return new Set([...text.matchAll(/\bokolo_\w+/g)].map(([name]) => name.replace(/_(bucket|count|sum)$/, '')));
  };
  const [alarms, dashboard] = await Promise.all(['prometheus/alerts.yml', 'grafana/okolo.json'].map(askedBy));
  expect([...(alarms ?? [])].filter((name) => !told.has(name))).toEqual([]);
  expect([...(dashboard ?? [])].toSorted()).toEqual([...told].toSorted());
});

test('two applications in one process each tell their own', async () => {
  const other = await createApp(world.services);
  await other.inject('/healthz');
  const count = async (app: World['app']) =>
    Number(
      /_count\{method="GET",route="\/healthz",status="2xx"\} (\d+)/.exec(
        (await scrape({}, '127.0.0.1', app)).body,
      )?.[1] ?? 0,
    );
  expect(await count(other)).toBe(1);
  expect(await count(world.app)).toBe(0);
  await other.close();
});

const hasPromtool = spawnSync('promtool', ['--version']).status === 0;

test.skipIf(!hasPromtool)('promtool takes what is told (apt-get install prometheus)', async () => {
  const { body } = await scrape();
  const { code, said } = await new Promise<{ code: unknown; said: string }>((resolve) => {
    const check = execFile('promtool', ['check', 'metrics'], (error, stdout, stderr) =>
      resolve({ code: error?.code ?? 0, said: stdout + stderr }),
    );
    check.stdin?.end(body);
  });
  expect({ code, said }).toEqual({ code: 0, said: '' });
});
