import { placesApi } from '@app/contract/reference/places';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../../../test/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const suggest = async (search: string, more: object = {}, lang = 'ru') =>
  (await world.call(null, placesApi.suggest, { query: { search, ...more }, headers: { 'accept-language': lang } })).body
    .places;
const first = async (search: string, more: object = {}) => (await suggest(search, more))[0]?.name;

test.for([
  ['Казань', 'Казань'],
  ['каз', 'Казань'],
  ['Казнь', 'Казань'],
  ['козань', 'Казань'],
  ['rfpfym', 'Казань'],
  ['kazan', 'Казань'],
  ['в казани', undefined],
  ['казани', 'Казань'],
  ['спб', 'Санкт-Петербург'],
  ['Екатеренбург', 'Екатеринбург'],
  ['екатирин', 'Екатеринбург'],
  ['новгород', 'Нижний Новгород'],
  ['орел', 'Орёл'],
  ['München', 'Мюнхен'],
  ['모스크바', 'Москва'],
  ['росси', 'Россия'],
  ['зюзюблик', undefined],
  ['   ', undefined],
])('«%s» is %s', async ([typed, name]) => {
  expect(await first(typed as string)).toBe(name);
});

test('a place has its country and, for a city, its position, named in the language of the reader', async () => {
  const [kazan] = await suggest('Казань', {}, 'en');
  expect(kazan).toMatchObject({ kind: 'city', name: 'Kazan', country_name: 'Russia' });
  expect([Math.round(kazan?.lat ?? 0), Math.round(kazan?.lon ?? 0)]).toEqual([56, 49]);
  const [russia] = await suggest('Россия', {}, 'de');
  expect(russia).toMatchObject({ kind: 'country', name: 'Russland', country_id: russia?.id });
  expect(russia).not.toHaveProperty('lat');
});

test('the larger city comes first, unless another one is near', async () => {
  const names = (await suggest('к')).map(({ name }) => name);
  expect(names).toHaveLength(8);
  const omsk = (await suggest('Омск'))[0]?.id;
  expect((await suggest('новос'))[0]?.name).toBe('Новосибирск');
  const saratov = (await suggest('Саратов'))[0]?.id;
  const fromSaratov = (await suggest('эн', { near: saratov })).map(({ name }) => name);
  expect(fromSaratov[0]).toBe('Энгельс');
  expect((await suggest('новоси', { near: omsk }))[0]?.name).toBe('Новосибирск');
});

test('a rounded point has a nearest city; an exact one and one off the earth are refused', async () => {
  const nearest = async (lat: string, lon: string) => world.call(null, placesApi.nearest, { query: { lat, lon } });
  expect((await nearest('55.83', '49.07')).body.place?.name).toBe('Казань');
  expect((await nearest('-48.9', '-123.4')).body).toEqual({ place: null });
  expect((await nearest('55.83', '49.07')).headers['cache-control']).toBe('no-store');
  for (const [lat, lon] of [
    ['55.8304', '49.07'],
    ['91', '10'],
    ['10', '-181'],
    ['1e1', '10'],
  ] as const)
    expect((await nearest(lat, lon)).statusCode).toBe(400);
});
