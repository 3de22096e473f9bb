import { followsApi } from '@app/contract/market/follows';
import { notificationsApi } from '@app/contract/notifications/notifications';
import { circleApi, type Friendship } from '@app/contract/people/circle';
import { usersApi } from '@app/contract/people/users';
import type { AnyEndpoint } from '@app/contract/platform/endpoint';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { rounds } from '../../../test/rounds.ts';
import { type Actor, createWorld, type PersonOptions, type World } from '../../../test/world.ts';
import { emit } from '../../platform/domain/events.ts';
import { eraseUserData } from '../../platform/domain/user-data.ts';
import { insertDemoCircle } from './demo-circle.public.ts';

const DAY_MS = 24 * 3600 * 1000;
const MANY = rounds(15, 50);

let world: World;
let shiftMs = 0;

beforeAll(async () => {
  world = await createWorld({ clock: () => new Date(Date.now() + shiftMs) });
});
afterAll(() => world.close());

type Move = 'request' | 'accept' | 'hide' | 'hideByPost' | 'remove' | 'block' | 'unblock' | 'isBlocked' | 'unmute';
const move = async (who: Actor | null, what: Move, { id }: { id: number }) => {
  const { statusCode, body } = await world.call(who, circleApi[what] as AnyEndpoint, { params: { id } });
  return statusCode === 200 ? (body as Friendship) : (body as { code: string }).code;
};
const standing = (friendship: Friendship['friendship'], direction: Friendship['friendship_direction'] = null) =>
  expect.objectContaining({ friendship, friendship_direction: direction });
const FRIENDS = standing('friend');
const NOTHING = standing('');
const people = (count: number, options: PersonOptions = {}) =>
  Promise.all(Array.from({ length: count }, () => world.user(options)));
const see = async (who: Actor | null, { id }: { id: number }) =>
  (await world.call(who, usersApi.get, { params: { id } })).body;
const counts = async (who: Actor) => (await world.call(who, circleApi.counts)).body;
const bells = async (who: Actor) =>
  (await world.call(who, notificationsApi.list, { query: { mark: 0 } })).body.list.map(({ kind, meta }) => [
    kind,
    meta.user?.id,
  ]);
const namesOf = (list: { firstname: string }[]) => list.map(({ firstname }) => firstname);
async function befriend(one: Actor, other: Actor): Promise<void> {
  await move(one, 'request', other);
  expect(await move(other, 'accept', one)).toEqual(FRIENDS);
}

describe('a friendship comes about and ends', () => {
  test('by a request and an answer, seen from both sides', async () => {
    const [anna, igor] = [await world.user({ firstname: 'Анна' }), await world.user({ firstname: 'Игорь' })];
    expect(await move(anna, 'request', igor)).toEqual(standing('request', 'out'));
    expect(await see(igor, anna)).toMatchObject({ friendship: 'request', friendship_direction: 'in' });
    expect(await counts(igor)).toEqual({ friends: 0, fams: 0, requests: 1 });
    const { body: income } = await world.call(igor, circleApi.incoming);
    expect(income).toMatchObject({ total: 1, list: [{ user_from: { id: anna.id, firstname: 'Анна' } }] });
    const { body: sent } = await world.call(anna, circleApi.sent);
    expect(sent).toMatchObject({ total: 1, list: [{ user_to: { id: igor.id, friendship: 'request' } }] });
    expect(await move(igor, 'accept', anna)).toEqual(FRIENDS);
    expect(await see(anna, igor)).toMatchObject({ friendship: 'friend', friendship_direction: null, friends_count: 1 });
    for (const who of [anna, igor]) expect(await counts(who)).toEqual({ friends: 1, fams: 0, requests: 0 });
    expect(await move(anna, 'remove', igor)).toEqual(NOTHING);
    expect(await see(igor, anna)).toMatchObject({ friendship: '', friends_count: 0 });
    expect(await counts(igor)).toEqual({ friends: 0, fams: 0, requests: 0 });
  });

  test('every step taken twice changes nothing the second time', async () => {
    const [anna, igor] = [await world.user(), await world.user()];
    for (let time = 0; time < 2; time += 1)
      expect(await move(anna, 'request', igor)).toEqual(standing('request', 'out'));
    for (let time = 0; time < 2; time += 1) expect(await move(igor, 'accept', anna)).toEqual(FRIENDS);
    expect(await move(anna, 'request', igor)).toEqual(FRIENDS);
    for (let time = 0; time < 2; time += 1) expect(await move(igor, 'remove', anna)).toEqual(NOTHING);
    await move(anna, 'request', igor);
    for (let time = 0; time < 2; time += 1) expect(await move(igor, 'hide', anna)).toEqual(NOTHING);
    expect(await counts(igor)).toEqual({ friends: 0, fams: 0, requests: 0 });
  });

  test('requests that cross are a friendship', async () => {
    const [anna, igor] = [await world.user(), await world.user()];
    await move(anna, 'request', igor);
    expect(await move(igor, 'request', anna)).toEqual(FRIENDS);
    for (const who of [anna, igor]) expect(await counts(who)).toEqual({ friends: 1, fams: 0, requests: 0 });
    expect(await bells(anna)).toEqual([['friend_accept', igor.id]]);
    expect(await bells(igor)).toEqual([]);
  });

  test('a request that was put away is not shown or counted, its sender sees no difference, and asking back makes friends', async () => {
    const [anna, igor] = [await world.user(), await world.user()];
    await move(anna, 'request', igor);
    expect(await move(igor, 'hideByPost', anna)).toEqual(NOTHING);
    expect(await see(igor, anna)).toMatchObject({ friendship: '', friendship_direction: null });
    expect(await see(anna, igor)).toMatchObject({ friendship: 'request', friendship_direction: 'out' });
    expect(await move(anna, 'request', igor)).toEqual(standing('request', 'out'));
    expect((await world.call(igor, circleApi.incoming)).body).toEqual({ list: [], total: 0, next: null });
    expect(await move(igor, 'request', anna)).toEqual(FRIENDS);
  });

  test('a request taken back is gone from both sides, its unread notice too', async () => {
    const [anna, olga, igor] = [await world.user(), await world.user(), await world.user()];
    await move(anna, 'request', igor);
    await move(olga, 'request', igor);
    expect(await bells(igor)).toEqual([['friend_request', olga.id]]);
    expect(await move(olga, 'remove', igor)).toEqual(NOTHING);
    expect(await bells(igor)).toEqual([['friend_request', anna.id]]);
    expect(await move(anna, 'remove', igor)).toEqual(NOTHING);
    expect(await bells(igor)).toEqual([]);
    expect(await counts(igor)).toMatchObject({ requests: 0 });
    await move(anna, 'request', igor);
    expect(await bells(igor)).toEqual([]);
    expect(await counts(igor)).toMatchObject({ requests: 1 });
  });

  test('removing somebody who asked changes nothing: requests of others are answered or put away', async () => {
    const [anna, igor] = [await world.user(), await world.user()];
    await move(anna, 'request', igor);
    expect(await move(igor, 'remove', anna)).toEqual(standing('request', 'in'));
    expect(await counts(igor)).toMatchObject({ requests: 1 });
  });

  test('nobody asks oneself, nobody accepts or hides what was not asked, and people who are not here are not there', async () => {
    const [anna, igor, gone] = await people(3);
    const [newcomer] = await people(1);
    if (!anna || !igor || !gone || !newcomer) return;
    await sql`update users set deleted_at = now() where id = ${gone.id}`.execute(world.services.db);
    await sql`update users set status = 'registered' where id = ${newcomer.id}`.execute(world.services.db);
    expect(await move(anna, 'request', anna)).toBe('own_friendship');
    for (const what of ['accept', 'hide', 'hideByPost'] as const)
      expect(await move(anna, what, igor)).toBe('not_found');
    for (const id of [gone.id, newcomer.id, 999_999_999]) {
      for (const what of ['request', 'accept', 'hide'] as const)
        expect(await move(anna, what, { id })).toBe('not_found');
    }
    for (const what of ['remove', 'block'] as const) {
      expect(await move(anna, what, { id: 999_999_999 })).toBe('not_found');
      expect(await move(anna, what, newcomer)).toBe('not_found');
    }
    for (const what of ['block'] as const) expect(await move(anna, what, anna)).toBe('forbidden');
    expect(await move(null, 'request', anna)).toBe('unauthorized');
  });
});

describe('at once', () => {
  const states = async (one: Actor, other: Actor) => {
    const [a, b] = [await see(one, other), await see(other, one)];
    return [a.friendship, b.friendship];
  };

  test('fifty clicks on the same button are one request, one bell, one friendship', async () => {
    const [anna, igor] = [await world.user(), await world.user()];
    const asked = await Promise.all(Array.from({ length: 50 }, () => move(anna, 'request', igor)));
    expect(asked).toEqual(asked.map(() => standing('request', 'out')));
    expect(await bells(igor)).toEqual([['friend_request', anna.id]]);
    const accepted = await Promise.all(Array.from({ length: 50 }, () => move(igor, 'accept', anna)));
    expect(accepted).toEqual(accepted.map(() => FRIENDS));
    expect(await bells(anna)).toEqual([['friend_accept', igor.id]]);
    await Promise.all(
      Array.from({ length: 50 }, (_, at) => move(at % 2 ? anna : igor, 'remove', at % 2 ? igor : anna)),
    );
    expect(await states(anna, igor)).toEqual(['', '']);
  });

  test('crossed requests are always a friendship', async () => {
    for (let time = 0; time < rounds(10, 50); time += 1) {
      const [anna, igor] = [await world.user(), await world.user()];
      await Promise.all([move(anna, 'request', igor), move(igor, 'request', anna)]);
      expect(await states(anna, igor)).toEqual(['friend', 'friend']);
      expect((await counts(anna)).requests + (await counts(igor)).requests).toBe(0);
    }
  });

  test('a request taken back while it is accepted is either friendship or nothing', async () => {
    for (let time = 0; time < 20; time += 1) {
      const [anna, igor] = [await world.user(), await world.user()];
      await move(anna, 'request', igor);
      const [accepted] = await Promise.all([move(igor, 'accept', anna), move(anna, 'remove', igor)]);
      expect([FRIENDS, 'not_found']).toContainEqual(accepted);
      expect(await states(anna, igor)).toEqual(['', '']);
    }
  });

  test('many people who ask one person all wait, and all are friends when all are accepted at once', async () => {
    const [igor, ...others] = await people(MANY + 1);
    if (!igor) return;
    await Promise.all(others.map((who) => move(who, 'request', igor)));
    expect(await counts(igor)).toMatchObject({ requests: MANY });
    await Promise.all(others.map((who) => move(igor, 'accept', who)));
    expect(await counts(igor)).toEqual({ friends: MANY, fams: 0, requests: 0 });
  });

  test('a block in the middle of everything leaves nothing but the block', async () => {
    for (let time = 0; time < 10; time += 1) {
      const [anna, igor] = [await world.user(), await world.user()];
      await Promise.all([
        move(anna, 'request', igor),
        move(igor, 'request', anna),
        world.call(anna, followsApi.set, { body: { to_id: igor.id, subscribe: 1 } }),
        move(igor, 'block', anna),
        move(anna, 'request', igor),
        move(igor, 'accept', anna),
      ]);
      const { rows } = await sql<{ kept: number }>`
        select (select count(*) from friends where user_id in (${anna.id}, ${igor.id}))
          + (select count(*) from friend_requests where from_id in (${anna.id}, ${igor.id}))
          + (select count(*) from followers where follower_id in (${anna.id}, ${igor.id})) as kept`.execute(
        world.services.db,
      );
      expect(rows).toEqual([{ kept: 0 }]);
    }
  });
});

describe('limits', () => {
  test('five thousand friends are the most, on either side', async () => {
    const { db } = world.services;
    const [full, anna] = [await world.user(), await world.user()];
    await sql`
      with filler as (
        insert into users (login, email, firstname, lastname, referral_code, password_hash, status)
        select 'filler' || n, 'filler' || n || '@example.com', 'Н', 'Н', 'ZZ' || translate(lpad(n::text, 6, '0'), '01', 'AB'), '', 'active'
        from generate_series(1, 5000) n returning id)
      insert into friends (user_id, friend_id, since)
      select side.a, side.b, now() from filler
      cross join lateral (values (${full.id}::bigint, id), (id, ${full.id}::bigint)) side (a, b)`.execute(db);
    expect(await counts(full)).toMatchObject({ friends: 5000 });
    expect(await move(anna, 'request', full)).toEqual(standing('request', 'out'));
    expect(await move(full, 'accept', anna)).toBe('friends_full');
    expect(await move(full, 'request', anna)).toBe('friends_full');
    expect(await counts(full)).toMatchObject({ friends: 5000, requests: 1 });
    const { id = 0 } = (await world.call(full, circleApi.friends, { query: { size: 1 } })).body.list[0] ?? {};
    await move(full, 'remove', { id });
    expect(await move(full, 'accept', anna)).toEqual(FRIENDS);
  });

  test('somebody with five hundred requests waits for answers first', async () => {
    const { db } = world.services;
    const [anna, igor] = [await world.user(), await world.user()];
    await sql`insert into friend_requests (from_id, to_id, created_at)
      select ${anna.id}, id, now() from users where login like 'filler%' limit 500`.execute(db);
    expect(await move(anna, 'request', igor)).toBe('friends_full');
    await sql`delete from friend_requests where from_id = ${anna.id} and to_id = (
      select to_id from friend_requests where from_id = ${anna.id} limit 1)`.execute(db);
    expect(await move(anna, 'request', igor)).toEqual(standing('request', 'out'));
  });
});

describe('lists', () => {
  let me: Actor;
  const ids: Record<string, number> = {};

  beforeAll(async () => {
    const { db } = world.services;
    me = await world.user({ city_id: 1, country_id: 1 });
    const named = [
      { firstname: 'Алёна', lastname: 'Серова', city_id: 1, country_id: 1 },
      { firstname: 'Борис', lastname: 'Серов', city_id: 2, country_id: 1 },
      { firstname: 'Вера', lastname: 'Ким', city_id: null, country_id: 2 },
      { firstname: 'Глеб', lastname: 'Ким', city_id: null, country_id: null },
      { firstname: 'Дина', lastname: 'Орлова', city_id: 1, country_id: 1 },
    ];
    for (const person of named) ids[person.firstname] = (await world.user(person)).id;
    const since = new Date();
    await db.transaction().execute((tx) =>
      insertDemoCircle(tx, {
        friendships: Object.values(ids).map((id) => ({ between: [me.id, id], since })),
        relatives: [{ userId: me.id, friendId: ids.Вера ?? 0 }],
      }),
    );
  });

  const friends = async (query: Record<string, unknown>) => {
    const { body } = await world.call(me, circleApi.friends, { query });
    return { names: namesOf(body.list), total: body.total, next: body.next };
  };

  test('name the newest friends first and leaf without gaps, by page and by cursor', async () => {
    const all = ['Дина', 'Глеб', 'Вера', 'Борис', 'Алёна'];
    expect(await friends({})).toMatchObject({ names: all, total: 5 });
    expect(await friends({ size: 2 })).toMatchObject({ names: all.slice(0, 2), total: 5 });
    expect(await friends({ size: 2, page: 0 })).toMatchObject({ names: all.slice(0, 2) });
    expect(await friends({ size: 2, page: 3 })).toMatchObject({ names: all.slice(4), total: 5, next: null });
    expect(await friends({ size: 2, page: 9 })).toEqual({ names: [], total: 5, next: null });
    const { next } = await friends({ size: 2 });
    const second = await friends({ size: 2, after: next });
    expect(second).toMatchObject({ names: all.slice(2, 4), total: 5 });
    expect(await friends({ size: 2, after: second.next })).toMatchObject({ names: all.slice(4), next: null });
    expect((await world.call(me, circleApi.friends, { query: { after: 'x' } })).statusCode).toBe(400);
  });

  test.each([
    [{ search: 'серов' }, ['Борис', 'Алёна']],
    [{ search: 'алена СЕРОВА' }, ['Алёна']],
    [{ search: '%' }, []],
    [{ search: '  ' }, ['Дина', 'Глеб', 'Вера', 'Борис', 'Алёна']],
    [{ country_id: 1 }, ['Дина', 'Борис', 'Алёна']],
    [{ country_id: 1, city_id: 1 }, ['Дина', 'Алёна']],
    [{ country_id: 1, city_id: 1, search: 'орл' }, ['Дина']],
    [{ country_id: 2, city_id: 1 }, []],
    [{ country_id: '' }, ['Дина', 'Глеб', 'Вера', 'Борис', 'Алёна']],
  ])('are narrowed by %j', async (query, names) => {
    expect(await friends(query)).toMatchObject({ names, total: names.length });
  });

  test('of family hold those who are marked so, and nobody else sees the mark', async () => {
    const { body } = await world.call(me, circleApi.relatives);
    expect(body).toMatchObject({ total: 1, list: [{ firstname: 'Вера', kith: 1, friendship: 'friend' }] });
    const vera = { id: ids.Вера ?? 0 };
    expect((await world.call(me, circleApi.card, { body: { ...vera, kith: 0 } })).body).toMatchObject({ kith: 0 });
    expect((await world.call(me, circleApi.relatives)).body.total).toBe(0);
    expect((await world.call(me, circleApi.card, { body: { ...vera, kith: '1' } })).body).toMatchObject({ kith: 1 });
    expect((await world.call(me, circleApi.card, { body: vera })).body).toMatchObject({ kith: 1, firstname: 'Вера' });
    expect(await counts(me)).toMatchObject({ fams: 1 });
    const stranger = await world.user();
    const refused = await world.call(me, circleApi.card, { body: { id: stranger.id, kith: 1 } });
    expect(refused.body.code).toBe('not_friends');
    expect((await world.call(me, circleApi.card, { body: { id: 999_999_999 } })).body.code).toBe('not_found');
  });

  test('of another person’s friends show what that person shows', async () => {
    const { db } = world.services;
    const [anna, igor, olga] = [await world.user(), await world.user(), await world.user({ firstname: 'Ольга' })];
    await befriend(igor, olga);
    await befriend(igor, anna);
    const list = async (who: Actor, endpoint: typeof circleApi.friendsOf | typeof circleApi.mutual) => {
      const { body } = await world.call(who, endpoint, { params: { id: igor.id } });
      return body.code ?? body.list.map(({ id }) => id).sort((a, b) => a - b);
    };
    const stranger = await world.user();
    expect(await list(stranger, circleApi.friendsOf)).toEqual([anna.id, olga.id]);
    await move(stranger, 'block', olga);
    expect(await list(stranger, circleApi.friendsOf)).toEqual([anna.id]);
    await befriend(anna, olga);
    expect(await list(anna, circleApi.mutual)).toEqual([olga.id]);
    await db.updateTable('users').set({ see_friends: 'circle' }).where('id', '=', igor.id).execute();
    expect(await list(stranger, circleApi.friendsOf)).toBe('forbidden');
    expect(await list(anna, circleApi.friendsOf)).toEqual([anna.id, olga.id]);
    await db.updateTable('users').set({ see_friends: 'nobody' }).where('id', '=', igor.id).execute();
    for (const endpoint of [circleApi.friendsOf, circleApi.mutual])
      expect(await list(anna, endpoint)).toBe('forbidden');
    expect(await list(igor, circleApi.friendsOf)).toEqual([anna.id, olga.id]);
    const shown = await see(anna, igor);
    expect(shown).toMatchObject({ may_see_friends: 0 });
    expect([shown.mutual, shown.friends_count]).toEqual([undefined, undefined]);
    await move(igor, 'block', stranger);
    expect(await list(stranger, circleApi.friendsOf)).toBe('not_found');
  });

  test('of five thousand friends read no more for the last page than for the first', async () => {
    const { db } = world.services;
    const { rows: people } = await sql<{ id: number }>`
      select user_id as id from friends group by user_id order by count(*) desc limit 1`.execute(db);
    const id = people[0]?.id ?? 0;
    await sql`analyze friends`.execute(db);
    const pageOf = async (after: { at: Date; id: number } | null) => {
      const { rows } = await sql<{ 'QUERY PLAN': { Plan: Record<string, number> }[] }>`
        explain (analyze, buffers, format json)
        select friend_id, since from friends r where user_id = ${id} and not is_hidden
          ${after === null ? sql`` : sql`and (since, friend_id) < (${after.at}, ${after.id})`}
        order by since desc, friend_id desc limit 24`.execute(db);
      const [{ Plan: plan } = { Plan: {} }] = rows[0]?.['QUERY PLAN'] ?? [];
      return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
    };
    const { rows } = await sql<{ at: Date; id: number }>`
      select since as at, friend_id as id from friends where user_id = ${id}
      order by since desc, friend_id desc offset 4960 limit 1`.execute(db);
    const [first, last] = [await pageOf(null), await pageOf(rows[0] ?? null)];
    expect(last).toBeLessThanOrEqual(first + 4);
    expect(last).toBeLessThan(60);
  });

  test('leave out friends who left or are suspended, and have them again when they return', async () => {
    const [anna, igor, olga] = [await world.user(), await world.user(), await world.user({ firstname: 'Ольга' })];
    await befriend(anna, igor);
    await befriend(anna, olga);
    await move(igor, 'request', me);
    await world.call(igor, usersApi.remove, { params: { id: igor.id } });
    const { body } = await world.call(anna, circleApi.friends);
    expect([namesOf(body.list), body.total]).toEqual([['Ольга'], 1]);
    expect(await counts(anna)).toMatchObject({ friends: 1 });
    expect((await world.call(me, circleApi.incoming)).body.total).toBe(0);
    await world.services.db.transaction().execute(async (tx) => {
      await tx.updateTable('users').set({ deleted_at: null }).where('id', '=', igor.id).execute();
      await emit(world.services, tx, { type: 'user.visibilityChanged', userId: igor.id, isHidden: false });
    });
    expect(await counts(anna)).toMatchObject({ friends: 2 });
  });
});

describe('people one may know', () => {
  test('are friends of friends by how many are shared, then people of the same city, without those who are known already', async () => {
    const [me, one, two] = [await world.user({ city_id: 77 }), await world.user(), await world.user()];
    const [both, single, asked, blocked, put] = await people(5);
    const [neighbour] = [await world.user({ city_id: 77, firstname: 'Сосед' })];
    await world.user();
    if (!both || !single || !asked || !blocked || !put) return;
    for (const friend of [one, two]) await befriend(me, friend);
    for (const [friend, person] of [
      [one, both],
      [two, both],
      [one, single],
      [one, asked],
      [one, blocked],
      [one, put],
    ] as const)
      await befriend(friend, person);
    await move(asked, 'request', me);
    await move(blocked, 'block', me);
    expect((await world.call(me, circleApi.hideSuggestion, { body: { id: put.id } })).body).toEqual({ id: put.id });
    const { body } = await world.call(me, circleApi.suggestions);
    expect(body.list.map(({ id, mutual }) => [id, mutual])).toEqual([
      [both.id, 2],
      [single.id, 1],
      [neighbour.id, 0],
    ]);
    const short = await world.call(me, circleApi.suggestions, { query: { size: 1 } });
    expect(short.body.list.map(({ id }) => id)).toEqual([both.id]);
    const again = await world.call(me, circleApi.hideSuggestion, { body: { id: put.id } });
    expect(again.statusCode).toBe(200);
    expect((await world.call(me, circleApi.hideSuggestion, { body: { id: me.id } })).body.code).toBe('not_found');
    for (let times = 0; times < 2; times++)
      expect((await world.call(me, circleApi.hideSuggestion, { body: { id: put.id, hidden: 0 } })).statusCode).toBe(
        200,
      );
    const back = await world.call(me, circleApi.suggestions);
    expect(back.body.list.map(({ id }) => id)).toContain(put.id);
  });

  test('are not told through a friend who shows friends to nobody', async () => {
    const [me, quiet, other] = [await world.user(), await world.user({}), await world.user()];
    await befriend(me, quiet);
    await befriend(quiet, other);
    await world.services.db.updateTable('users').set({ see_friends: 'nobody' }).where('id', '=', quiet.id).execute();
    expect((await world.call(me, circleApi.suggestions)).body.list).toEqual([]);
  });
});

describe('a block', () => {
  test('ends friendship, requests and subscriptions, and keeps the two apart until it is lifted', async () => {
    const [anna, igor] = [await world.user({ firstname: 'Анна', description: 'О себе' }), await world.user()];
    await befriend(anna, igor);
    for (const [who, whom] of [
      [anna, igor],
      [igor, anna],
    ] as const)
      await world.call(who, followsApi.set, { body: { to_id: whom.id, subscribe: 1 } });
    for (let time = 0; time < 2; time += 1) expect(await move(anna, 'block', igor)).toEqual({ blocked: 1 });
    expect(await counts(igor)).toEqual({ friends: 0, fams: 0, requests: 0 });
    for (const whom of [anna, igor])
      expect((await world.call(null, followsApi.get, { params: { id: whom.id } })).body.count).toBe(0);
    expect(await move(igor, 'request', anna)).toBe('blocked');
    expect(await move(anna, 'request', igor)).toBe('blocked');
    const follow = await world.call(igor, followsApi.set, { body: { to_id: anna.id, subscribe: 1 } });
    expect(follow.body.code).toBe('blocked');
    expect(await move(anna, 'isBlocked', igor)).toEqual({ blocked: 1 });
    expect(await move(igor, 'isBlocked', anna)).toEqual({ blocked: 0 });
    expect(await see(anna, igor)).toMatchObject({ unavailable: 1, blocked: 1, may_write: 0, may_call: 0 });
    const card = await see(igor, anna);
    expect(card).toMatchObject({ unavailable: 1, blocked: 0, firstname: 'Анна', description: '', photo: null });
    expect([card.phone, card.email, card.online, card.mutual, card.referral]).toEqual(Array(5).fill(undefined));
    expect(await see(null, anna)).toMatchObject({ description: 'О себе' });
    expect((await world.call(anna, circleApi.blocked)).body).toMatchObject({ total: 1, list: [{ id: igor.id }] });
    expect((await world.call(igor, circleApi.blocked)).body).toMatchObject({ total: 0, list: [] });
    for (let time = 0; time < 2; time += 1) expect(await move(anna, 'unblock', igor)).toEqual({ blocked: 0 });
    expect(await see(igor, anna)).toMatchObject({ friendship: '', description: 'О себе' });
    expect(await move(igor, 'request', anna)).toEqual(standing('request', 'out'));
  });

  test('takes away a request and the unread notice of it', async () => {
    const [anna, igor] = [await world.user(), await world.user()];
    await move(igor, 'request', anna);
    await move(anna, 'block', igor);
    expect(await bells(anna)).toEqual([]);
    expect((await world.call(igor, circleApi.sent)).body.total).toBe(0);
  });

  test('of each other is lifted only by both', async () => {
    const [anna, igor] = [await world.user(), await world.user()];
    await Promise.all([move(anna, 'block', igor), move(igor, 'block', anna)]);
    await move(anna, 'unblock', igor);
    expect(await move(anna, 'request', igor)).toBe('blocked');
    await move(igor, 'unblock', anna);
    expect(await move(anna, 'request', igor)).toEqual(standing('request', 'out'));
  });
});

describe('silence', () => {
  const mute = async (who: Actor, { id }: Actor, seconds?: number) =>
    (await world.call(who, circleApi.mute, { params: { id }, body: seconds === undefined ? {} : { seconds } })).body;

  test('lasts as long as was chosen, and the other side does not notice', async () => {
    const [anna, igor] = [await world.user(), await world.user()];
    const set = await mute(anna, igor, 3600);
    expect(set).toMatchObject({ muted: 1 });
    expect(Date.parse(set.muted_until ?? '') - Date.now()).toBeGreaterThan(3_500_000);
    expect(await see(anna, igor)).toMatchObject({ muted: 1, muted_until: set.muted_until, blocked: 0 });
    expect(await see(igor, anna)).toMatchObject({ muted: 0, muted_until: null });
    expect(await mute(anna, igor)).toEqual({ muted: 1, muted_until: null });
    expect(await see(anna, igor)).toMatchObject({ muted: 1, muted_until: null });
    expect((await world.call(anna, circleApi.muted)).body).toMatchObject({
      total: 1,
      list: [{ id: igor.id, muted: 1, muted_until: null }],
    });
    await move(igor, 'request', anna);
    expect(await bells(anna)).toEqual([]);
    expect(await counts(anna)).toMatchObject({ requests: 1 });
    for (let time = 0; time < 2; time += 1)
      expect(await move(anna, 'unmute', igor)).toEqual({ muted: 0, muted_until: null });
    expect((await world.call(anna, circleApi.muted)).body.total).toBe(0);
  });

  test('that is over is over', async () => {
    const [anna, igor] = [await world.user(), await world.user()];
    await mute(anna, igor, 60);
    await sql`update mutes set until = now() - interval '1 second' where user_id = ${anna.id}`.execute(
      world.services.db,
    );
    expect(await see(anna, igor)).toMatchObject({ muted: 0, muted_until: null });
    expect((await world.call(anna, circleApi.muted)).body.total).toBe(0);
  });

  test('is not for oneself, for nobody, or for a second', async () => {
    const [anna, igor] = [await world.user(), await world.user()];
    expect((await mute(anna, anna)).code).toBe('forbidden');
    expect((await mute(anna, { ...anna, id: 999_999_999 })).code).toBe('not_found');
    expect((await mute(anna, igor, 1)).code).toBe('invalid_input');
  });
});

test('an erased person knows nobody and is known by nobody', async () => {
  const { db } = world.services;
  const [anna, igor, olga] = [await world.user(), await world.user(), await world.user()];
  await befriend(anna, igor);
  await move(anna, 'request', olga);
  await move(igor, 'block', olga);
  await world.call(olga, circleApi.mute, { params: { id: anna.id }, body: {} });
  shiftMs += DAY_MS;
  await Promise.all(
    [anna, igor].map(({ id }) => db.transaction().execute((tx) => eraseUserData(world.services, tx, id))),
  );
  const { rows } = await sql<{ kept: number }>`
    select (select count(*) from friends where ${anna.id} in (user_id, friend_id))
      + (select count(*) from friend_requests where ${anna.id} in (from_id, to_id))
      + (select count(*) from blocks where ${igor.id} in (user_id, blocked_id))
      + (select count(*) from mutes where ${anna.id} in (user_id, muted_id)) as kept`.execute(db);
  expect(rows).toEqual([{ kept: 0 }]);
});
