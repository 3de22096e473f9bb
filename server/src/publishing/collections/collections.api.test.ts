import { COLLECTIONS_MAX, collectionsApi } from '@app/contract/publishing/collections';
import { musicApi } from '@app/contract/publishing/music';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { wav } from '../../../test/uploads/sounds.ts';
import { type Actor, createWorld, type World } from '../../../test/world.ts';
import { insertDemoAds } from '../../market/ads/ads.public.ts';
import { insertDemoPublications } from '../publications/publications.public.ts';

let world: World;
let anna: Actor;
let boris: Actor;
beforeAll(async () => {
  world = await createWorld();
  [anna, boris] = [await world.user(), await world.user({ paid: true })];
});
afterAll(() => world.close());

const ad = async (): Promise<number> => {
  const [id = 0] = await world.services.db.transaction().execute((tx) => insertDemoAds(tx, [AD(boris.id)]));
  return id;
};
const AD = (owner_id: number): Parameters<typeof insertDemoAds>[1][number] => ({
  owner_id,
  title: 'Велосипед',
  description: 'Почти новый',
  price_roubles: 9000,
  category_id: null,
  city_id: null,
  country_id: null,
  image_ids: [],
  created_at: new Date(),
});

let tones = 500;
async function track(audience: 'all' | 'me' = 'all') {
  const { body: playlist } = await world.call(boris, musicApi.addPlaylist, { body: { name: 'Утро', audience } });
  tones += 1;
  const file = { field: 'audio', name: 'Рассвет.wav', type: 'audio/wav', bytes: wav({ hertz: tones }) };
  const { body } = await world.call(boris, musicApi.add, { body: { playlist_id: playlist.id }, files: [file] });
  return { id: body.music[0]?.id ?? 0, playlistId: playlist.id };
}

const create = (by: Actor, name: string) => world.call(by, collectionsApi.create, { body: { name } });
const items = async (by: Actor, id: number | '0') =>
  (await world.call(by, collectionsApi.items, { params: { id }, query: {} })).body;

test('ads and tracks are kept together, the last first, and what is gone says so', async () => {
  const [adId, song] = [await ad(), await track()];
  for (const thing of [
    { kind: 'ad', id: adId },
    { kind: 'track', id: song.id },
    { kind: 'track', id: song.id },
  ] as const)
    expect((await world.call(anna, collectionsApi.save, { body: thing })).body).toEqual({ holding: [0] });
  expect(await items(anna, '0')).toMatchObject({
    total: 2,
    list: [
      { kind: 'track', title: 'Рассвет', state: 'active', src: expect.stringMatching(/^\/media\/audio\//) },
      { kind: 'ad', title: 'Велосипед', price: 9000, link: `/ad/${adId}`, state: 'active' },
    ],
  });
  expect((await world.call(anna, musicApi.one, { params: { id: song.id } })).body.kept).toBe(1);
  expect((await world.call(boris, musicApi.one, { params: { id: song.id } })).body.kept).toBe(0);
  await world.call(boris, musicApi.editPlaylist, { body: { id: song.playlistId, audience: 'me' } });
  const [gone] = (await items(anna, '0')).list;
  expect(gone).toMatchObject({ kind: 'track', id: song.id, title: '', photo: null, state: 'gone' });
  expect(gone).not.toHaveProperty('src');
});

test('collection 0 holds what is in no other, and what a deleted collection held stays where else it is', async () => {
  const eva = await world.user();
  const id = await ad();
  const [one, two] = [(await create(eva, 'Дача')).body, (await create(eva, 'Подарки')).body];
  const keep = (collection_id?: number) =>
    world.call(eva, collectionsApi.save, { body: { kind: 'ad', id, collection_id } });
  expect((await keep()).body.holding).toEqual([0]);
  expect((await keep(one.id)).body.holding).toEqual([one.id]);
  expect((await keep(two.id)).body.holding).toEqual([one.id, two.id]);
  expect((await keep()).body.holding).toEqual([one.id, two.id]);
  const { body } = await world.call(eva, collectionsApi.list, { query: { kind: 'ad', item_id: id } });
  expect(body.list.map(({ name, count }) => [name, count])).toEqual([
    ['', 0],
    ['Дача', 1],
    ['Подарки', 1],
  ]);
  expect(body.holding).toEqual([one.id, two.id]);
  await world.call(eva, collectionsApi.remove, { params: { id: one.id } });
  expect((await items(eva, two.id)).total).toBe(1);
  const dropped = await world.call(eva, collectionsApi.unsave, { query: { kind: 'ad', id, all: '1' } });
  expect(dropped.body.holding).toEqual([]);
  expect((await items(eva, two.id)).total).toBe(0);
});

test('names are each once, collections and their things are nobody else’s', async () => {
  const eva = await world.user();
  const made = (await create(eva, 'Дача')).body;
  expect((await create(eva, 'дача')).body.code).toBe('already_exists');
  expect(
    (await world.call(eva, collectionsApi.rename, { params: { id: made.id }, body: { name: 'Дом' } })).body.name,
  ).toBe('Дом');
  const id = await ad();
  const foreign = await Promise.all([
    world.call(anna, collectionsApi.rename, { params: { id: made.id }, body: { name: 'Моё' } }),
    world.call(anna, collectionsApi.remove, { params: { id: made.id } }),
    world.call(anna, collectionsApi.items, { params: { id: made.id }, query: {} }),
    world.call(anna, collectionsApi.save, { body: { kind: 'ad', id, collection_id: made.id } }),
    world.call(anna, collectionsApi.save, { body: { kind: 'track', id: (await track('me')).id } }),
    world.call(anna, collectionsApi.save, { body: { kind: 'publication', id: 999_999 } }),
  ]);
  expect(foreign.map(({ body }) => body.code)).toEqual(foreign.map(() => 'not_found'));
});

test('of fifty presses at once one keeps, and fifty new collections are as many as there may be', async () => {
  const eva = await world.user();
  const id = await ad();
  const { body: made } = await create(eva, 'Дача');
  await Promise.all(
    Array.from({ length: 50 }, (_, i) =>
      world.call(eva, collectionsApi.save, { body: { kind: 'ad', id, ...(i % 2 && { collection_id: made.id }) } }),
    ),
  );
  const { body } = await world.call(eva, collectionsApi.list, { query: { kind: 'ad', item_id: id } });
  expect(body.holding).toEqual([made.id]);
  expect((await items(eva, made.id)).total).toBe(1);
  const names = Array.from({ length: COLLECTIONS_MAX - 6 }, (_, i) => ({ user_id: eva.id, name: `Ещё ${i}` }));
  await world.services.db.insertInto('collections').values(names).execute();
  const answers = await Promise.all(Array.from({ length: 50 }, (_, i) => create(eva, `Новая ${i}`)));
  const codes = answers.map(({ statusCode, body }) => `${statusCode} ${body.code ?? ''}`).sort();
  expect(codes).toEqual([...Array(5).fill('200 '), ...Array(45).fill('409 collections_full')]);
});

test('a publication is kept as its readers see it', async () => {
  const [id = 0] = await world.services.db
    .transaction()
    .execute((tx) =>
      insertDemoPublications(tx, [
        { user_id: boris.id, description: 'Утро на реке', published_at: new Date(), file_ids: [] },
      ]),
    );
  if (id === 0) return;
  const kept = await world.call(anna, collectionsApi.save, { body: { kind: 'publication', id } });
  expect(kept.body).toEqual({ holding: [0] });
  expect((await items(anna, '0')).list[0]).toMatchObject({
    kind: 'publication',
    title: 'Утро на реке',
    link: `/user/${boris.id}/social/${id}`,
  });
});
