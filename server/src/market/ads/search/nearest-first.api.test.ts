import { adsApi } from '@app/contract/market/ads';
import { placesApi } from '@app/contract/reference/places';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, createWorld, type World } from '../../../../test/world.ts';
import { insertDemoCircle } from '../../../people/circle/demo-circle.public.ts';
import { applySearchChanges } from '../../../platform/search/vocabulary.ts';
import { applyCountDeltas } from '../ads.queries.ts';

const CITIES = ['Казань', 'Зеленодольск', 'Йошкар-Ола', 'Чебоксары', 'Ульяновск', 'Самара', 'Уфа'];
const PER_CITY = 3;

let world: World;
let seller: Actor;
let category: number;
const cities = new Map<string, number>();

beforeAll(async () => {
  world = await createWorld();
  const { pool, db } = world.services;
  seller = await world.user({ paid: true });
  const { rows } = await pool.query<{ id: number }>('select id from categories order by id limit 1');
  category = rows[0]?.id ?? 0;
  for (const name of CITIES) {
    const { places } = (await world.call(null, placesApi.suggest, { query: { search: name } })).body;
    expect(places[0]?.name).toBe(name);
    cities.set(name, places[0]?.id ?? 0);
    await pool.query(
      `insert into ads (owner_id, title, description, price_roubles, created_at, category_id, country_id, city_id)
       select $1, 'Велосипед ' || n, 'Ездит', 100 * n, now() - make_interval(days => n), $2, $3, $4
       from generate_series(1, $5::int) n`,
      [seller.id, category, places[0]?.country_id, places[0]?.id, PER_CITY],
    );
  }
  await applySearchChanges(pool);
  await applyCountDeltas(db);
});

afterAll(() => world.close());

const idOf = (name: string): number => cities.get(name) ?? 0;
const list = async (query: object, actor: Actor | null = null) =>
  (await world.call(actor, adsApi.listEnabled, { query: query as never })).body;
type Listed = Awaited<ReturnType<typeof list>>['boards'];
const placesOf = (boards: Listed): string[] => [...new Set(boards.map(({ city }) => city?.name ?? '?'))];
const near = (more: object = {}) => ({ city_id: idOf('Казань'), radius: 200, sort: 'near', size: 100, ...more });

test.for([
  ['all', {}],
  ['of a category', { category_id: 0 }],
  ['by words', { search: 'велосипед' }],
  ['by a price', { price_from: 100, price_to: 900 }],
] as const)('the nearest come first, and within a city the newest: %s', async ([, more]) => {
  const filters = 'category_id' in more ? { category_id: category } : more;
  const { boards, total } = await list(near(filters));
  expect(total).toBe(boards.length);
  expect(placesOf(boards)).toEqual(['Казань', 'Зеленодольск', 'Йошкар-Ола', 'Чебоксары', 'Ульяновск']);
  const distances = boards.map(({ board_distance }) => board_distance ?? -1);
  expect(distances).toEqual(distances.toSorted((a, b) => a - b));
  expect(distances[0]).toBe(0);
  const newest = boards.slice(0, PER_CITY).map(({ board_date_create }) => board_date_create);
  expect(newest).toEqual(newest.toSorted().reverse());
  expect(boards.map(({ board_id }) => board_id).toSorted()).toEqual(
    (await list({ ...near(filters), sort: 'date' })).boards.map(({ board_id }) => board_id).toSorted(),
  );
});

test.for([
  ['all', {}],
  ['by words', { search: 'велосипед' }],
] as const)('ads for a circle stand at their places, for the circle: %s', async ([, filters]) => {
  const { db, pool } = world.services;
  const [friend, stranger] = [await world.user(), await world.user()];
  await db.transaction().execute((tx) =>
    insertDemoCircle(tx, {
      friendships: [{ between: [seller.id, friend.id], since: new Date() }],
      relatives: [],
      requests: [],
    }),
  );
  const before = (await list(near(filters), stranger)).boards.map(({ board_id }) => board_id);
  const hidden = before[PER_CITY + 1] ?? 0;
  await pool.query(`update ads set audience = 'friends' where id = $1`, [hidden]);
  const { boards, total } = await list(near(filters), friend);
  expect(boards.map(({ board_id }) => board_id)).toEqual(before);
  expect(total).toBe(before.length);
  expect((await list(near(filters), stranger)).boards.map(({ board_id }) => board_id)).toEqual(
    before.filter((id) => id !== hidden),
  );
  await pool.query(`update ads set audience = 'all' where id = $1`, [hidden]);
});

test('its pages follow each other without gaps, with a promotion asked for as well', async () => {
  const whole = (await list(near())).boards.map(({ board_id }) => board_id);
  const pages = await Promise.all(
    [1, 2, 3, 4].map((page) => list(near({ size: 4, page, promoted: 1 })).then(({ boards }) => boards)),
  );
  expect(pages.flat().map(({ board_id }) => board_id)).toEqual(whole.slice(0, 16));
  expect(await list(near({ page: 9 }))).toMatchObject({ boards: [], total: whole.length });
});

test('it needs a radius, and a city of the country asked for', async () => {
  const newest = (await list({ city_id: idOf('Казань'), size: 100 })).boards;
  expect((await list({ ...near(), radius: undefined })).boards).toEqual(newest);
  expect((await list({ sort: 'near', size: 5 })).boards).toEqual((await list({ size: 5 })).boards);
  const { rows } = await world.services.pool.query<{ id: number }>(`select id from countries where iso = 'DE'`);
  expect((await list(near({ country_id: rows[0]?.id }))).total).toBe(0);
});

test('after a short list come the ads of further cities, the nearest first, and none twice', async () => {
  const alone = await list({ city_id: idOf('Казань') });
  expect(alone.total).toBe(PER_CITY);
  expect(placesOf(alone.nearby ?? []).slice(0, 2)).toEqual(['Зеленодольск', 'Йошкар-Ола']);
  const around = await list({ city_id: idOf('Казань'), radius: 50 });
  expect(placesOf(around.boards).toSorted()).toEqual(['Зеленодольск', 'Казань']);
  expect(placesOf(around.nearby ?? [])[0]).toBe('Йошкар-Ола');
  expect(await list({ city_id: idOf('Казань'), radius: 500 })).not.toHaveProperty('nearby');
});

test('somebody who told where they live sees distances in every list, a guest only around a city', async () => {
  const person = await world.user({ city_id: idOf('Самара') });
  const { boards } = await list({ city_id: idOf('Уфа') }, person);
  expect(boards[0]?.board_distance).toBeGreaterThan(400);
  expect((await list({ city_id: idOf('Уфа') })).boards[0]).not.toHaveProperty('board_distance');
});
