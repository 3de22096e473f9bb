import { adSearchApi } from '@app/contract/market/ad-search';
import { adsApi } from '@app/contract/market/ads';
import { searchesApi } from '@app/contract/market/searches';
import { placesApi } from '@app/contract/reference/places';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, createWorld, type World } from '../../../../test/world.ts';
import { applyCountDeltas } from '../ads.queries.ts';

let world: World;
let seller: Actor;
const cities = new Map<string, { id: number; country_id: number }>();

const suggest = async (search: string, more: object = {}) =>
  (await world.call(null, placesApi.suggest, { query: { search, ...more } })).body.places;
const idOf = (name: string): number => cities.get(name)?.id ?? 0;

beforeAll(async () => {
  world = await createWorld();
  const { pool, db } = world.services;
  seller = await world.user({ paid: true });
  for (const name of ['Казань', 'Зеленодольск', 'Уфа']) {
    const [place] = await suggest(name);
    expect(place?.name).toBe(name);
    if (place) cities.set(name, place);
  }
  const insert = (city: string, district: string, count: number) =>
    pool.query(
      `insert into ads (owner_id, title, description, price_roubles, created_at, country_id, city_id, district)
       select $1, $2 || ' ' || n, 'Крепкий', 100, now() - make_interval(mins => n), $3, $4, $5
       from generate_series(1, $6::int) n`,
      [seller.id, `Стул ${city} ${district}`, cities.get(city)?.country_id, idOf(city), district, count],
    );
  await insert('Казань', 'Авиастроительный посёлок', 2);
  await insert('Казань', 'авиастроительный Поселок', 1);
  await insert('Казань', 'Горки', 4);
  await insert('Казань', '', 1);
  await insert('Зеленодольск', 'Мирный', 2);
  await insert('Уфа', 'Горки', 5);
  await insert('Уфа', 'Казанская слобода', 1);
  await applyCountDeltas(db);
});

afterAll(() => world.close());

const list = async (query: object) => (await world.call(null, adsApi.listEnabled, { query: query as never })).body;
const districtsOf = (boards: readonly { board_district: string }[]) =>
  [...new Set(boards.map(({ board_district }) => board_district.toLowerCase().replaceAll('ё', 'е')))].sort();

test('a list of a district has its ads, however their owners spell it, and no others of that name', async () => {
  const { boards, total } = await list({ city_id: idOf('Казань'), district: 'АВИАСТРОИТЕЛЬНЫЙ ПОСЕЛОК' });
  expect(total).toBe(3);
  expect(districtsOf(boards)).toEqual(['авиастроительный поселок']);
  expect((await list({ city_id: idOf('Казань'), district: 'Горки', search: 'стул' })).total).toBe(4);
  const facets = await world.call(null, adSearchApi.facets, { query: { city_id: idOf('Казань'), district: 'Горки' } });
  expect(facets.body.total).toBe(4);
});

test('a short list of a district is followed by the rest of its city, and then by the cities around', async () => {
  const { boards, nearby = [] } = await list({ city_id: idOf('Казань'), district: 'Горки' });
  const shown = boards.map(({ board_id }) => board_id);
  expect(nearby.filter(({ board_id }) => shown.includes(board_id))).toEqual([]);
  expect([...new Set(nearby.map(({ city }) => city?.name))]).toEqual(['Казань', 'Зеленодольск', 'Уфа']);
  expect(nearby.filter(({ city }) => city?.name === 'Казань')).toHaveLength(4);
});

test('without a city there is no district, and a radius goes beyond it', async () => {
  const everything = (await list({})).total;
  expect((await list({ district: 'Горки' })).total).toBe(everything);
  expect((await list({ city_id: idOf('Казань'), radius: 100, district: 'Горки' })).total).toBe(10);
});

test('a district without ads proposes the whole city', async () => {
  const { total, relax } = await list({ city_id: idOf('Казань'), district: 'Дербышки' });
  expect(total).toBe(0);
  expect(relax?.find(({ filter }) => filter === 'district')).toEqual({ filter: 'district', total: 8 });
});

test.for([
  ['гор', ['Горки Уфа', 'Горки Казань']],
  ['ujhrb', ['Горки Уфа', 'Горки Казань']],
  ['казань гор', ['Горки Казань']],
  ['Казань, Горки', ['Горки Казань']],
  ['горки каз', ['Горки Казань']],
  ['посел', ['Авиастроительный посёлок Казань']],
  ['г', []],
] as const)('«%s» names districts: %s', async ([typed, names]) => {
  const found = (await suggest(typed, { districts: 1 })).filter(({ kind }) => kind === 'district');
  expect(found.map(({ name, city_name }) => `${name} ${city_name}`)).toEqual(names);
  expect((await suggest(typed)).filter(({ kind }) => kind === 'district')).toEqual([]);
});

test('districts of the city where one looks come first, and cities of that name before them', async () => {
  const near = { districts: 1, near: idOf('Казань') };
  const [first] = (await suggest('горки', near)).filter(({ kind }) => kind === 'district');
  expect(first).toMatchObject({ name: 'Горки', city_name: 'Казань', id: idOf('Казань') });
  const kinds = (await suggest('каз', near)).map(({ kind }) => kind);
  expect([kinds[0], kinds.at(-1)]).toEqual(['city', 'district']);
});

test('a saved search of a district says so', async () => {
  const { body } = await world.call(seller, searchesApi.save, {
    body: { city_id: idOf('Казань'), district: 'Горки', letters: 0 },
  });
  expect(body.name).toBe('Казань, Горки');
  expect(body.href).toContain(`city=${idOf('Казань')}&district=`);
});
