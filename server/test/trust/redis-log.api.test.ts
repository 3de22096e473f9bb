import { setTimeout as sleep } from 'node:timers/promises';
import { afterAll, beforeAll, expect, inject, test } from 'vitest';
import { createTestDatabase, type TestDatabase } from '../database.ts';
import { findFreePort } from '../free-port.ts';
import { type RedisPeer, startRedisPeer } from '../redis-peer.ts';
import { createDataDir, ensureSiteBuilt, type RunningNode, startNode } from './running-node.ts';

const PATIENCE_MS = 240_000;
const OUTAGE_MS = 4000;

let data: Awaited<ReturnType<typeof createDataDir>>;
let database: TestDatabase;
let redis: RedisPeer;
let node: RunningNode;

beforeAll(async () => {
  await ensureSiteBuilt();
  data = await createDataDir();
  [database, redis] = await Promise.all([createTestDatabase(), startRedisPeer()]);
  const { host, port, user } = inject('postgres');
  node = await startNode({
    environment: {
      DATABASE_URL: `postgres://${user}@localhost:${port}/${database.connection.database}?host=${encodeURIComponent(host)}`,
      DATA_DIR: data.dataDir,
      PORT: String(await findFreePort()),
      REDIS_URL: redis.url,
      RATE_LIMITS: 'on',
      LOG_LEVEL: 'info',
    },
  });
}, PATIENCE_MS);

afterAll(async () => {
  await node?.end('SIGKILL');
  await redis?.kill();
  await database?.drop();
  await data?.remove();
}, PATIENCE_MS);

const lines = (): string[] => node.output().trimEnd().split('\n');
const messages = (from = 0): string[] =>
  lines()
    .slice(from)
    .map((line) => (JSON.parse(line) as { msg: string }).msg);

test('a loss of Redis is a line for each of its two uses, its return another one, and all lines are JSON', {
  tags: ['long'],
  timeout: PATIENCE_MS,
}, async () => {
  // What a start says last.
  await expect.poll(() => messages().includes('Около is open')).toBe(true);
  if (process.getuid?.() === 0)
    await expect.poll(() => messages().some((message) => message.startsWith('running as root'))).toBe(true);
  const before = lines().length;
  await redis.kill();
  // Each of these calls, and each attempt to connect again, fails to reach Redis.
  for (const end = Date.now() + OUTAGE_MS; Date.now() < end; await sleep(50))
    expect((await fetch(`${node.origin}/api/categories`)).status).toBe(200);
  await redis.revive();
  const lost = ['requests are not limited: the counter in Redis is away', 'the bus of the nodes is disconnected'];
  const back = ['the counter in Redis is back', 'the bus of the nodes is connected again'];
  await expect.poll(() => messages(before), { timeout: 30_000 }).toEqual(expect.arrayContaining(back));
  expect(messages(before).sort()).toEqual([...lost, ...back].sort());
  expect(await node.end('SIGTERM')).toBe(0);
  expect(messages().length).toBeGreaterThan(before);
});
