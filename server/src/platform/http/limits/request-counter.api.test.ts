import net, { type AddressInfo } from 'node:net';
import { expect, test } from 'vitest';
import { startRedisPeer } from '../../../../test/redis-peer.ts';
import { createWorld, type World } from '../../../../test/world.ts';

/** Milliseconds; a call may lose a tenth of a second to Redis, and the machine of the tests is busy. */
const SLOW_MS = 1000;

const worldWith = (url: string) =>
  createWorld({ environment: { REDIS_URL: url, RATE_LIMITS: 'on', LOG_LEVEL: 'silent' } });

async function expectQuick({ app }: World): Promise<void> {
  for (let i = 0; i < 5; i++) {
    const start = performance.now();
    expect((await app.inject({ url: `/api/boards/enabled?size=${i + 1}` })).statusCode).toBe(200);
    expect(performance.now() - start).toBeLessThan(SLOW_MS);
  }
}

test('a Redis that is gone delays nobody', async () => {
  const redis = await startRedisPeer();
  const world = await worldWith(redis.url);
  await expectQuick(world);
  await redis.kill();
  await expectQuick(world);
  await world.close();
});

test('nor does one that takes connections and says nothing', async () => {
  const sockets = new Set<net.Socket>();
  const silent = net.createServer((socket) => sockets.add(socket)).listen(0, '127.0.0.1');
  await new Promise((resolve) => silent.once('listening', resolve));
  const world = await worldWith(`redis://127.0.0.1:${(silent.address() as AddressInfo).port}`);
  await expectQuick(world);
  await world.close();
  for (const socket of sockets) socket.destroy();
  silent.close();
});
