import { usersApi } from '@app/contract/people/users';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Actor, createWorld, type World } from '../../../test/world.ts';

let lines: string[] = [];
let world: World;
let anna: Actor;
beforeAll(async () => {
  world = await createWorld({
    environment: { LOG_LEVEL: 'info' },
    logTo: { write: (line) => void lines.push(line) },
  });
  anna = await world.user();
});
beforeEach(() => {
  lines = [];
});
afterAll(() => world.close());

const entries = () => lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request');

test('a refused call is logged with time, request, person and outcome, and without an address', async () => {
  const boris = await world.user();
  const refused = await world.call(anna, usersApi.remove, { params: { id: boris.id } });
  const guest = await world.app.inject({ url: '/api/notifications?secret=1', remoteAddress: '203.0.113.5' });
  const [byAnna, byGuest] = entries();
  expect(byAnna).toMatchObject({
    method: 'DELETE',
    path: `/api/users/${boris.id}`,
    status: 403,
    user: anna.id,
    reqId: refused.headers['x-request-id'],
    time: expect.any(Number),
  });
  expect(byGuest).toMatchObject({ method: 'GET', status: guest.statusCode });
  expect(byGuest).not.toHaveProperty('user');
  expect(lines.join('')).not.toMatch(/203\.0\.113\.5|127\.0\.0\.1/);
  expect([guest.statusCode, byGuest.path]).toEqual([401, '/api/notifications']);
});

test('a change that succeeds is logged with the person, and neither token nor words', async () => {
  await world.call(anna, usersApi.change, { params: { id: anna.id }, body: { description: 'Канарейка' } });
  expect(entries()).toEqual([expect.objectContaining({ method: 'PUT', status: 200, user: anna.id })]);
  for (const secret of [anna.token, 'Канарейка']) expect(lines.join('')).not.toContain(secret);
});

test('a defect is logged with its cause, and its caller learns nothing of it', async () => {
  const { pool } = world.services;
  const query = pool.query.bind(pool);
  Object.assign(pool, { query: () => Promise.reject(new TypeError('the canary of the database')) });
  const { statusCode, body } = await world.app.inject({
    url: '/api/notifications',
    headers: { authorization: `Bearer ${anna.token}` },
  });
  Object.assign(pool, { query });
  expect(statusCode).toBe(500);
  expect(body).not.toMatch(/canary|TypeError|\.ts:/);
  const [failed] = lines.map((line) => JSON.parse(line)).filter(({ msg }) => msg === 'request failed');
  expect(failed).toMatchObject({ path: '/api/notifications', err: { type: 'TypeError' } });
  expect(failed.err.message).toContain('canary');
});

test('what a client sends cannot begin a line of the log', async () => {
  const forged = '/api/nothing%0a{"level":30}\n{"msg":"forged"}\u2028';
  await world.app.inject({ url: encodeURI('/api/nothing\n{"level":30,"msg":"forged"}') });
  await world.app.inject({ method: 'POST', url: forged.replace(/[^\x20-\x7e]/g, ''), payload: 'a\nb' });
  expect(lines).toHaveLength(2);
  for (const line of lines) {
    expect(line.trimEnd()).not.toMatch(/[\n\r\u2028]/);
    expect(JSON.parse(line).msg).toBe('request');
  }
});
