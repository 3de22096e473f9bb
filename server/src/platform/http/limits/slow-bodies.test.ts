import net, { type AddressInfo } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { fastify } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { cutSlowBodies } from './slow-bodies.ts';

const app = fastify();
let port: number;

beforeAll(async () => {
  cutSlowBodies(app, { everyMs: 300, bytesMin: 20 });
  app.addContentTypeParser('*', (_request, payload, done) => {
    payload.resume().on('end', () => done(null, ''));
  });
  app.post('/', async () => 'received');
  await app.listen({ host: '127.0.0.1', port: 0 });
  ({ port } = app.server.address() as AddressInfo);
});
afterAll(() => app.close());

async function send(pieces: number, bytes: number, pauseMs: number): Promise<string> {
  const socket = net.connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (data) => {
    answer += data;
  });
  socket.on('error', () => {});
  const closed = new Promise((resolve) => socket.once('close', resolve));
  const length = pieces * bytes;
  socket.write(
    `POST / HTTP/1.1\r\nhost: a\r\nconnection: close\r\ncontent-type: x/y\r\ncontent-length: ${length}\r\n\r\n`,
  );
  for (let i = 0; i < pieces && !socket.destroyed; i++) {
    await sleep(pauseMs);
    socket.write('x'.repeat(bytes));
  }
  await closed;
  return answer;
}

test('a body of a byte now and then is cut', async () => {
  expect(await send(60, 1, 50)).toBe('');
});

test('one that moves is received, however long it takes', async () => {
  expect(await send(20, 50, 60)).toMatch(/received$/);
});
