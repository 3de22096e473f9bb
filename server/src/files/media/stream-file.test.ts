import { randomBytes } from 'node:crypto';
import { once } from 'node:events';
import { mkdtemp, open, rm, writeFile } from 'node:fs/promises';
import { createServer, get, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { buffer } from 'node:stream/consumers';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { CHUNK_BYTES, streamFileRange } from './stream-file.ts';

const BYTES = randomBytes(40 * CHUNK_BYTES + 17);

let folder: string;
let file: string;
let server: Server;
let origin: string;
const ends: Promise<string>[] = [];
beforeAll(async () => {
  folder = await mkdtemp(path.join(tmpdir(), 'okolo-pour-'));
  file = path.join(folder, 'film');
  await writeFile(file, BYTES);
  server = createServer((request, response) => {
    const [, start = 0, length = 0] = (request.url ?? '').split('/').map(Number);
    const run = async (): Promise<string> => {
      const handle = await open(file);
      try {
        response.writeHead(200, { 'content-length': length });
        await streamFileRange(handle, start, length, response);
        return 'ended';
      } catch (error) {
        return (error as Error).message;
      } finally {
        await handle.close();
      }
    };
    ends.push(run());
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
});
afterAll(async () => {
  server.closeAllConnections();
  server.close();
  await rm(folder, { recursive: true });
});

async function fetchPart(start: number, length: number): Promise<Buffer> {
  const [answer] = (await once(get(`${origin}/${start}/${length}`), 'response')) as [IncomingMessage];
  return buffer(answer);
}

test('readers who come at once each get the part they asked for', async () => {
  const parts = Array.from({ length: 30 }, (_, i) => [i * 1000, BYTES.length - i * 2000] as const);
  const got = await Promise.all(parts.map(([start, length]) => fetchPart(start, length)));
  for (const [i, [start, length]] of parts.entries())
    expect(got[i]?.equals(BYTES.subarray(start, start + length))).toBe(true);
});

test('a reader who goes away ends it, and what others get stays right', async () => {
  const leaving = await Promise.all(
    Array.from({ length: 10 }, async () => {
      const request = get(`${origin}/0/${BYTES.length}`);
      request.on('error', () => {});
      const [answer] = (await once(request, 'response')) as [IncomingMessage];
      answer.on('error', () => {});
      await once(answer, 'readable');
      return request;
    }),
  );
  const staying = Promise.all(Array.from({ length: 10 }, () => fetchPart(5, BYTES.length - 5)));
  for (const request of leaving) request.destroy();
  for (const bytes of await staying) expect(bytes.equals(BYTES.subarray(5))).toBe(true);
  expect(new Set(await Promise.all(ends))).toEqual(new Set(['ended']));
});

test('a file that is shorter than was said breaks the connection', async () => {
  await expect(fetchPart(0, BYTES.length + 1)).rejects.toThrow('aborted');
  expect(await ends.at(-1)).toBe('a stored file ends too early');
});
