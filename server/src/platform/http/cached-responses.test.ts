import type { AddressInfo } from 'node:net';
import fastify from 'fastify';
import { afterEach, expect, test } from 'vitest';
import { cachedResponses } from './cached-responses.ts';
import { createPublicCache } from './public-cache.ts';

const cache = createPublicCache(() => 1_000_000);
const app = fastify({ serverFactory: cachedResponses(cache) });
let computed = 0;
app.get('/list', (request, reply) => {
  computed += 1;
  reply.header('content-type', 'text/plain');
  if (request.headers.authorization === undefined) cache.store('ru /list', 1000, reply, 'kept');
  return reply.send('computed');
});

const listening = app.listen({ host: '127.0.0.1', port: 0 });
afterEach(() => app.close());

test('an anonymous answer in memory never reaches the application; a signed-in reader always does', async () => {
  await listening;
  const ask = async (headers: Record<string, string> = {}): Promise<string> => {
    const { port } = app.server.address() as AddressInfo;
    const answer = await fetch(`http://127.0.0.1:${port}/list`, { headers });
    return answer.text();
  };
  expect(await ask()).toBe('computed');
  await expect.poll(() => ask()).toBe('kept');
  const before = computed;
  expect(await ask()).toBe('kept');
  expect(await ask({ authorization: 'Bearer x' })).toBe('computed');
  expect(await ask({ cookie: 'token=x' })).toBe('computed');
  expect(await ask({ 'accept-language': 'de' })).toBe('computed');
  expect(computed).toBe(before + 3);
});
