import { mkdir, rm, utimes, writeFile } from 'node:fs/promises';
import path from 'node:path';
import type { FastifyInstance } from 'fastify';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../../test/world.ts';
import { createApp } from '../app.ts';
import type { Services } from '../platform/domain/services.ts';
import { shareAssets } from './shared-assets.ts';

const DAY_MS = 86_400_000;

let world: World;
let folder: string;
const apps: FastifyInstance[] = [];

beforeAll(async () => {
  world = await createWorld();
  folder = path.join(world.services.config.dataDir, 'builds');
});
afterAll(async () => {
  for (const app of apps) await app.close();
  await world.close();
});

/** A node whose build has these files. */
async function startNode(version: string, files: Record<string, string>, services: Services = world.services) {
  const assets = path.join(folder, version);
  await mkdir(assets, { recursive: true });
  for (const [name, content] of Object.entries(files)) await writeFile(path.join(assets, name), content);
  const app = await createApp(services, {
    attach: (site, parts) => shareAssets(site, parts, assets),
    build: () => Promise.reject(new Error('no page is asked for')),
  });
  apps.push(app);
  return (name: string) => app.inject({ method: 'GET', url: `/assets/${name}` });
}

const stored = async (): Promise<string[]> => {
  const keys: string[] = [];
  for await (const { key } of world.services.storage.list('site/')) keys.push(key);
  return keys;
};

test('pages of each version find their files at nodes of the other one, and after it', async () => {
  const older = await startNode('1', {
    'chat-1.js': 'older()',
    'chat-1.js.br': 'x',
    'empty-1.css': '',
    'both.css': 'a{}',
  });
  const newer = await startNode('2', { 'chat-2.js': 'по-новому()', 'both.css': 'a{}' });
  expect(await stored()).toHaveLength(2);
  const answer = await newer('chat-1.js');
  expect([answer.statusCode, answer.body]).toEqual([200, 'older()']);
  expect(answer.headers).toMatchObject({
    'cache-control': 'public, max-age=31536000, immutable',
    'content-type': 'text/javascript; charset=utf-8',
    'content-length': '7',
    'x-content-type-options': 'nosniff',
  });
  expect((await older('chat-2.js')).body).toBe('по-новому()');
  await rm(path.join(folder, '1'), { recursive: true });
  expect((await newer('both.css')).body).toBe('a{}');
  expect((await newer('empty-1.css')).body).toBe('');
  for (const name of ['chat-3.js', 'chat-1.js.br', '..%2f..%2fpackage.json', '%00'])
    expect((await newer(name)).statusCode).toBe(404);
});

test('a build that nobody ran for two weeks is gone, one that runs is stored anew', async () => {
  const before = await stored();
  const files = path.join(world.services.config.dataDir, 'files');
  for (const key of before) await utimes(path.join(files, key), new Date(), new Date(Date.now() - 15 * DAY_MS));
  const again = await startNode('2', {});
  expect(await stored()).toHaveLength(1);
  expect((await again('chat-2.js')).statusCode).toBe(200);
});

test('a store that is away keeps no node from starting', async () => {
  const away = () => Promise.reject(new Error('away'));
  const list = () => {
    throw new Error('away');
  };
  await startNode(
    '3',
    { 'chat-3.js': 'x' },
    { ...world.services, storage: { ...world.services.storage, put: away, list } },
  );
  expect((await apps.at(-1)?.inject('/healthz'))?.statusCode).toBe(200);
});
