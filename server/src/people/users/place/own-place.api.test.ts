import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import os from 'node:os';
import path from 'node:path';
import { ownPlaceApi } from '@app/contract/people/own-place';
import { usersApi } from '@app/contract/people/users';
import { placesApi } from '@app/contract/reference/places';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { writeMmdb } from '../../../../test/formats/write-mmdb.ts';
import { type Actor, createWorld, type World } from '../../../../test/world.ts';

let world: World;
let folder: string;

beforeAll(async () => {
  folder = await mkdtemp(path.join(os.tmpdir(), 'okolo-own-place-'));
  const file = path.join(folder, 'cities.mmdb');
  const laishevo = { city: { names: { en: 'Laishevo' } }, location: { latitude: 55.41, longitude: 49.55 } };
  const russia = { country: { names: { en: 'Russia' } }, location: { latitude: 55.75, longitude: 37.62 } };
  await writeFile(file, writeMmdb('DBIP-City-Lite', { '5.3.0.0/16': laishevo, '5.4.0.0/16': russia }));
  world = await createWorld({ environment: { GEO_FILE: file } });
});

afterAll(async () => {
  await world.close();
  await rm(folder, { recursive: true, force: true });
});

const own = async (actor: Actor | null, ip?: string) => {
  const headers: Record<string, string> = ip === undefined ? {} : { 'x-forwarded-for': ip };
  const { body, headers: sent } = await world.call(actor, ownPlaceApi.get, { headers });
  expect(sent['cache-control']).toBe('no-store');
  return { name: body.place?.name ?? null, source: body.source };
};

test('a guest is near the city of the address; an address of a mere country tells nothing', async () => {
  expect(await own(null, '5.3.20.7')).toEqual({ name: 'Казань', source: 'address' });
  const { body } = await world.call(null, ownPlaceApi.get, { headers: { 'x-forwarded-for': '5.3.20.7' } });
  expect(body.city_source).toBe('db-ip');
  expect(await own(null, '5.4.20.7')).toEqual({ name: null, source: null });
  expect(await own(null)).toEqual({ name: null, source: null });
});

test('the city of the profile comes before the address', async () => {
  const { places } = (await world.call(null, placesApi.suggest, { query: { search: 'Самара' } })).body;
  const person = await world.user({ country_id: places[0]?.country_id ?? null, city_id: places[0]?.id ?? null });
  expect(await own(person, '5.3.20.7')).toEqual({ name: 'Самара', source: 'profile' });
  await world.call(person, usersApi.change, { params: { id: person.id }, body: { district: 'Ленинский' } });
  expect((await world.call(person, ownPlaceApi.get)).body.district).toBe('Ленинский');
  expect(await own(await world.user(), '5.3.20.7')).toEqual({ name: 'Казань', source: 'address' });
});
