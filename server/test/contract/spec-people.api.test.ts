import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, createWorld, type World } from '../world.ts';
import { createOutsideClient, type OutsideClient, type Received, type Sent, type Spelling } from './outside-client.ts';
import { SHAPES } from './spec-shapes.ts';

let world: World;
let client: OutsideClient;
let anna: Actor;

beforeAll(async () => {
  world = await createWorld();
  client = await createOutsideClient(world);
  anna = await world.user({ firstname: 'Анна', lastname: 'Шевченко', country_id: 1, city_id: 1 });
});

afterAll(() => world.close());

const PATHS = ['users', 'user'];

const friendshipOf = async (as: Actor, { id }: Actor) =>
  (await client.succeed('GET', `/api/users/${id}`, { as })).body.friendship;
async function befriend(one: Actor, other: Actor): Promise<void> {
  await client.succeed('PUT', `/api/users/friends/${other.id}`, { as: one });
  await client.succeed('POST', `/api/users/friends/${one.id}`, { as: other });
}
const listOf = ({ body }: Received) => body.list as Record<string, unknown>[];

describe('people', () => {
  test('GET users/{id} says who somebody is, and how the two stand', async () => {
    const igor = await world.user({ firstname: 'Игорь' });
    for (const path of PATHS) {
      const { body } = await client.succeed('GET', `/api/${path}/${anna.id}`, { as: igor });
      expect(body).toMatchObject({ ...SHAPES.user, firstname: 'Анна', friendship: '', allow_to_call: 1 });
    }
    const { body } = await client.succeed('GET', `/api/users/${anna.id}`, {});
    expect(body).toMatchObject({ id: anna.id, firstname: 'Анна' });
    expect(body).not.toHaveProperty('friendship');
    await client.refused('GET', '/api/users/99999999', {}, 404, 'not_found');
  });

  test('GET users?search&page&size finds people, five a page', async () => {
    for (let at = 0; at < 6; at += 1) await world.user({ lastname: 'Пятериков' });
    for (const path of PATHS) {
      const first = await client.succeed('GET', `/api/${path}?search=Пятериков`, { as: anna });
      expect(first.body.total).toBe(6);
      expect(listOf(first)).toHaveLength(5);
      expect(listOf(first)[0]).toMatchObject({ ...SHAPES.foundUser, added_to_conf: 0 });
      const second = await client.succeed('GET', `/api/${path}?search=Пятериков&page=2&size=5`, { as: anna });
      expect(listOf(second)).toHaveLength(1);
    }
    await client.refused('GET', '/api/users', {}, 401, 'unauthorized');
  });
});

describe('friends', () => {
  test.each(PATHS)('PUT %s/friends/{id} asks, GET …/income shows it, POST accepts, DELETE ends it', async (path) => {
    const [igor, olga] = [await world.user(), await world.user({ firstname: 'Ольга' })];
    await client.succeed('PUT', `/api/${path}/friends/${igor.id}`, { as: olga });
    expect(await friendshipOf(olga, igor)).toBe('request');
    const income = await client.succeed('GET', `/api/${path}/friends/income`, { as: igor });
    expect(income.body.total).toBe(1);
    expect(listOf(income)).toMatchObject([{ user_from: { ...SHAPES.foundUser, firstname: 'Ольга' } }]);
    await client.succeed('POST', `/api/${path}/friends/${olga.id}`, { as: igor });
    expect(await friendshipOf(olga, igor)).toBe('friend');
    expect(await friendshipOf(igor, olga)).toBe('friend');
    expect((await client.succeed('GET', `/api/${path}/friends/income`, { as: igor })).body).toMatchObject({
      list: [],
      total: 0,
    });
    const friends = await client.succeed('GET', `/api/${path}/friends`, { as: igor });
    expect(listOf(friends)).toMatchObject([{ id: olga.id, friendship: 'friend' }]);
    await client.succeed('DELETE', `/api/${path}/friends/${igor.id}`, { as: olga });
    expect(await friendshipOf(igor, olga)).toBe('');
  });

  test('the body of these calls may be empty, JSON or a form', async () => {
    const spellings: (Spelling | undefined)[] = [undefined, 'json', 'urlencoded'];
    for (const spelling of spellings) {
      const [igor, olga] = [await world.user(), await world.user()];
      const sent: Sent = spelling === undefined ? {} : { body: { user_id: anna.id }, spelling };
      await client.succeed('PUT', `/api/users/friends/${igor.id}`, { as: olga, ...sent });
      expect(await friendshipOf(igor, olga)).toBe('request');
      await client.succeed('POST', `/api/users/friends/${olga.id}`, { as: igor, ...sent });
      expect(await friendshipOf(igor, anna)).toBe('');
    }
  });

  test('GET users/friends and users/kith take search, country_id and city_id', async () => {
    const igor = await world.user();
    const [near, far] = [
      await world.user({ lastname: 'Близнецов', country_id: 1, city_id: 1 }),
      await world.user({ lastname: 'Далёкин', country_id: 2, city_id: null }),
    ];
    for (const friend of [near, far]) await befriend(friend, igor);
    await client.succeed('POST', '/api/users/friend', { as: igor, body: { id: far.id, kith: 1 } });
    const ids = async (query: string) =>
      listOf(await client.succeed('GET', `/api/users/${query}`, { as: igor })).map(({ id }) => id);
    expect(await ids('friends')).toEqual([far.id, near.id]);
    expect(await ids('friends?search=далекин')).toEqual([far.id]);
    expect(await ids('friends?search=&country_id=1&city_id=1')).toEqual([near.id]);
    expect(await ids('friends?search=&country_id=&city_id=')).toEqual([far.id, near.id]);
    expect(await ids('friends?size=1&page=2')).toEqual([near.id]);
    expect(await ids('kith')).toEqual([far.id]);
    expect(await ids('kith?country_id=1')).toEqual([]);
  });

  test.each<Spelling>(['json', 'urlencoded'])('POST users/friend {id} as %s answers the card', async (spelling) => {
    const igor = await world.user({ firstname: 'Игорь' });
    for (const path of PATHS) {
      const sent: Sent = { as: anna, body: { id: String(igor.id) }, spelling };
      const { body } = await client.succeed('POST', `/api/${path}/friend`, sent);
      expect(body).toMatchObject({ ...SHAPES.user, id: igor.id, firstname: 'Игорь', friendship: '' });
    }
    await client.refused('POST', '/api/users/friend', { as: anna, body: { id: igor.id, kith: 1 } }, 409, 'not_friends');
    await client.refused('POST', '/api/users/friend', { as: anna, body: { id: 99_999_999 } }, 404, 'not_found');
    await client.refused('POST', '/api/users/friend', { as: anna, body: {} }, 400, 'invalid_input');
  });

  test('GET users/block/{id} says whether, and changes nothing', async () => {
    const igor = await world.user();
    for (const path of PATHS) {
      const { body, headers } = await client.succeed('GET', `/api/${path}/block/${igor.id}`, {
        as: anna,
        by: 'forged browser',
      });
      expect(body).toEqual({ blocked: 0 });
      expect(headers.get('cache-control')).toBe('no-store');
    }
    await client.succeed('PUT', `/api/users/block/${igor.id}`, { as: anna });
    expect((await client.succeed('GET', `/api/users/block/${igor.id}`, { as: anna })).body).toEqual({ blocked: 1 });
  });

  test('nobody is asked by guests, nobody asks oneself, and who is not there cannot be asked', async () => {
    const to = (id: number) => `/api/users/friends/${id}`;
    for (const verb of ['GET', 'PUT', 'POST', 'DELETE'] as const) {
      await client.refused(verb, to(anna.id), {}, 401, 'unauthorized');
      await client.refused(verb, to(99_999_999), { as: anna }, 404, 'not_found');
    }
    await client.refused('PUT', to(anna.id), { as: anna }, 400, 'own_friendship');
    for (const address of ['/api/users/friends', '/api/users/kith', '/api/users/friends/income'])
      await client.refused('GET', address, {}, 401, 'unauthorized');
    await client.refused('PUT', '/api/users/friends/abc', { as: anna }, 400, 'invalid_input');
  });
});

describe('GET users/friends/{id} puts a request away', () => {
  let igor: Actor;
  let address: string;
  const waiting = async () => (await client.succeed('GET', '/api/users/friends/income', { as: igor })).body.total;

  beforeAll(async () => {
    igor = await world.user();
    address = `/api/users/friends/${anna.id}`;
    await client.succeed('PUT', `/api/users/friends/${igor.id}`, { as: anna });
  });

  test.each<[string, Sent]>([
    ['a browser without the CSRF header', { by: 'forged browser' }],
    ['another site', { by: 'browser', headers: { 'sec-fetch-site': 'cross-site' } }],
    ['another origin', { by: 'browser', headers: { origin: 'https://evil.example' } }],
    ['a prefetch', { by: 'browser', headers: { 'sec-purpose': 'prefetch' } }],
    ['a prerender', { by: 'browser', headers: { 'sec-purpose': 'prefetch;prerender' } }],
    ['an older prefetch', { by: 'browser', headers: { purpose: 'prefetch' } }],
  ])('not for %s', async (_, sent) => {
    const { headers } = await client.refused('GET', address, { as: igor, ...sent }, 403);
    expect(headers.get('cache-control')).toBe('no-store');
    expect(await waiting()).toBe(1);
  });

  test('once and for all, however often, and nothing else', async () => {
    for (const sent of [{ by: 'browser' }, { by: 'bearer' }] as const) {
      const { headers } = await client.succeed('GET', address, { as: igor, ...sent });
      expect(headers.get('cache-control')).toBe('no-store');
      expect(await waiting()).toBe(0);
    }
    await client.succeed('PUT', `/api/users/friends/${anna.id}`, { as: igor });
    await client.succeed('GET', address, { as: igor });
    expect(await friendshipOf(igor, anna)).toBe('friend');
  });
});
