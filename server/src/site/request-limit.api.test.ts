import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, createWorld, type World } from '../../test/world.ts';
import { createApp } from '../app.ts';
import { ADDRESS_REQUESTS_MAX, SESSION_REQUESTS_MAX } from '../platform/http/limits/request-limit.ts';
import { serveBuiltFiles } from './site.ts';

/** Requests of a first visit: the files of the site, and the calls of the page. */
const FILES = Array.from({ length: 90 }, (_, i) => `/assets/part-${i}.js`);
const CALLS = ['/api/boards/enabled', '/api/reference/categories', '/api/payments/subscribe', '/favicon.svg'];

let world: World;
let app: FastifyInstance;
let root: string;
let anna: Actor;
beforeAll(async () => {
  world = await createWorld({ environment: { RATE_LIMITS: 'on' } });
  anna = await world.user();
  root = await mkdtemp(path.join(tmpdir(), 'okolo-build-'));
  await mkdir(path.join(root, 'assets'));
  for (const file of [...FILES, '/favicon.svg']) await writeFile(path.join(root, file), '');
  const attach = async (site: FastifyInstance) => void (await site.register(serveBuiltFiles, { root }));
  app = await createApp(world.services, { attach, build: () => Promise.reject(new Error('no page is rendered')) });
});
afterAll(async () => {
  await app.close();
  await world.close();
  await rm(root, { recursive: true });
});

let addresses = 0;
const newAddress = (): string => `198.51.100.${++addresses}`;

const get = (url: string, from: string, headers: Record<string, string> = {}) =>
  app.inject({ url, headers: { 'x-forwarded-for': from, ...headers } });

async function spend(requests: number, from: string, headers: Record<string, string> = {}): Promise<number[]> {
  const statuses: number[] = [];
  for (let i = 0; i < requests; i++) statuses.push((await get('/api/payments/subscribe', from, headers)).statusCode);
  return statuses;
}

const NAVIGATION = { 'sec-fetch-mode': 'navigate', accept: 'text/html,*/*;q=0.8' };

test('thirty people behind one address open the site for the first time within a minute', async () => {
  const from = newAddress();
  const cookie = `token=${anna.token}`;
  for (let visit = 0; visit < 30; visit++) {
    for (const url of [...FILES, ...CALLS]) {
      const { statusCode } = await get(url, from, visit % 3 === 0 ? { cookie } : {});
      expect({ visit, url, isRefused: statusCode === 429 }).toEqual({ visit, url, isRefused: false });
    }
  }
});

test('files of the build come without the headers that only pages need, but with those that guard files', async () => {
  const { headers } = await get('/assets/part-0.js', newAddress());
  expect(headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'x-content-type-options': 'nosniff',
    'cross-origin-resource-policy': 'same-origin',
    'content-security-policy': expect.stringContaining("default-src 'none'"),
  });
  for (const name of ['cross-origin-opener-policy', 'referrer-policy', 'x-frame-options', 'x-request-id'])
    expect(headers).not.toHaveProperty(name);
});

test('guests of one address that asks without pause are told to wait, whoever is signed in there is not', async () => {
  const from = newAddress();
  expect(new Set(await spend(ADDRESS_REQUESTS_MAX, from))).toEqual(new Set([200]));
  const refused = await get('/api/payments/subscribe', from);
  expect({ status: refused.statusCode, ...refused.json() }).toMatchObject({
    status: 429,
    code: 'too_many_requests',
    message: expect.stringMatching(/^Слишком много запросов/),
    retry_after: Number(refused.headers['retry-after']),
  });
  expect((await get('/assets/part-1.js', from)).statusCode).toBe(200);
  const authorization = `Bearer ${(await world.user()).token}`;
  expect((await get('/api/payments/subscribe', from, { authorization })).statusCode).toBe(200);
  expect((await get('/api/payments/subscribe', from, { authorization: 'Bearer made-up' })).statusCode).toBe(429);

  const page = await get('/', from, { ...NAVIGATION, 'accept-language': 'de' });
  expect(page.statusCode).toBe(429);
  expect(page.headers['content-type']).toBe('text/html; charset=utf-8');
  const seconds = Number(page.headers['retry-after']);
  expect(seconds).toBeGreaterThan(0);
  expect(page.body).toContain(`<html lang="de" data-seconds="${seconds}">`);
  expect(page.body).toContain('<h1>Zu viele Anfragen</h1>');
  expect(page.body).toContain(`<noscript><meta http-equiv="refresh" content="${seconds}"></noscript>`);
  expect(page.body).not.toMatch(/(?:src|href)="\/assets/);
});

test('a session that asks without pause waits alone', async () => {
  const { token } = await world.user();
  const cookie = `token=${token}`;
  expect(new Set(await spend(SESSION_REQUESTS_MAX, newAddress(), { cookie }))).toEqual(new Set([200]));
  const from = newAddress();
  expect(await spend(1, from, { cookie })).toEqual([429]);
  expect(await spend(1, from)).toEqual([200]);
});
