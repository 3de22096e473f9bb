import { referenceApi } from '@app/contract/reference/reference';
import { safePlacesApi } from '@app/contract/reference/safe-places';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, createWorld, type World } from '../../../test/world.ts';

let world: World;
let manager: Actor;
beforeAll(async () => {
  world = await createWorld();
  manager = await world.user({ groups: ['manager'] });
});
afterAll(() => world.close());

const draft = { city: 1, kind: 'metro' as const, name: 'Площадь Тукая', address: 'ул. Баумана' };
const list = async (query: { search?: string; city?: number } = {}) =>
  (await world.call(manager, safePlacesApi.list, { query })).body;

test('staff add, find, change and remove a place', async () => {
  const { body } = await world.call(manager, safePlacesApi.create, { body: draft });
  expect(body).toMatchObject({ ...draft, country: 1 });
  expect((await list({ search: 'тукая' })).places.map(({ id }) => id)).toEqual([body.id]);
  expect((await list({ search: '%' })).total).toBe(0);
  expect((await list({ city: 2 })).total).toBe(0);
  const changed = { ...draft, id: body.id, kind: 'mall' as const };
  expect((await world.call(manager, safePlacesApi.edit, { body: changed })).body.kind).toBe('mall');
  expect((await world.call(manager, safePlacesApi.remove, { query: { id: body.id } })).statusCode).toBe(200);
  expect((await world.call(manager, safePlacesApi.remove, { query: { id: body.id } })).body.code).toBe('not_found');
});

test('a place is in a city once, and in a city that exists', async () => {
  await world.call(manager, safePlacesApi.create, { body: draft });
  const again = await world.call(manager, safePlacesApi.create, { body: { ...draft, name: 'ПЛОЩАДЬ ТУКАЯ' } });
  expect(again.body).toMatchObject({ code: 'already_exists', fields: { name: expect.any(String) } });
  const nowhere = await world.call(manager, safePlacesApi.create, { body: { ...draft, city: 9_999_999 } });
  expect(nowhere.body.fields).toHaveProperty('city');
});

test('the places of a city that is replaced go to the other one', async () => {
  const names = { name_en: 'Twice', name_native: 'Дважды', country: 1 };
  const { id } = (await world.call(manager, referenceApi.createCity, { body: names })).body;
  await world.call(manager, safePlacesApi.create, { body: { ...draft, city: id, name: 'Вокзал' } });
  await world.call(manager, safePlacesApi.create, { body: { ...draft, city: id } });
  await world.call(manager, referenceApi.removeCity, { query: { id, replacement: 1 } });
  expect((await list({ city: 1 })).places.map(({ name }) => name).sort()).toEqual(['Вокзал', 'Площадь Тукая']);
});
