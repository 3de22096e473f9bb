import { usersApi } from '@app/contract/people/users';
import { PERMISSIONS } from '@app/contract/platform/permissions';
import { staffApi } from '@app/contract/staff/staff';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { CSRF_COOKIE } from '../../src/platform/http/guards.ts';
import { furthermore } from '../rounds.ts';
import { type Actor, createWorld, encodeBody, PASSWORD, type World } from '../world.ts';
import { phoneDigits, word } from './row.ts';

const CSRF = 'csrf-of-the-tests';

let world: World;
let columns: string[];
let people: Record<'person' | 'manager' | 'admin', Actor>;
let victim: Actor;
beforeAll(async () => {
  world = await createWorld();
  const { rows } = await sql<{ name: string }>`
    select column_name as name from information_schema.columns
    where table_name = 'users' and table_schema = 'public' order by 1`.execute(world.services.db);
  columns = rows.map(({ name }) => name);
  people = {
    person: await world.user(),
    manager: await world.user({ groups: ['manager'] }),
    admin: await world.user({ groups: ['admin'] }),
  };
  victim = await world.user();
});
afterAll(() => world.close());

const TRUST = [
  'is_superuser',
  'groups',
  'permissions',
  'paid_until',
  'virtualpay_kopecks',
  'bonus_kopecks',
  'rating_sum',
  'rating_count',
  'status',
  'referral_code',
  'invited_by',
] as const;
const OTHER_NAMES = [
  'payed',
  'bonus',
  'virtualpay',
  'rating',
  'role',
  'roles',
  'is_staff',
  'isSuperuser',
  'isAdmin',
  'admin',
  'payed_until',
  'user_payed',
  'user_id',
  'own_permissions',
  'referral',
];
const FEW: readonly unknown[] = [true, ...furthermore<unknown>('superuser', ['admin'])];
const VALUES: readonly unknown[] = [
  true,
  'superuser',
  ['admin'],
  999_999,
  ...furthermore<unknown>(1, '1', ['superuser'], [...PERMISSIONS], { set: true }),
];

async function trustOfAll(): Promise<unknown> {
  const { rows } = await sql`
    select id, ${sql.join(TRUST.map((name) => sql.ref(name)))} from users order by id`.execute(world.services.db);
  return rows;
}

function* bodies(): Generator<[string, Record<string, unknown>]> {
  for (const name of [...columns, ...OTHER_NAMES]) {
    if (['login', 'email', 'phone', 'firstname', 'lastname', 'password_hash'].includes(name)) continue;
    // Columns that carry no trust are tried only with a few values.
    const isTrusted = OTHER_NAMES.includes(name) || TRUST.some((one) => one === name);
    for (const value of isTrusted ? VALUES : FEW) yield [name, { [name]: value }];
  }
  for (const name of ['is_superuser', 'groups', 'permissions', 'payed']) {
    const value = name === 'groups' || name === 'permissions' ? ['superuser', 'admin', 'staff.edit'] : true;
    yield [`${name} in user`, { user: { [name]: value } }];
    yield [`${name} in data`, { data: { [name]: value }, set: { [name]: value }, $set: { [name]: value } }];
    yield [`user[${name}]`, { [`user[${name}]`]: value, [`${name}[]`]: value, [`${name}[0]`]: value }];
    yield [`${name} upper`, { [name.toUpperCase()]: value, [` ${name}`]: value, [`${name} `]: value }];
  }
}

const RAW = [
  '{"__proto__":{"is_superuser":true,"groups":["admin"]}}',
  '{"constructor":{"prototype":{"is_superuser":true}}}',
  '{"position":"a","position":"b","is_superuser":false,"is_superuser":true}',
  '[{"is_superuser":true}]',
  '{"\\u0069s_superuser":true,"groups":["admin"]}',
];

function send(actor: Actor, method: 'PUT' | 'POST', url: string, payload: string | Buffer, headers: object = {}) {
  return world.app.inject({
    method,
    url,
    payload,
    headers: {
      'content-type': 'application/json',
      ...headers,
      cookie: `token=${actor.token}; ${CSRF_COOKIE}=${CSRF}`,
      'x-csrftoken': CSRF,
    },
  });
}

describe.each(['person', 'manager', 'admin'] as const)('as %s', (kind) => {
  test('no field of the table and no spelling of one moves what is trusted, of oneself or of anybody', async () => {
    const actor = people[kind];
    const before = await trustOfAll();
    for (const [name, body] of bodies()) {
      for (const id of [actor.id, victim.id]) {
        const { statusCode } = await send(actor, 'PUT', `/api/users/${id}`, JSON.stringify(body));
        expect.soft([200, 400, 403, 409], `${name} of ${id}`).toContain(statusCode);
      }
    }
    expect(await trustOfAll()).toEqual(before);
  });

  test('neither do prototype keys, lists, doubled keys, forms, files and other addresses of the same person', async () => {
    const actor = people[kind];
    const before = await trustOfAll();
    for (const payload of RAW) {
      for (const url of [`/api/users/${actor.id}`, `/api/user/${actor.id}`, `/api/users/${actor.id}/`]) {
        expect.soft((await send(actor, 'PUT', url, payload)).statusCode, payload).toBeLessThan(500);
      }
    }
    const form = new URLSearchParams({
      is_superuser: 'true',
      'groups[]': 'admin',
      permissions: 'staff.edit',
      position: 'a',
    });
    await send(actor, 'PUT', `/api/users/${actor.id}`, form.toString(), {
      'content-type': 'application/x-www-form-urlencoded',
    });
    const parts = encodeBody({ body: { is_superuser: 'true', groups: 'admin', payed: '1' }, files: [] });
    await send(actor, 'PUT', `/api/users/${actor.id}`, parts.payload ?? '', parts.headers);
    for (const url of [
      `/api/users/${actor.id}?is_superuser=true&groups=admin&role=superuser`,
      `/api/users/${actor.id}?_method=POST&is_superuser=1`,
      `/api/users/${actor.id}%2Frole`,
      `/api/users/${actor.id}/../${victim.id}`,
      `/api/users/${actor.id};id=${victim.id}`,
      `/API/users/${victim.id}`,
      `/api//users/${victim.id}`,
    ]) {
      const body = JSON.stringify({ position: 'Лазутчик', role: 'superuser', is_superuser: true });
      expect.soft((await send(actor, 'PUT', url, body)).statusCode, url).toBeLessThan(500);
    }
    expect(await trustOfAll()).toEqual(before);
  });

  test('roles are not theirs to give, whoever they are for', async () => {
    const actor = people[kind];
    const before = await trustOfAll();
    for (const role of ['superuser', 'admin', 'manager', null] as const) {
      for (const id of [actor.id, victim.id]) {
        const { body } = await world.call(actor, staffApi.setRole, { params: { id }, body: { role } });
        expect.soft(body.code).toBe('forbidden');
      }
    }
    expect(await trustOfAll()).toEqual(before);
  });
});

test('a person whom staff create has no more than anybody else, whatever is sent along', async () => {
  for (const kind of ['manager', 'admin'] as const) {
    const extra = Object.assign({}, ...[...bodies()].map(([, body]) => body).filter((body) => !isField(body)));
    const login = `made${word()}`;
    const answer = await send(
      people[kind],
      'POST',
      '/api/users',
      JSON.stringify({
        ...extra,
        firstname: 'Новый',
        lastname: 'Человек',
        email: `${login}@example.com`,
        phone: phoneDigits(),
        country_code: '7',
        login,
        password: PASSWORD,
      }),
    );
    expect(answer.statusCode).toBe(200);
  }
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from users where login like 'made%' and (
      is_superuser or groups <> '{}' or permissions <> '{}' or paid_until is not null or virtualpay_kopecks <> 0
      or bonus_kopecks <> 0 or rating_count <> 0 or invited_by is not null or status <> 'active')`.execute(
    world.services.db,
  );
  expect(rows[0]?.count).toBe(0);
});

const usersFields = new Set(Object.keys(usersApi.create.body?.shape ?? {}));
const isField = (body: object): boolean => Object.keys(body).some((name) => usersFields.has(name));
