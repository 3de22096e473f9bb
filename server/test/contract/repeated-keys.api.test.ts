import { adOwnerApi } from '@app/contract/market/ad-owner';
import { adsApi } from '@app/contract/market/ads';
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
  idName?: 'board_id';
}

const NAMES = { name_en: 'Repeated', name_native: 'Повторённый' };
const PLACE = { name: 'Площадь', address: 'ул. Повторная, 1', city: 1, kind: 'metro' };

const AD = { board_title: 'Мольберт', board_description: 'Буковый', board_price: 3000 };

const MADE: Record<string, Made> = {
  ad: { create: adsApi.create, body: AD, remove: adOwnerApi.erase, by: 'query', idName: 'board_id' },
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
  async (name, made) => {
    const { create, body, remove, by, idName = 'id' } = made;
    const createOnce = () => world.call(manager, create, { body, headers: { 'idempotency-key': `${name}-once` } });
    const first = await createOnce();
    const id = first.body[idName];
    expect({ statusCode: first.statusCode, id }).toEqual({ statusCode: 200, id: expect.any(Number) });
    expect((await createOnce()).body).toMatchObject({ [idName]: id });
    expect((await world.call(manager, remove, { [by]: { [idName]: id } })).statusCode).toBe(200);
    expect(await createOnce()).toMatchObject({ statusCode: 404, body: { code: 'not_found' } });
  },
);
