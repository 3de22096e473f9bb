import net from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { listen } from '../../../test/nodes.ts';
import { createWorld } from '../../../test/world.ts';

/** Begins a request; the returned function ends its headers and gives the answer. */
async function begin(port: number, path: string, headers: string): Promise<() => Promise<string>> {
  const socket = net.connect(port, '127.0.0.1');
  let answer = '';
  socket.on('data', (data) => {
    answer += data;
  });
  const closed = new Promise((resolve) => socket.once('close', resolve));
  socket.write(`GET ${path} HTTP/1.1\r\nhost: a\r\naccept-language: de\r\n${headers}`);
  return async () => {
    socket.write('\r\n');
    await closed;
    return answer;
  };
}

test('a call that reaches a closing node is refused in the shape and language of the product, a page gets a page', async () => {
  const world = await createWorld();
  const port = Number(new URL(await listen(world.app)).port);
  const call = await begin(port, '/api/boards/enabled', 'accept: application/json\r\n');
  const page = await begin(port, '/ads', 'accept: text/html\r\nsec-fetch-mode: navigate\r\n');
  await sleep(200);
  const closed = world.close();
  await expect.poll(() => world.app.isClosing).toBe(true);
  const [head = '', body = ''] = (await call()).split('\r\n\r\n');
  expect(head).toMatch(/^HTTP\/1\.1 503 /);
  expect(head.toLowerCase()).toContain('retry-after: 2');
  expect(head.toLowerCase()).toContain('connection: close');
  expect(JSON.parse(body)).toMatchObject({ code: 'not_ready', retry_after: 2 });
  expect(JSON.parse(body).message).not.toMatch(/Service Unavailable/);
  const shown = await page();
  expect(shown).toMatch(/^HTTP\/1\.1 503 /);
  expect(shown).toContain('<html lang="de"');
  await closed;
});
