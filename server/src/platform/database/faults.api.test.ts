import { adsApi } from '@app/contract/market/ads';
import { chatApi } from '@app/contract/messaging/chat';
import type { AnyEndpoint } from '@app/contract/platform/endpoint';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openTcpPath, type TcpPath } from '../../../test/tcp-path.ts';
import { type Actor, createWorld, type TestResponse, type World } from '../../../test/world.ts';
import { WAIT_LIMITS } from './wait-limits.ts';

/** Milliseconds; three seconds are promised, and the machine of the tests is busy. */
const ANSWER_MAX_MS = 4500;
/** Milliseconds of a call that nothing holds up. */
const QUICK_MS = 1800;

let world: World;
let path: TcpPath;
let anna: Actor;
let igor: Actor;

beforeAll(async () => {
  world = await createWorld({
    limits: WAIT_LIMITS,
    environment: { LOG_LEVEL: 'silent' },
    reach: async (connection) => {
      path = await openTcpPath({ host: connection.host ?? '', port: connection.port ?? 5432 });
      return { ...connection, host: path.host, port: path.port };
    },
  });
  anna = await world.user();
  igor = await world.user();
});
afterAll(async () => {
  await world.close();
  await path.close();
});

async function timed<T>(run: () => Promise<T>): Promise<{ result: T; ms: number }> {
  const start = performance.now();
  return { result: await run(), ms: performance.now() - start };
}

let pages = 0;
/** Addresses that no memory of answers knows. */
const list = () => world.call(anna, adsApi.listEnabled, { query: { size: 1 + (pages++ % 90) } });
const chats = () => world.call(anna, chatApi.list, {});

test('a locked table of chats holds up chats only, and they are refused in words', async () => {
  const locker = await world.services.pool.connect();
  await locker.query('begin; lock table chat_members');
  try {
    const waiting = Promise.all(Array.from({ length: 30 }, () => timed(chats)));
    for (let i = 0; i < 5; i++) {
      const lists = await timed(list);
      expect(lists.result.statusCode).toBe(200);
      expect(lists.ms).toBeLessThan(QUICK_MS);
      const readiness = await timed(async () => world.app.inject('/readyz'));
      expect(readiness.result.statusCode).toBe(200);
      expect(readiness.ms).toBeLessThan(QUICK_MS);
    }
    for (const { result } of await waiting) {
      expect(result.statusCode).toBe(503);
      expect(result.body).toMatchObject({ code: 'not_ready' });
      expect(result.headers['retry-after']).toBe('5');
    }
  } finally {
    await locker.query('rollback');
    locker.release();
  }
  expect((await chats()).statusCode).toBe(200);
});

test('a database that says nothing is refused within three seconds, at once after that, and found again', async () => {
  await Promise.all([list(), chats()]);
  path.freeze();
  const first = await Promise.all(
    Array.from({ length: 30 }, (_, i) => timed<TestResponse<AnyEndpoint>>(i % 2 === 0 ? list : chats)),
  );
  for (const { result, ms } of first) {
    expect(result.statusCode).toBe(503);
    expect(result.body).toMatchObject({ code: 'not_ready', retry_after: 5 });
    expect(result.headers['retry-after']).toBe('5');
    expect(ms).toBeLessThan(ANSWER_MAX_MS);
  }
  const later = await timed(list);
  expect(later.result.statusCode).toBe(503);
  expect(later.ms).toBeLessThan(QUICK_MS);
  expect((await world.app.inject('/readyz')).statusCode).toBe(503);
  path.thaw();
  await expect.poll(async () => (await list()).statusCode).toBe(200);
  expect((await world.app.inject('/readyz')).statusCode).toBe(200);
});

test('a statement that takes long is no silence', { tags: ['long'] }, async () => {
  const slow = world.services.pool.query('select pg_sleep(3.5)');
  const quick = await timed(list);
  expect(quick.result.statusCode).toBe(200);
  await expect(slow).resolves.toBeDefined();
});

test('a statement without end is ended, and a write is kept from waiting for a lock', { tags: ['long'] }, async () => {
  const failure = await timed(() => world.services.pool.query('select pg_sleep(30)').catch((error) => error.code));
  expect(failure.result).toBe('57014');
  expect(failure.ms).toBeLessThan(10_000);
  const locker = await world.services.pool.connect();
  await locker.query('begin; lock table chat_members');
  const sent = await timed(() =>
    world.call(igor, chatApi.send, { params: { id: anna.id }, body: { content: 'Здравствуйте' } }),
  );
  await locker.query('rollback');
  locker.release();
  expect(sent.result.statusCode).toBe(503);
});
