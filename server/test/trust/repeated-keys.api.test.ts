import type { AnyEndpoint } from '@app/contract/platform/endpoint';
import { collectionsApi } from '@app/contract/publishing/collections';
import { musicApi } from '@app/contract/publishing/music';
import { attributesApi } from '@app/contract/reference/attributes';
import { referenceApi } from '@app/contract/reference/reference';
import { safePlacesApi } from '@app/contract/reference/safe-places';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, createWorld, type World } from '../world.ts';

let world: World;
let manager: Actor;
beforeAll(async () => {
  world = await createWorld();
  manager = await world.user({ groups: ['manager'], paid: true });
});
afterAll(() => world.close());

interface Made {
  create: AnyEndpoint;
  body: object;
  remove: AnyEndpoint;
  /** Where the removal names what it removes. */
  by: 'params' | 'query' | 'body';
}

const NAMES = { name_en: 'Repeated', name_native: 'Повторённый' };
const PLACE = { name: 'Площадь', address: 'ул. Повторная, 1', city: 1, kind: 'metro' };

const MADE: Record<string, Made> = {
  collection: { create: collectionsApi.create, body: { name: 'Дача' }, remove: collectionsApi.remove, by: 'params' },
  playlist: { create: musicApi.addPlaylist, body: { name: 'Дача' }, remove: musicApi.removePlaylist, by: 'body' },
  category: { create: referenceApi.createCategory, body: NAMES, remove: referenceApi.removeCategory, by: 'query' },
  country: {
    create: referenceApi.createCountry,
    body: { ...NAMES, phone_code: '999', iso: 'XY' },
    remove: referenceApi.removeCountry,
    by: 'query',
  },
  city: {
    create: referenceApi.createCity,
    body: { ...NAMES, country: 1 },
    remove: referenceApi.removeCity,
    by: 'query',
  },
  'safe place': { create: safePlacesApi.create, body: PLACE, remove: safePlacesApi.remove, by: 'query' },
  attribute: {
    ...{ create: attributesApi.create, remove: attributesApi.remove, by: 'query' },
    body: { category: 1, name: 'Повторённый', kind: 'number', unit: 'м²' },
  },
};

test.each(Object.entries(MADE))(
  'a repeated key is answered with its %s, and with a declared refusal once that is gone',
  async (name, { create, body, remove, by }) => {
    const createOnce = () => world.call(manager, create, { body, headers: { 'idempotency-key': `${name}-once` } });
    const first = await createOnce();
    expect(first).toMatchObject({ statusCode: 200, body: { id: expect.any(Number) } });
    expect((await createOnce()).body).toMatchObject({ id: first.body.id });
    expect((await world.call(manager, remove, { [by]: { id: first.body.id } })).statusCode).toBe(200);
    expect(await createOnce()).toMatchObject({ statusCode: 404, body: { code: 'not_found' } });
  },
);
