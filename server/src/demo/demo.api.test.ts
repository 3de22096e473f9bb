import { adOwnerApi } from '@app/contract/ad-owner';
import { adsApi } from '@app/contract/ads';
import { authApi } from '@app/contract/auth';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../../test/world.ts';
import { demoAds } from './demo-ads.ts';
import { pastAds } from './demo-life.ts';
import { DEMO_PASSWORD, demoPeople } from './demo-people.ts';
import { isDemoWanted, seedDemo } from './seed-demo.ts';

const NOW = new Date('2026-11-18T12:00:00Z');

let world: World;

beforeAll(async () => {
  world = await createWorld({ environment: { DEMO: 'on' }, clock: () => NOW });
});
afterAll(() => world.close());

const count = async (table: 'users' | 'ads' | 'ad_photos' | 'subscriptions'): Promise<number> => {
  const { n } = await world.services.db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
};

test('a seeding that breaks off leaves nothing behind, and the next start seeds whole', async () => {
  const { services } = world;
  const { db } = services;
  await db.updateTable('categories').set({ icon: 'lost' }).where('icon', '=', 'gift').execute();
  await expect(seedDemo(services)).rejects.toThrow('gift');
  expect(await count('users')).toBe(0);
  expect(await isDemoWanted(services)).toBe(true);

  await db.updateTable('categories').set({ icon: 'gift' }).where('icon', '=', 'lost').execute();
  await seedDemo(services);
  expect(await count('users')).toBe(demoPeople().length);
  expect(await count('ads')).toBe(demoAds().length + pastAds().length);
  expect(await count('ad_photos')).toBe([...demoAds(), ...pastAds()].flatMap(({ photos }) => photos).length);
});

test('a second seeding changes nothing, and a database in use is never asked for one', async () => {
  expect(await isDemoWanted(world.services)).toBe(false);
  await seedDemo(world.services);
  expect(await count('users')).toBe(demoPeople().length);
  expect(await count('ads')).toBe(demoAds().length + pastAds().length);
});

test('the list opens with the bicycle, its three photos in order and all from before today', async () => {
  const newest = await world.services.db
    .selectFrom('ads')
    .selectAll()
    .orderBy('created_at', 'desc')
    .limit(1)
    .executeTakeFirstOrThrow();
  expect(newest.title).toBe('Городской велосипед с корзиной, рама M');
  expect(newest.created_at.getTime()).toBeLessThan(Date.parse('2026-11-18T00:00:00Z'));
  const photos = await world.services.db
    .selectFrom('ad_photos')
    .innerJoin('media_images', 'media_images.id', 'ad_photos.image_id')
    .select(['position', 'state', 'owner_id', 'base_key', 'width'])
    .where('ad_id', '=', newest.id)
    .orderBy('position')
    .execute();
  expect(photos.map(({ position, state, owner_id }) => [position, state, owner_id])).toEqual(
    [1, 2, 3].map((position) => [position, 'claimed', newest.owner_id]),
  );
  expect(new Set(photos.map(({ base_key }) => base_key)).size).toBe(3);
  for (const { base_key } of photos) expect(await world.services.storage.has(`${base_key}-800.webp`)).toBe(true);
});

test('anonymous visitors see the showcase on the first page, as it was designed', async () => {
  const { body } = await world.call(null, adsApi.listEnabled);
  expect(body.total).toBe(demoAds().length);
  expect(body.boards.map(({ board_title }) => board_title)).toEqual(
    demoAds()
      .slice(0, 12)
      .map(({ title }) => title),
  );
  expect(body.boards[0]).toMatchObject({ board_price: 18500, city: { name: 'Казань' }, owner_firstname: 'Игорь' });
});

test('demo people sign in with the demo password; Anna is a subscriber, Igor was one', async () => {
  const signIn = (login: string) => world.call(null, authApi.login, { body: { login, password: DEMO_PASSWORD } });
  const [anna, igor] = await Promise.all([signIn('anna'), signIn('igor')]);
  expect(anna.body).toMatchObject({ user_firstname: 'Анна', user_payed: 1 });
  expect(anna.body.user_photo).toMatch(/^\/media\//);
  expect(igor.body).toMatchObject({ user_firstname: 'Игорь', user_payed: 0 });
  expect(await count('subscriptions')).toBe(demoPeople().filter(({ paidForDays }) => paidForDays !== null).length);
});

test('Anna has an ad in every state of a seller’s lists, and a graph for each that people saw', async () => {
  const { body: session } = await world.call(null, authApi.login, { body: { login: 'anna', password: DEMO_PASSWORD } });
  const anna = { id: session.user_id, login: 'anna', token: session.token };
  const mine = (await world.call(anna, adsApi.list, { query: { size: 100 } })).body.boards;
  const archive = (await world.call(anna, adsApi.listArchive, { query: { size: 100 } })).body.boards;
  const states = new Set([...mine, ...archive].map((ad) => `${ad.board_state}${ad.board_expired ? ', expired' : ''}`));
  expect(states).toEqual(new Set(['active', 'sold', 'disabled', 'archived', 'archived, expired']));
  expect(mine.every(({ board_views = 0 }) => board_views > 0)).toBe(true);
  const [first] = mine;
  const { days } = (await world.call(anna, adOwnerApi.stats, { params: { id: first?.board_id ?? 0 } })).body;
  expect(days.at(-1)).toMatchObject({ day: '2026-11-18', views: 0 });
  expect(days.at(-2)?.views).toBeGreaterThan(0);
});
