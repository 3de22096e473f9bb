import fastify from 'fastify';
import { createRequestHandler, type ServerBuild } from 'react-router';
import { expect, test } from 'vitest';
import { sampleBuild } from '../../test/sample-build.ts';
import { registerRouteDiscovery } from './route-discovery.ts';

const ROUTES = {
  root: { path: '' },
  home: { parentId: 'root', index: true },
  person: { parentId: 'root', path: 'user/:id' },
  form: { parentId: 'root' },
  add: { parentId: 'form', path: 'add' },
  document: { parentId: 'root', path: 'policy/:version?' },
};
const entries = Object.entries(ROUTES);

const told = Object.fromEntries(entries.map(([id, route]) => [id, { id, ...route, module: `/assets/${id}.js` }]));
const buildWith = (routes: object): ServerBuild =>
  sampleBuild(
    { default: () => new Response() },
    Object.fromEntries(entries.map(([id, route]) => [id, { id, ...route, module: {} }])),
    { routes, version: 'v1' },
  );

const build = buildWith(told);
const app = fastify();
registerRouteDiscovery(app, build);
const theirs = createRequestHandler(build, 'production');

const NOWHERE = 'x'.repeat(7680);
const QUERIES = [
  'paths=/add,/policy,/user/7,/user/81&version=v1',
  'paths=%2Fuser%2F7%2Fads%2Cadd&version=v1',
  'paths=/,/nothing,/add&version=v1',
  'paths=&version=v1',
  'version=v1',
  'paths=/add&version=v0',
  'paths=/add',
  `paths=/${NOWHERE}&version=v1`,
];

test.each(QUERIES)('the browser gets the routes that React Router would name: %s', async (query) => {
  const url = `/__manifest?${query}`;
  const [own, their] = [await app.inject(url), await theirs(new Request(`http://localhost${url}`))];
  expect(own.statusCode).toBe(their.status);
  expect(own.headers['x-remix-reload-document']).toBe(their.headers.get('x-remix-reload-document') ?? undefined);
  if (their.status !== 200) return;
  expect(own.json()).toEqual(await their.json());
  expect(own.headers['cache-control']).toBe(their.headers.get('cache-control'));
});

test('routes are sent compressed to browsers that take it', async () => {
  // Short answers are not.
  const other = fastify();
  registerRouteDiscovery(other, buildWith({ ...told, add: { ...told.add, imports: Array(100).fill('/assets/a.js') } }));
  const url = '/__manifest?paths=/add&version=v1';
  const plain = await other.inject(url);
  expect(plain.headers['content-encoding']).toBeUndefined();
  const compressed = await other.inject({ url, headers: { 'accept-encoding': 'gzip, br' } });
  expect(compressed.headers).toMatchObject({ 'content-encoding': 'br', vary: 'Accept-Encoding' });
  expect(compressed.rawPayload.length).toBeLessThan(plain.rawPayload.length / 5);
});
