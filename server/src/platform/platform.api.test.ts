import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../../test/world.ts';
import { allowedMethods } from './http/route-methods.ts';

let world: World;

beforeAll(async () => {
  world = await createWorld();
});

afterAll(() => world.close());

const get = (url: string, headers: Record<string, string> = {}) => world.app.inject({ method: 'GET', url, headers });

test('the process says that it lives and that it can serve', async () => {
  expect((await get('/healthz')).json()).toEqual({ status: 'ok' });
  expect((await get('/readyz')).json()).toEqual({ status: 'ready', storage: 'up' });
});

test('without its database the process lives and says that it cannot serve', async () => {
  const lonely = await createWorld({ environment: { LOG_LEVEL: 'silent' } });
  const { pool } = lonely.services;
  const query = pool.query.bind(pool);
  Object.assign(pool, { query: () => Promise.reject(new Error('gone')) });
  expect((await lonely.app.inject('/healthz')).statusCode).toBe(200);
  const answer = await lonely.app.inject('/readyz');
  expect({ status: answer.statusCode, code: answer.json().code }).toEqual({ status: 503, code: 'not_ready' });
  Object.assign(pool, { query });
  await lonely.close();
});

test('with a database that takes no writes it says that it cannot serve, and calls are asked to come again', async () => {
  const standby = await createWorld({ environment: { LOG_LEVEL: 'silent' } });
  const { pool } = standby.services;
  const client = await pool.connect();
  const { rows } = await client.query<{ name: string }>('select current_database() as name');
  await client.query(`alter database ${rows[0]?.name} set default_transaction_read_only = on`);
  await client.query(
    'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
  );
  client.release(true);
  await expect.poll(async () => (await standby.app.inject('/readyz')).statusCode).toBe(503);
  const payload = { login: 'nobody', password: 'nothing at all' };
  const call = await standby.app.inject({ method: 'POST', url: '/api/auth', payload });
  expect({ status: call.statusCode, code: call.json().code }).toEqual({ status: 503, code: 'not_ready' });
  expect(call.headers['retry-after']).toBe('5');
  expect((await standby.app.inject('/healthz')).statusCode).toBe(200);
  await standby.close();
});

test('a node that is about to stop says so first, and goes on serving', async () => {
  const leaving = await createWorld();
  const drained = leaving.app.drain(0.3);
  expect((await leaving.app.inject('/readyz')).statusCode).toBe(503);
  expect((await leaving.app.inject('/api/categories')).statusCode).toBe(200);
  await drained;
  await leaving.close();
});

test('the reference describes every call and is a page that runs no foreign script', async () => {
  const description = (await get('/api/openapi.json')).json();
  expect(description).toMatchObject({ openapi: '3.1.0' });
  const methodsOf = (address: string) => Object.keys(description.paths[address] ?? {}).sort();
  expect(methodsOf('/api/uploads')).toEqual(['get', 'options', 'post']);
  expect(methodsOf('/api/uploads/{id}')).toEqual(['delete', 'head', 'patch']);
  expect(['/whip', '/whip/{resource}', '/whep/{id}', '/whep/{id}/{resource}'].map(methodsOf)).toEqual([
    ['post'],
    ['delete'],
    ['post'],
    ['delete'],
  ]);
  const page = await get('/api/docs');
  expect(page.headers['content-type']).toMatch('text/html');
  const policy = String(page.headers['content-security-policy']);
  expect(policy).toContain("script-src 'self';");
  const files = [...page.body.matchAll(/(?:src|href)="([^"]+)"/g)].map(([, file = '']) => file);
  expect(files).toHaveLength(4);
  for (const file of files) expect({ file, status: (await get(file)).statusCode }).toEqual({ file, status: 200 });
});

interface SchemaPart {
  [key: string]: unknown;
}

/** Where the description names a required property that it does not define. */
function undefinedRequired(part: unknown, place = '#'): string[] {
  if (typeof part !== 'object' || part === null) return [];
  const { type, required, properties } = part as SchemaPart;
  const defined = Object.keys((properties ?? {}) as object);
  const missing =
    type === 'object' && Array.isArray(required)
      ? required.filter((name) => !defined.includes(name)).map((name) => `${place}/${name}`)
      : [];
  return [...missing, ...Object.entries(part).flatMap(([key, value]) => undefinedRequired(value, `${place}/${key}`))];
}

test('linters of descriptions of APIs have nothing to say but about the addresses', async () => {
  const { info, servers, tags, paths } = (await get('/api/openapi.json')).json();
  expect(info.license).toMatchObject({ identifier: 'AGPL-3.0-only' });
  expect(info.contact.url).toBe(`${world.services.config.publicUrl}/contacts`);
  expect(servers).toMatchObject([{ url: '/' }, { url: world.services.config.publicUrl }]);
  expect(tags.filter(({ description }: { description?: string }) => !description)).toEqual([]);
  expect(undefinedRequired(paths)).toEqual([]);
  const declared = tags.map(({ name }: { name: string }) => name);
  const operations = Object.entries(paths as Record<string, Record<string, SchemaPart>>).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ call: `${method} ${path}`, operation })),
  );
  const incomplete = operations.filter(
    ({ operation }) =>
      !operation.summary ||
      !operation.description ||
      !(operation.tags as string[]).every((tag) => declared.includes(tag)) ||
      !Object.keys(operation.responses as object).some((status) => status.startsWith('4')),
  );
  expect(operations.length).toBeGreaterThan(400);
  expect(incomplete.map(({ call }) => call)).toEqual([]);
});

test('nothing else of the library that shows the reference is served', async () => {
  for (const file of ['package.json', 'index.html', '../package.json', '..%2fpackage.json', 'swagger-ui.js.map', '']) {
    const { statusCode } = await get(`/api/docs/files/${file}`);
    expect({ file, refused: statusCode >= 400 && statusCode < 500 }).toEqual({ file, refused: true });
  }
});

test('every answer forbids to guess its type, to frame it and to load anything for it', async () => {
  for (const url of ['/api/boards/enabled', '/api/nothing', '/healthz', '/api/openapi.json']) {
    const { headers } = await get(url);
    expect({ url, ...headers }).toMatchObject({
      'x-content-type-options': 'nosniff',
      'content-security-policy': expect.stringMatching(/default-src 'none'.*frame-ancestors 'none'/),
      'x-request-id': expect.stringMatching(/^[\w-]{36}$/),
    });
    expect(headers).not.toHaveProperty('x-powered-by');
  }
});

test('no answer may be read by pages of other sites, nor is its address told to them', async () => {
  for (const url of ['/api/boards/enabled', '/api/nothing', '/healthz', '/.well-known/security.txt']) {
    const { headers } = await get(url, { origin: 'https://evil.example' });
    expect({ url, ...headers }).toMatchObject({
      'cross-origin-resource-policy': 'same-origin',
      'cross-origin-opener-policy': 'same-origin',
      'referrer-policy': 'strict-origin-when-cross-origin',
    });
    expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([]);
  }
});

test('every answer with a body says its type, and text says its charset', async () => {
  for (const url of [
    '/healthz',
    '/readyz',
    '/api/categories',
    '/api/nothing',
    '/api/docs',
    '/robots.txt',
    '/sitemap.xml',
  ]) {
    expect([url, (await get(url)).headers['content-type']]).toEqual([
      url,
      expect.stringMatching(/^[\w/+]+; charset=utf-8$/),
    ]);
  }
});

test('TRACE, and methods that nobody knows, are refused', async () => {
  for (const method of ['TRACE', 'PROPFIND'] as const) {
    const { statusCode } = await world.app.inject({ method: method as 'GET', url: '/api/categories' });
    expect([method, statusCode >= 400 && statusCode < 500]).toEqual([method, true]);
  }
});

test('browsers are told to stay with https where the product is reached by it', async () => {
  const secure = await createWorld({ environment: { PUBLIC_URL: 'https://okolo.example' } });
  expect((await secure.app.inject('/healthz')).headers['strict-transport-security']).toMatch(/max-age=31536000/);
  await secure.close();
  expect((await get('/healthz')).headers).not.toHaveProperty('strict-transport-security');
});

test('an address takes the methods of every call that it may stand for', () => {
  const methods = (url: string) => allowedMethods(world.app, url);
  expect(methods('/api/boards')).toEqual(['DELETE', 'GET', 'HEAD', 'POST', 'PUT']);
  expect(methods('/api/boards/?page=2')).toEqual(methods('/api/boards'));
  expect(methods('/api/users/referral')).toEqual(['DELETE', 'GET', 'HEAD', 'POST', 'PUT']);
  expect(methods('/api/board/7')).toEqual(['GET', 'HEAD']);
  expect(methods('/api/uploads')).toEqual(['GET', 'HEAD', 'OPTIONS', 'POST']);
  expect(methods('/api/uploads/7')).toEqual(['DELETE', 'HEAD', 'PATCH']);
  expect(methods('/api/openapi.json')).toEqual(['GET', 'HEAD']);
  expect(methods('/api/board//')).toEqual(methods('/api/board'));
  expect(['/api/nothing', '/', '', '/api/board/7/8'].map(methods)).toEqual([[], [], [], []]);
});
