import { referenceApi as api } from '@app/contract/reference/reference';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, createWorld, type World } from '../../test/world.ts';
import { parseCsv } from '../platform/formats/csv.ts';

let world: World;
let manager: Actor;

beforeAll(async () => {
  world = await createWorld();
  manager = await world.user({ groups: ['manager'] });
});
afterAll(() => world.close());

const download = (who: Actor | null, table: string, query = '') =>
  world.app.inject({ url: `/api/${table}/export.csv${query}`, ...(who && { cookies: { token: who.token } }) });
const lines = async (table: string, query = '') =>
  (parseCsv((await download(manager, table, query)).body) ?? []).map(({ cells }) => cells);

test('categories and countries are files with a line for each', async () => {
  const categories = await lines('categories');
  expect(categories.slice(0, 2)).toEqual([
    ['id', 'name_en', 'name_native'],
    ['1', 'Property', 'Недвижимость'],
  ]);
  expect(categories).toHaveLength(13);
  const countries = await lines('countries');
  expect(countries.slice(0, 2)).toEqual([
    ['id', 'name_en', 'name_native', 'phone_code', 'iso'],
    ['1', 'Russia', 'Россия', '7', 'RU'],
  ]);
  expect(countries.length).toBe((await world.call(null, api.listCountries)).body.total + 1);
});

test('cities are all of a country, however many, with where they lie', async () => {
  const { total } = (await world.call(null, api.listCities, { query: { country: 1, size: 1 } })).body;
  const cities = await lines('cities', '?country=1');
  expect(cities[0]).toEqual(['id', 'name_en', 'name_native', 'country', 'lat', 'lon']);
  expect(cities).toHaveLength(total + 1);
  expect((await lines('cities', '?search=казань')).length).toBeGreaterThan(1);
});

test('the files are for staff', async () => {
  const person = await world.user();
  for (const table of ['categories', 'countries', 'cities']) {
    expect((await download(null, table)).statusCode).toBe(401);
    expect((await download(person, table)).statusCode).toBe(403);
  }
});
