import { execFile } from 'node:child_process';
import { mkdtemp, readFile, rm, symlink, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { promisify } from 'node:util';
import { Validator } from '@seriousme/openapi-schema-validator';
import generateTypes, { type OpenAPI3 } from 'openapi-typescript';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../world.ts';

const ROOT = path.resolve(import.meta.dirname, '../../..');
const TSC = path.join(ROOT, 'node_modules/typescript/bin/tsc');
const COMPILE_MS = 120_000;
/** Routes that are about the document and not in it. */
const ABOUT_THE_API = /^\/api\/(?:openapi\.json|asyncapi\.json|docs(?:\/.*)?)$/;

interface Operation {
  operationId: string;
  parameters: { name: string; in: string }[];
  security: Record<string, unknown>[];
  responses: Record<string, { description: string }>;
}
interface Document extends Record<string, unknown> {
  paths: Record<string, Record<string, Operation>>;
}

let world: World;
let document: Document;

beforeAll(async () => {
  world = await createWorld();
  document = await read('/api/openapi.json');
});
afterAll(() => world.close());

const read = async <T>(address: string): Promise<T> => (await world.app.inject(address)).json();

const operations = (): { call: string; operation: Operation }[] =>
  Object.entries(document.paths).flatMap(([address, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ call: `${method.toUpperCase()} ${address}`, operation })),
  );

test('the document of the API is OpenAPI 3.1', async () => {
  const { valid, errors } = await new Validator().validate(structuredClone(document));
  expect(errors ?? []).toEqual([]);
  expect(valid).toBe(true);
});

test('every operation has a name of its own, and describes each part of its address once', () => {
  const names = operations().map(({ operation }) => operation.operationId);
  expect(names.filter((name, i) => names.indexOf(name) !== i)).toEqual([]);
  for (const { call, operation } of operations()) {
    const inPath = operation.parameters.filter((parameter) => parameter.in === 'path').map(({ name }) => `{${name}}`);
    expect({ call, inPath: inPath.sort() }).toEqual({ call, inPath: (call.match(/\{\w+\}/g) ?? []).sort() });
  }
});

test('every route below /api is in the document', () => {
  const described = new Set(operations().map(({ call }) => call));
  const routes = [...world.app.apiRoutes].flatMap(([url, methods]) =>
    [...methods].filter((method) => method !== 'HEAD').map((method) => `${method} ${url.replace(/:(\w+)/g, '{$1}')}`),
  );
  const missing = routes.filter((route) => !described.has(route) && !ABOUT_THE_API.test(route.split(' ')[1] ?? ''));
  expect(missing).toEqual([]);
  expect(routes.length).toBeGreaterThan(400);
});

test('whatever changes something by the cookie says that it needs the CSRF token', () => {
  const needing = operations().filter(({ operation }) =>
    operation.security.some((way) => 'cookie' in way && 'csrf' in way),
  );
  expect(needing.map(({ call }) => call)).toEqual(
    expect.arrayContaining(['PUT /api/boards', 'POST /api/uploads', 'PATCH /api/uploads/{id}']),
  );
  const reading = needing.filter(({ call }) => call.startsWith('GET '));
  expect(reading.map(({ operation }) => operation.operationId)).not.toContain('getApiBoardsEnabled');
});

test('files outside the contract are described by their types, and with the ranges that they give', () => {
  const { responses } = document.paths['/api/users/export/{id}/file']?.get ?? {};
  expect(Object.keys(responses ?? {})).toEqual(expect.arrayContaining(['200', '206', '401', '404', '410', '416']));
  expect(JSON.stringify(document.paths['/api/payments/export.csv'])).toContain('"text/csv"');
});

interface Sockets {
  channels: Record<string, { address: string; messages: Record<string, object> }>;
  operations: Record<string, { channel: { $ref: string }; messages: { $ref: string }[] }>;
}

test('the document of the sockets names every socket, and each reference in it leads to a message', async () => {
  const sockets = await read<Sockets>('/api/asyncapi.json');
  const addresses = Object.values(sockets.channels).map(({ address }) => address);
  expect(addresses.sort()).toEqual(world.app.sockets.map(({ path }) => path).sort());
  const resolve = ($ref: string): unknown =>
    $ref
      .split('/')
      .slice(1)
      .reduce<unknown>((part, step) => (part as Record<string, unknown> | undefined)?.[step], sockets);
  for (const { channel, messages } of Object.values(sockets.operations))
    for (const { $ref } of [channel, ...messages])
      expect({ $ref, found: resolve($ref) !== undefined }).toEqual({ $ref, found: true });
  const called = sockets.channels.entercall?.messages ?? {};
  expect(Object.keys(called)).toEqual(
    expect.arrayContaining(['signal.message', 'signal.event', 'state.event', 'beat.event']),
  );
  const bell = sockets.channels.notifications?.messages ?? {};
  expect(Object.keys(bell)).toEqual(
    expect.arrayContaining(['hello.event', 'notification.event', 'chat_message.event']),
  );
});

test('the page of the sockets shows every address and message, and runs nothing', async () => {
  const page = await world.app.inject('/api/docs/sockets');
  expect(page.headers['content-security-policy']).toContain("default-src 'none'");
  for (const { path: address } of world.app.sockets) expect(page.body).toContain(address);
  expect(page.body).toContain('<code>chat_message</code>');
  expect(page.body).not.toContain('<script');
});

test('types made of the document compile with the example of the README', {
  tags: ['long'],
  timeout: COMPILE_MS,
}, async () => {
  const readme = await readFile(path.join(ROOT, 'README.md'), 'utf8');
  const example = /```ts\n([\s\S]+?)```/.exec(readme)?.[1];
  expect(example).toContain("from './okolo-api'");
  const folder = await mkdtemp(path.join(os.tmpdir(), 'okolo-client-'));
  try {
    await writeFile(path.join(folder, 'okolo-api.d.ts'), await generateTypes(document as unknown as OpenAPI3));
    await writeFile(path.join(folder, 'example.ts'), example ?? '');
    await symlink(path.join(ROOT, 'node_modules'), path.join(folder, 'node_modules'));
    const options = [
      '--strict',
      '--noEmit',
      '--module',
      'esnext',
      '--moduleResolution',
      'bundler',
      '--target',
      'esnext',
    ];
    const complaints = await promisify(execFile)(process.execPath, [TSC, ...options, '--types', 'node', 'example.ts'], {
      cwd: folder,
    }).then(
      () => '',
      ({ stdout, message }: { stdout: string; message: string }) => stdout || message,
    );
    expect(complaints).toBe('');
  } finally {
    await rm(folder, { recursive: true, force: true });
  }
});
