import { adsApi } from '@app/contract/market/ads';
import { followsApi } from '@app/contract/market/follows';
import { searchesApi } from '@app/contract/market/searches';
import { notificationsApi } from '@app/contract/notifications/notifications';
import { circleApi } from '@app/contract/people/circle';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { emailsTo } from '../../../test/emails.ts';
import { rounds } from '../../../test/rounds.ts';
import { type Actor, createWorld, type World } from '../../../test/world.ts';
import { eraseUserData } from '../../platform/domain/user-data.ts';
import { notifyFollowersOfAd } from './notify-followers-of-ad.job.ts';

let world: World;

beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const set = (who: Actor | null, to_id: number, subscribe: 0 | 1) =>
  world.call(who, followsApi.set, { body: { to_id, subscribe } });
const get = async (who: Actor | null, id: number) => (await world.call(who, followsApi.get, { params: { id } })).body;
const mailOf = (who: Actor) => `${who.login}@example.com`;
async function publish(who: Actor, fields: object = {}): Promise<number> {
  const body = { board_title: 'Мольберт', board_description: 'Буковый', board_price: 3000, ...fields };
  return (await world.call(who, adsApi.create, { body })).body.board_id;
}
async function bellsOf(who: Actor) {
  return (await world.call(who, notificationsApi.list, { query: { mark: 0 } })).body.list;
}
const announce = (ad_id: number) => notifyFollowersOfAd.run(world.services, { ad_id });

test('one subscribes and stops, however often it is asked for, and everybody sees how many are subscribed', async () => {
  const [anna, igor] = [await world.user(), await world.user()];
  for (let time = 0; time < 2; time += 1)
    expect((await set(anna, igor.id, 1)).body).toEqual({ subscribe: 1, count: 1 });
  expect(await get(null, igor.id)).toEqual({ subscribe: 0, count: 1 });
  expect(await get(anna, igor.id)).toEqual({ subscribe: 1, count: 1 });
  for (let time = 0; time < 2; time += 1)
    expect((await set(anna, igor.id, 0)).body).toEqual({ subscribe: 0, count: 0 });
});

test('nobody subscribes to oneself, to people who are not there, or as a guest', async () => {
  const [anna, gone] = [await world.user(), await world.user()];
  expect((await set(anna, anna.id, 1)).body.code).toBe('forbidden');
  expect((await set(anna, 999_999_999, 1)).body.code).toBe('not_found');
  expect((await set(null, anna.id, 1)).body.code).toBe('unauthorized');
  await sql`update users set status = 'suspended' where id = ${gone.id}`.execute(world.services.db);
  expect((await set(anna, gone.id, 1)).body.code).toBe('not_found');
  expect(await get(anna, gone.id)).toMatchObject({ code: 'not_found' });
});

test('parallel changes by fifty people leave an exact count', async () => {
  const igor = await world.user();
  const people = await Promise.all(Array.from({ length: 50 }, () => world.user()));
  await Promise.all(
    Array.from({ length: rounds(60, 500) }, (_, turn) =>
      set(people[turn % 50] as Actor, igor.id, turn % 3 === 0 ? 0 : 1),
    ),
  );
  const states = await Promise.all(people.map((who) => get(who, igor.id)));
  const expected = states.filter(({ subscribe }) => subscribe === 1).length;
  expect(new Set(states.map(({ count }) => count))).toEqual(new Set([expected]));
});

test('who is subscribed to learns of a subscriber once, however often they come and go', async () => {
  const [anna, igor] = [await world.user({ firstname: 'Анна' }), await world.user()];
  for (const subscribe of [1, 0, 1, 0, 1] as const) await set(anna, igor.id, subscribe);
  const bells = await bellsOf(igor);
  expect(bells).toMatchObject([{ kind: 'subscriber', meta: { user: { id: anna.id } } }]);
});

test('a new ad rings for the subscribers once, and is written about once a day', async () => {
  const [anna, olga, igor] = [
    await world.user(),
    await world.user(),
    await world.user({ paid: true, firstname: 'Игорь' }),
  ];
  await set(anna, igor.id, 1);
  const first = await publish(igor);
  await set(olga, igor.id, 1);
  await Promise.all([announce(first), announce(first)]);
  await announce(first);
  expect(await bellsOf(anna)).toMatchObject([{ kind: 'new_ad', link: `/ad/${first}` }]);
  expect(await bellsOf(olga)).toEqual([]);
  await announce(await publish(igor, { board_title: 'Этюдник' }));
  expect(await bellsOf(anna)).toHaveLength(2);
  expect(await emailsTo(world, mailOf(anna))).toMatchObject([
    { template: 'new_ad', items: [{ title: 'Мольберт' }], unsubscribe: expect.stringContaining('token=n.') },
  ]);
});

test('who muted a seller hears of no new ads, and hears of them again after that', async () => {
  const [anna, igor] = [await world.user(), await world.user({ paid: true })];
  await set(anna, igor.id, 1);
  await world.call(anna, circleApi.mute, { params: { id: igor.id }, body: {} });
  await announce(await publish(igor));
  expect(await bellsOf(anna)).toEqual([]);
  expect(await emailsTo(world, mailOf(anna))).toEqual([]);
  await world.call(anna, circleApi.unmute, { params: { id: igor.id } });
  await announce(await publish(igor));
  expect(await bellsOf(anna)).toHaveLength(1);
});

test('emails about a seller stop by their link, and come again after subscribing anew', async () => {
  const [anna, igor] = [await world.user(), await world.user({ paid: true, firstname: 'Игорь', lastname: 'Соколов' })];
  await set(anna, igor.id, 1);
  await announce(await publish(igor));
  const [letter] = (await emailsTo(world, mailOf(anna))) as unknown as { unsubscribe: string }[];
  const token = new URL(letter?.unsubscribe ?? '').searchParams.get('token') ?? '';
  const { body } = await world.call(null, searchesApi.unsubscribe, { query: { token } });
  expect(body).toEqual({ kind: 'new_ad', name: 'Игорь Соколов' });
  const { db } = world.services;
  await sql`update followers set emailed_at = null where follower_id = ${anna.id}`.execute(db);
  await announce(await publish(igor));
  expect(await emailsTo(world, mailOf(anna))).toHaveLength(1);
  await set(anna, igor.id, 0);
  await set(anna, igor.id, 1);
  await announce(await publish(igor));
  expect(await emailsTo(world, mailOf(anna))).toHaveLength(2);
});

test('an erased person follows nobody and is followed by nobody', async () => {
  const { db } = world.services;
  const [anna, igor] = [await world.user(), await world.user()];
  await set(anna, igor.id, 1);
  await set(igor, anna.id, 1);
  await db.transaction().execute((tx) => eraseUserData(world.services, tx, anna.id));
  expect(await get(null, igor.id)).toEqual({ subscribe: 0, count: 0 });
  expect(await get(null, anna.id)).toEqual({ subscribe: 0, count: 0 });
});
