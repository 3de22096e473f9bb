import { adSearchApi } from '@app/contract/market/ad-search';
import { adsApi } from '@app/contract/market/ads';
import { searchesApi } from '@app/contract/market/searches';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { insertSearchAds } from '../../../../../test/search-quality/search-fixtures.ts';
import { createWorld, type World } from '../../../../../test/world.ts';
import { applySearchChanges } from '../../../../platform/search/vocabulary.ts';
import { applyCountDeltas } from '../../ads.queries.ts';

let world: World;
let nameOf: ReadonlyMap<number, string>;
let kazan: { id: number; country_id: number };
let samara: { id: number; country_id: number };

beforeAll(async () => {
  world = await createWorld();
  const { pool, db } = world.services;
  nameOf = await insertSearchAds(pool);
  await applySearchChanges(pool);
  await applyCountDeltas(db);
  const city = (name: string) =>
    db.selectFrom('cities').select(['id', 'country_id']).where('name_native', '=', name).executeTakeFirstOrThrow();
  [kazan, samara] = await Promise.all([city('Казань'), city('Самара')]);
});

afterAll(() => world.close());

const list = async (query: object) => (await world.call(null, adsApi.listEnabled, { query: query as never })).body;
const names = (boards: readonly { board_id: number }[]) => boards.map(({ board_id }) => nameOf.get(board_id));

test('city, price and category are read out of the words, each with the query that remains without it', async () => {
  const found = await list({ search: 'велосипеды в казани до 20 тысяч' });
  expect(names(found.boards).toSorted()).toEqual(['city-bike', 'kids-bike']);
  expect(found.read).toEqual([
    { kind: 'price', price_to: 20_000, search: 'велосипеды в казани' },
    { kind: 'city', id: kazan.id, name: 'Казань', search: 'велосипеды до 20 тысяч' },
  ]);
  const job = await list({ search: 'вакансии продавец' });
  expect(names(job.boards)).toEqual(['seller-job']);
  expect(job.read).toMatchObject([{ kind: 'category', name: 'Работа', search: 'продавец' }]);
  const city = await list({ search: 'Казань' });
  expect(city).toMatchObject({ read: [{ kind: 'city', id: kazan.id, search: '' }] });
  expect(city.total).toBe((await list({ city_id: kazan.id })).total);
});

test('a distance beside the city is read with it, and goes when the city goes', async () => {
  const found = await list({ search: 'велосипед казань 5 км до 20 тысяч' });
  expect(names(found.boards).toSorted()).toEqual(['city-bike', 'kids-bike']);
  expect(found.read).toEqual([
    { kind: 'price', price_to: 20_000, search: 'велосипед казань 5 км' },
    { kind: 'city', id: kazan.id, name: 'Казань', search: 'велосипед до 20 тысяч' },
    { kind: 'radius', radius: 5, search: 'велосипед казань до 20 тысяч' },
  ]);
  const wide = await list({ search: 'велосипед до 20 тысяч 500 км от казани' });
  expect(wide.read).toContainEqual({ kind: 'radius', radius: 500, search: 'велосипед до 20 тысяч от казани' });
  expect(names(wide.boards)).toEqual(expect.arrayContaining(['city-bike', 'kids-bike']));
  const chosen = await list({ search: 'велосипед в радиусе 25 км', city_id: kazan.id });
  expect(chosen.read).toEqual([{ kind: 'radius', radius: 25, search: 'велосипед' }]);
  const given = await list({ search: 'велосипед казань 5 км', radius: 10 });
  expect(given.read?.map(({ kind }) => kind)).toEqual(['city']);
});

test('explicit filters win over what the words say', async () => {
  const inSamara = await list({ search: 'велосипед в казани', city_id: samara.id, country_id: samara.country_id });
  expect(names(inSamara.boards)).toEqual(['mountain-bike']);
  expect(inSamara).not.toHaveProperty('read');
  const dear = await list({ search: 'велосипед до 20 тысяч', price_from: 30_000 });
  expect(names(dear.boards)).toEqual(['mountain-bike']);
  const other = await list({ search: 'гараж недвижимость', category_id: 999 });
  expect(other).not.toHaveProperty('read');
});

test('what could mean something else is searched as words when the reading finds nothing', async () => {
  const found = await list({ search: 'баян тула' });
  expect(names(found.boards)).toEqual(['accordion']);
  expect(found).not.toHaveProperty('read');
});

test('the words as typed are searched on demand', async () => {
  const corrected = await list({ search: 'виласипед' });
  expect(corrected.corrected).toBe('велосипед');
  expect(corrected.total).toBeGreaterThan(2);
  for (const search of ['виласипед', 'красное платье', 'велосипеды в казани'])
    expect(await list({ search, exact: 1 })).toMatchObject({ total: 0, boards: [] });
  expect(names((await list({ search: 'гитара', exact: 1 })).boards)).toContain('guitar');
});

test('a noun outlives the adjective, and adjectives alone are no answer', async () => {
  expect(await list({ search: 'красное платье' })).toMatchObject({ corrected: 'платье' });
  expect(await list({ search: 'детский граммофон' })).toMatchObject({ total: 0 });
  expect(await list({ search: 'байк' })).not.toHaveProperty('corrected');
});

test('words are answered by relevance, and an explicit order wins', async () => {
  const titles = async (query: object) => names((await list({ search: 'чехол', ...query })).boards);
  const [first] = await titles({});
  expect(first).toBe('phone-case');
  const byDate = await titles({ sort: 'date' });
  const dates = (await list({ search: 'чехол', sort: 'date' })).boards.map(
    ({ board_date_create }) => board_date_create,
  );
  expect(byDate.length).toBeGreaterThan(3);
  expect(dates).toEqual(dates.toSorted().reverse());
  const prices = (await list({ search: 'чехол', sort: 'price_asc' })).boards.map(({ board_price }) => board_price);
  expect(prices).toEqual(prices.toSorted((a, b) => a - b));
  const pages = await Promise.all([1, 2, 3].map((page) => list({ search: 'чехол', size: 2, page })));
  expect(pages.flatMap(({ boards }) => names(boards))).toEqual((await titles({})).slice(0, 6));
});

test('a short page of a city goes on with the cities around it, the nearest first', async () => {
  await world.services.db
    .updateTable('ads')
    .set({ city_id: samara.id })
    .where('title', '=', 'BMX для трюков')
    .execute();
  const { city_id } = { city_id: samara.id };
  const found = await list({ search: 'велосипед', city_id });
  const around = await list({ search: 'велосипед', city_id, radius: 500, size: 100 });
  const elsewhere = around.boards.filter(({ city }) => city?.id !== samara.id);
  expect(found.total).toBeLessThan(10);
  for (const ad of found.nearby ?? []) {
    expect(ad.city?.id).not.toBe(samara.id);
    expect(ad.board_distance).toBeGreaterThan(0);
  }
  const distances = (found.nearby ?? []).map(({ board_distance }) => board_distance ?? 0);
  expect(distances).toEqual(distances.toSorted((a, b) => a - b));
  expect(found.nearby?.length).toBe(Math.min(elsewhere.length, 12));
  expect(await list({ city_id, size: 100 })).not.toHaveProperty('nearby');
  expect(await list({ city_id, size: 2 })).not.toHaveProperty('nearby');
});

test('counts beside the filters and saved searches read the words alike', async () => {
  const { body } = await world.call(null, adSearchApi.facets, {
    query: { search: 'велосипед до 20к в казани' } as never,
  });
  expect(body.total).toBe((await list({ search: 'велосипед до 20к в казани' })).total);
  const anna = await world.user();
  const saved = await world.call(anna, searchesApi.save, { body: { search: 'велосипед до 20к в казани' } as never });
  expect(saved.body.name).toMatch(/^Велосипед, Казань, до 20\s000\s₽$/);
});
