import { createServer } from 'node:http';
import net, { type AddressInfo } from 'node:net';
import fastify from 'fastify';
import { afterAll, expect, test } from 'vitest';
import { cachedResponses } from './cached-responses.ts';
import { createPublicCache } from './public-cache.ts';

const cache = createPublicCache(() => 1_000_000);
const app = fastify({ serverFactory: cachedResponses(cache, createServer) });
let computed = 0;
app.get('/list', (request, reply) => {
  computed += 1;
  reply.header('content-type', 'text/plain');
  if (request.headers.authorization === undefined) cache.store('ru /list', 1000, reply, 'kept');
  return reply.send('computed');
});

const listening = app.listen({ host: '127.0.0.1', port: 0 });
afterAll(() => app.close());

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

test('whoever never ends the headers of a request is cut off', { tags: ['long'] }, async () => {
  await listening;
  const { port } = app.server.address() as AddressInfo;
  const start = performance.now();
  const socket = net.connect(port, '127.0.0.1', () => socket.write('GET /list HTTP/1.1\r\nX-Slow: '));
  const answer = await new Promise<string>((resolve) => {
    let heard = '';
    socket.on('data', (chunk) => {
      heard += chunk;
    });
    socket.on('close', () => resolve(heard));
  });
  expect(answer).toMatch(/^HTTP\/1\.1 408 /);
  expect(performance.now() - start).toBeLessThan(30_000);
});
