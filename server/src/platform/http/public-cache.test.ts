import { type IncomingMessage, ServerResponse } from 'node:http';
import type { Socket } from 'node:net';
import { Writable } from 'node:stream';
import { brotliDecompressSync, gunzipSync } from 'node:zlib';
import { beforeEach, expect, test } from 'vitest';
import { chooseEncoding, compress, createPublicCache, type PublicCache } from './public-cache.ts';

const BODY = JSON.stringify({ boards: Array.from({ length: 100 }, (_, id) => ({ id, title: 'Лодка' })) });

let now: number;
let cache: PublicCache;

beforeEach(() => {
  now = 1_000_000;
  cache = createPublicCache(() => now);
});

interface Served {
  status: number;
  headers: Record<string, string>;
  body: Buffer;
}

function read(key: string, acceptEncoding = '', isLast = false): Served | undefined {
  const headers = { 'accept-encoding': acceptEncoding };
  const request = { method: 'GET', httpVersionMajor: 1, httpVersionMinor: 1, headers };
  const response = new ServerResponse(request as unknown as IncomingMessage);
  response.shouldKeepAlive = !isLast;
  const sent: Buffer[] = [];
  const socket = new Writable({
    write(chunk: Buffer, _encoding, done) {
      sent.push(chunk);
      done();
    },
  });
  response.assignSocket(socket as Socket);
  return cache.serve(key, request as unknown as IncomingMessage, response) ? parse(Buffer.concat(sent)) : undefined;
}

function parse(sent: Buffer): Served {
  const end = sent.indexOf('\r\n\r\n');
  const [statusLine = '', ...lines] = sent.toString('latin1', 0, end).split('\r\n');
  const headers = Object.fromEntries(lines.map((line) => line.split(': ', 2)));
  return { status: Number(statusLine.split(' ')[1]), headers, body: sent.subarray(end + 4) };
}

async function store(key: string, body = BODY, headers: Record<string, string | string[]> = {}, freshMs = 1000) {
  cache.store(
    key,
    freshMs,
    { getHeaders: () => ({ 'content-type': 'application/json', 'x-request-id': 'one', ...headers }) },
    body,
  );
  await expect.poll(() => read(key), { interval: 1, timeout: 2000 }).toBeDefined();
}

test('an answer is kept with its headers, but without the id of the request that made it', async () => {
  await store('a');
  expect(read('a')).toEqual({
    status: 200,
    headers: {
      'content-type': 'application/json',
      'content-length': String(Buffer.byteLength(BODY)),
      Date: expect.any(String),
      Connection: 'keep-alive',
    },
    body: Buffer.from(BODY),
  });
  expect(read('b')).toBeUndefined();
});

test('each reader gets the encoding that the browser takes', async () => {
  await store('a');
  const br = read('a', 'gzip, deflate, br');
  const gzip = read('a', 'gzip');
  expect(br?.headers['content-encoding']).toBe('br');
  expect(brotliDecompressSync(br?.body ?? '').toString()).toBe(BODY);
  expect(gzip?.headers['content-encoding']).toBe('gzip');
  expect(gunzipSync(gzip?.body ?? '').toString()).toBe(BODY);
  expect(Number(br?.headers['content-length'])).toBe(br?.body?.length);
});

test('each response says what becomes of its own connection', async () => {
  await store('a');
  for (const isLast of [false, true, true, false]) {
    const { headers, body } = read('a', '', isLast) ?? {};
    expect(headers?.Connection).toBe(isLast ? 'close' : 'keep-alive');
    expect(body?.toString()).toBe(BODY);
  }
});

test('each response has its own date', async () => {
  await store('a', BODY, {}, 5000);
  const first = read('a')?.headers.Date;
  await expect.poll(() => read('a')?.headers.Date, { timeout: 3000 }).not.toBe(first);
});

test('an answer with a header that may not be sent is not kept', async () => {
  cache.store('a', 1000, { getHeaders: () => ({ 'x-name': 'a\r\nset-cookie: b' }) }, BODY);
  await store('b');
  expect(read('a')).toBeUndefined();
});

test('a short answer is not worth compressing', async () => {
  await store('a', '{"total":0}');
  expect(read('a', 'br')?.headers).not.toHaveProperty('content-encoding');
});

test('when it gets stale, one reader computes it anew and the others still get it, for two seconds at most', async () => {
  await store('a');
  now += 1001;
  expect(read('a')).toBeUndefined();
  expect(read('a')).toBeDefined();
  now += 1000;
  expect(read('a')).toBeUndefined();
  expect(read('a')).toBeUndefined();
});

test('a write drops everything, also what was being stored at that moment', async () => {
  await store('a');
  cache.store('b', 1000, { getHeaders: () => ({}) }, BODY);
  cache.invalidate();
  expect(read('a')).toBeUndefined();
  await store('c');
  expect(read('b')).toBeUndefined();
});

test('an answer that sets a cookie is for one reader', async () => {
  cache.store('a', 1000, { getHeaders: () => ({ 'set-cookie': ['token=x'] }) }, BODY);
  await store('b');
  expect(read('a')).toBeUndefined();
});

test('memory is bounded: the oldest answer gives way', async () => {
  await store('first', '{}');
  for (let i = 0; i < 2000; i++) cache.store(`n${i}`, 1000, { getHeaders: () => ({}) }, '{}');
  await store('last', '{}');
  expect(read('first')).toBeUndefined();
});

test('the encoding follows what the browser takes', () => {
  expect(['gzip, br', 'gzip', '', 'deflate', 'zbr'].map(chooseEncoding)).toEqual([
    'br',
    'gzip',
    'identity',
    'identity',
    'identity',
  ]);
  expect(chooseEncoding(undefined)).toBe('identity');
});

test('the same bytes are compressed for many readers once', async () => {
  const body = Buffer.from(BODY);
  const [first, second] = [await compress(body, 'br', 'many'), await compress(body, 'br', 'many')];
  expect(second).toBe(first);
  expect(brotliDecompressSync(first).toString()).toBe(BODY);
  expect(gunzipSync(await compress(body, 'gzip', 'many')).toString()).toBe(BODY);
  expect(await compress(Buffer.from(BODY), 'br', 'many')).not.toBe(first);
});
