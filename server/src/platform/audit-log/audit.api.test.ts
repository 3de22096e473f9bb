import { usersApi } from '@app/contract/people/users';
import { auditApi } from '@app/contract/platform/audit';
import { referenceApi } from '@app/contract/reference/reference';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, createWorld, type World } from '../../../test/world.ts';

let world: World;
let manager: Actor;
let admin: Actor;
let person: Actor;
beforeAll(async () => {
  world = await createWorld();
  manager = await world.user({ groups: ['manager'], lastname: 'Журналов' });
  admin = await world.user({ groups: ['admin'] });
  person = await world.user();
  await world.call(manager, usersApi.get, { params: { id: person.id } });
  await world.call(manager, usersApi.change, { params: { id: person.id }, body: { position: 'Капитан' } });
  await world.call(manager, usersApi.list, { query: { search: 'Редкослов' } });
});
afterAll(() => world.close());

const read = async (query: object) => (await world.call(admin, auditApi.list, { query })).body;
const actions = async (query: object): Promise<string[]> => (await read(query)).entries.map(({ action }) => action);

test('the log says who did what about whom, and is found by each of these', async () => {
  expect(await actions({ actor: manager.id })).toEqual(['users.list', 'users.edit', 'users.read']);
  expect(await actions({ about: person.id })).toEqual(['users.edit', 'users.read']);
  expect(await actions({ action: 'users.edit' })).toEqual(['users.edit']);
  expect(await actions({ action: 'users.', actor: manager.id })).toHaveLength(3);
  expect(await actions({ object: `user:${person.id}`, action: 'users.read' })).toEqual(['users.read']);
  expect(await actions({ search: 'редкослов', actor: manager.id })).toEqual(['users.list']);
  const day = new Date(Date.now() + 3 * 3_600_000).toISOString().slice(0, 10);
  expect(await actions({ actor: manager.id, from: day, to: day })).toHaveLength(3);
  expect(await actions({ actor: manager.id, to: '2020-01-01' })).toEqual([]);
  const [entry] = (await read({ action: 'users.edit' })).entries;
  expect(entry).toMatchObject({
    actor: { id: manager.id, name: 'Проба Журналов' },
    about: { id: person.id },
    details: '{"changed":["position"]}',
  });
});

test('pages follow each other whatever is written meanwhile', async () => {
  const first = await read({ actor: manager.id, size: 2 });
  await world.call(manager, usersApi.get, { params: { id: person.id } });
  const second = await read({ actor: manager.id, size: 2, before_id: first.next ?? 0 });
  expect([...first.entries, ...second.entries].map(({ action }) => action)).toEqual([
    'users.list',
    'users.edit',
    'users.read',
  ]);
  expect(second.next).toBeNull();
});

test('reading the log is in the log, and it opens to those alone who may read it', async () => {
  await read({ search: 'меня видно' });
  expect(await actions({ actor: admin.id, search: 'меня видно' })).toContain('audit.read');
  expect((await world.call(manager, auditApi.list)).statusCode).toBe(403);
  const csv = (who: Actor | null) =>
    world.app.inject({
      url: `/api/audit/export.csv?about=${person.id}`,
      headers: who === null ? {} : { cookie: `token=${who.token}` },
    });
  expect([(await csv(null)).statusCode, (await csv(person)).statusCode, (await csv(manager)).statusCode]).toEqual([
    401, 403, 403,
  ]);
  const file = await csv(admin);
  expect(file.headers['content-type']).toBe('text/csv; charset=utf-8');
  expect(file.body).toContain('users.edit');
  expect(await actions({ action: 'audit.export' })).toEqual(['audit.export']);
});

test('whoever begins in the middle of the log is in it as well', async () => {
  const { entries } = await read({ actor: manager.id, before_id: 999_999_999 });
  expect(entries.length).toBeGreaterThan(0);
  const [look] = (await read({ actor: admin.id, action: 'audit.read', size: 1 })).entries;
  expect(JSON.parse(look?.details ?? '')).toEqual({ actor: manager.id, before: 999_999_999 });
});

test('without views the log holds what was done, files included, and names what it was done to', async () => {
  const { entries } = await read({ hide_views: 1, size: 100 });
  const shown = entries.map(({ action }) => action);
  expect(shown).toContain('users.edit');
  expect(shown).toContain('audit.export');
  expect(shown.filter((action) => /[.](read|list|see)$/.test(action))).toEqual([]);
  const name_native = 'Лодки и вёсла';
  await world.call(admin, referenceApi.createCategory, { body: { name_en: 'Boats and oars', name_native } });
  const [named] = (await read({ action: 'reference.edit', size: 1 })).entries;
  expect(named).toMatchObject({ object: expect.stringMatching(/^category:/), object_name: name_native });
});

test('a day before the first year is no day', async () => {
  const answer = await world.call(admin, auditApi.list, { query: { from: '0000-01-01', actor: manager.id } });
  expect([answer.statusCode, answer.body.entries.length > 0]).toEqual([200, true]);
});

test('nobody changes, removes or empties the log', async () => {
  const { db } = world.services;
  for (const statement of [
    sql`update audit_entries set action = 'users.none'`,
    sql`delete from audit_entries`,
    sql`update audit_entries set details = '{}'`,
    sql`with erasing as (select set_config('okolo.erasing', 'on', true)) update audit_entries set actor_id = 1 from erasing`,
    sql`truncate audit_entries`,
  ]) {
    await expect(statement.execute(db)).rejects.toThrow('append-only');
  }
});
