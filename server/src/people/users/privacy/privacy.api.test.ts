import { circleApi } from '@app/contract/people/circle';
import { CONTACT_AUDIENCES, privacyApi } from '@app/contract/people/privacy';
import { usersApi } from '@app/contract/people/users';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, createWorld, type World } from '../../../../test/world.ts';
import { insertDemoCircle } from '../../circle/demo-circle.public.ts';

const PHONE = '+79174443322';

let world: World;
let owner: Actor;
let friend: Actor;
let stranger: Actor;
let common: Actor;

beforeAll(async () => {
  world = await createWorld();
  owner = await world.user({ phone: PHONE, firstname: 'Анна' });
  [friend, stranger, common] = [await world.user(), await world.user(), await world.user()];
  const since = new Date();
  await world.services.db.transaction().execute((tx) =>
    insertDemoCircle(tx, {
      friendships: [
        { between: [owner.id, friend.id], since },
        { between: [owner.id, common.id], since },
        { between: [stranger.id, common.id], since },
      ],
    }),
  );
});
afterAll(() => world.close());

const get = async (who: Actor | null, { id }: { id: number }) =>
  (await world.call(who, usersApi.get, { params: { id } })).body;
const choose = async (who: Actor, body: object) => (await world.call(who, privacyApi.set, { body })).body;
const find = async (who: Actor, query: object) => {
  const { body } = await world.call(who, usersApi.list, { query });
  return { ids: body.list.map(({ id }) => id), total: body.total };
};

test('lists of friends hand out neither numbers nor mails, to staff neither', async () => {
  const manager = await world.user({ groups: ['manager'] });
  const { list } = (await world.call(manager, circleApi.friendsOf, { params: { id: owner.id } })).body;
  expect(list.length).toBe(2);
  for (const card of list)
    for (const field of ['phone', 'email', 'login', 'virtualpay']) expect(card).not.toHaveProperty(field);
});

describe('who sees and may do what', () => {
  const OPEN = {
    phone: 'all',
    email: 'nobody',
    online: 'all',
    friends: 'all',
    write: 'all',
    call: 'all',
    comment: 'all',
  };

  test('is open at first but for the mail, changes field by field, and is told to nobody else', async () => {
    const anna = await world.user();
    expect((await world.call(anna, privacyApi.get)).body).toEqual(OPEN);
    expect(await choose(anna, { phone: 'circle', comment: 'nobody' })).toEqual({
      ...OPEN,
      phone: 'circle',
      comment: 'nobody',
    });
    expect((await get(anna, anna)).privacy).toMatchObject({ phone: 'circle', online: 'all' });
    expect((await get(stranger, anna)).privacy).toBeUndefined();
    expect((await get(null, anna)).privacy).toBeUndefined();
    expect((await choose(anna, { phone: 'friends' })).code).toBe('invalid_input');
    expect((await world.call(null, privacyApi.get)).statusCode).toBe(401);
    expect((await world.call(null, privacyApi.set, { body: {} })).statusCode).toBe(401);
  });

  describe.each(CONTACT_AUDIENCES)('%s', (reach) => {
    const within = { all: ['friend', 'stranger'], circle: ['friend'], nobody: [] as string[] }[reach];

    beforeAll(async () => {
      await choose(owner, { phone: reach, email: reach, online: reach, friends: reach, write: reach, call: reach });
    });

    test.each(['friend', 'stranger'])('to a %s', async (kind) => {
      const may = within.includes(kind);
      const viewer = kind === 'friend' ? friend : stranger;
      const shown = await get(viewer, owner);
      expect(shown.phone).toBe(may ? PHONE : undefined);
      expect(shown.email).toBe(may ? `${owner.login}@example.com` : undefined);
      expect([shown.online, shown.last_seen]).toEqual(may ? [0, null] : [undefined, undefined]);
      expect(shown).toMatchObject({ may_write: may ? 1 : 0, may_call: may ? 1 : 0, may_see_friends: may ? 1 : 0 });
      expect([shown.friends_count, shown.mutual]).toEqual(
        may ? [2, kind === 'friend' ? 0 : 1] : [undefined, undefined],
      );
      expect(shown.allow_to_call).toBe(reach === 'all' ? 1 : 0);
      const masked = await world.call(viewer, usersApi.get, { params: { id: owner.id }, query: { phone: 'masked' } });
      expect(masked.body.phone).toBe(may ? '+7 917 •••-••-••' : undefined);
    });

    test('guests are told of none of it, the owner of everything', async () => {
      const guest = await get(null, owner);
      expect(guest.phone).toBe(reach === 'all' ? '+7 917 •••-••-••' : undefined);
      for (const field of [
        'email',
        'online',
        'last_seen',
        'mutual',
        'friends_count',
        'friendship',
        'may_write',
      ] as const)
        expect(guest[field]).toBeUndefined();
      const own = await get(owner, owner);
      expect(own).toMatchObject({ phone: PHONE, friends_count: 2, may_see_friends: 1, may_write: 0, online: 0 });
      expect(own.email).toBe(`${owner.login}@example.com`);
    });
  });

  test('staff see numbers and mails, whatever people choose and whomever they block', async () => {
    const [shy, manager] = [await world.user({ see_phone: 'nobody' }), await world.user({ groups: ['manager'] })];
    await world.call(shy, circleApi.block, { params: { id: manager.id } });
    const shown = await get(manager, shy);
    expect([shown.unavailable, shown.email, shown.may_write]).toEqual([undefined, `${shy.login}@example.com`, 0]);
    expect(shown.phone).toMatch(/^\+7900/);
  });

  test('a change of the call permission in the profile is the same choice', async () => {
    const anna = await world.user();
    await world.call(anna, usersApi.change, { params: { id: anna.id }, body: { allow_to_call: 0 } });
    expect((await world.call(anna, privacyApi.get)).body.call).toBe('circle');
    expect(await choose(anna, { call: 'nobody' })).toMatchObject({ call: 'nobody' });
    expect((await get(stranger, anna)).allow_to_call).toBe(0);
  });

  test('a hundred people cost as many queries as one', async () => {
    const { pool } = world.services;
    const people = await Promise.all(Array.from({ length: 30 }, () => world.user({ lastname: 'Многолюдин' })));
    let queries = 0;
    const note = () => {
      queries += 1;
    };
    const count = async (size: number) => {
      queries = 0;
      await world.call(stranger, usersApi.list, { query: { search: 'Многолюдин', size } });
      return queries;
    };
    pool.on('acquire', note);
    const [one, all] = [await count(1), await count(100)];
    pool.off('acquire', note);
    expect(one).toBeGreaterThan(3);
    expect(all).toBe(one);
    expect(people).toHaveLength(30);
  });
});

describe('people are found', () => {
  test('friends first, then friends of friends, then neighbours, then the others, five a page', async () => {
    const place = { lastname: 'Находкин', city_id: 31 };
    const far = { lastname: 'Находкин', city_id: null };
    const me = await world.user({ city_id: 31, lastname: 'Находкин' });
    const [neighbour, second, first, ...others] = [
      await world.user(place),
      await world.user(far),
      await world.user(far),
      await world.user(far),
      await world.user(far),
      await world.user(far),
    ];
    await world.services.db.transaction().execute((tx) =>
      insertDemoCircle(tx, {
        friendships: [
          { between: [me.id, first.id], since: new Date() },
          { between: [first.id, second.id], since: new Date() },
        ],
      }),
    );
    const rest = others.map(({ id }) => id).reverse();
    const all = [first.id, second.id, me.id, neighbour.id, ...rest];
    expect((await find(me, { search: 'находкин', size: 100 })).ids.sort()).toEqual(all.sort());
    const picked = [first.id, second.id, neighbour.id, ...rest];
    expect(await find(me, { search: 'находкин', except_me: 1 })).toEqual({ ids: picked.slice(0, 5), total: 6 });
    expect(await find(me, { search: 'находкин', except_me: 1, page: 2 })).toEqual({ ids: picked.slice(5), total: 6 });
    expect(await find(me, { search: 'находкин', except_me: 1, page: 3 })).toEqual({ ids: [], total: 6 });
    const { body } = await world.call(me, usersApi.list, { query: { search: 'находкин', except_me: 1 } });
    expect(body.list.map(({ friendship, mutual }) => [friendship, mutual])).toEqual([
      ['friend', 0],
      ['', 1],
      ['', 0],
      ['', 0],
      ['', 0],
    ]);
  });

  test('not across a block, in either direction, and not once they left', async () => {
    const [me, blocked, blocker, gone] = await Promise.all(
      Array.from({ length: 4 }, () => world.user({ lastname: 'Преградов' })),
    );
    if (!me || !blocked || !blocker || !gone) return;
    await world.call(me, circleApi.block, { params: { id: blocked.id } });
    await world.call(blocker, circleApi.block, { params: { id: me.id } });
    await sql`update users set deleted_at = now() where id = ${gone.id}`.execute(world.services.db);
    expect(await find(me, { search: 'преградов', except_me: 1 })).toEqual({ ids: [], total: 0 });
    const { ids } = await find(blocked, { search: 'преградов' });
    expect(new Set(ids)).toEqual(new Set([blocker.id, blocked.id]));
  });

  test('by staff in every state, without themselves where they ask for others', async () => {
    const manager = await world.user({ lastname: 'Служебин', groups: ['manager'] });
    const gone = await world.user({ lastname: 'Служебин' });
    await sql`update users set status = 'suspended' where id = ${gone.id}`.execute(world.services.db);
    expect((await find(manager, { search: 'служебин' })).ids).toEqual([gone.id, manager.id]);
    expect(await find(manager, { search: 'служебин', except_me: 1 })).toEqual({ ids: [gone.id], total: 1 });
  });

  test('at most a thousand of them', async () => {
    await sql`
      insert into users (login, email, firstname, lastname, referral_code, password_hash, status)
      select 'crowd' || n, 'crowd' || n || '@example.com', 'Н', 'Толпин', 'YY' || translate(lpad(n::text, 6, '0'), '01', 'AB'), '', 'active'
      from generate_series(1, 1100) n`.execute(world.services.db);
    const { ids, total } = await find(stranger, { search: 'толпин', size: 100, page: 10 });
    expect([ids.length, total]).toEqual([100, 1000]);
    expect(await find(stranger, { search: 'толпин', size: 100, page: 11 })).toEqual({ ids: [], total: 1000 });
  });

  test('the newest of many, and neighbours who are not among them, wherever their ids lie', async () => {
    const me = await world.user({ city_id: 31 });
    await sql`
      insert into users (id, login, email, firstname, lastname, referral_code, password_hash, status, city_id)
      overriding system value
      select 20000 + n * 5003, 'wide' || n, 'wide' || n || '@example.com', 'Н', 'Просторов', 'ZZ' || translate(lpad(n::text, 6, '0'), '01', 'AB'), '', 'active',
        case when n in (7, 50) then 31 end
      from generate_series(1, 1200) n`.execute(world.services.db);
    const idOf = (n: number): number => 20_000 + n * 5003;
    const newest = Array.from({ length: 1000 }, (_, i) => idOf(1200 - i));
    const { ids } = await find(me, { search: 'просторов', size: 5 });
    expect(ids).toEqual([idOf(50), idOf(7), ...newest.slice(0, 3)]);
    const last = await find(me, { search: 'просторов', size: 100, page: 10 });
    expect(last).toEqual({ ids: newest.slice(898, 998), total: 1000 });
  });
});
