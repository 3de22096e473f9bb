import { adOwnerApi } from '@app/contract/market/ad-owner';
import { referenceApi } from '@app/contract/reference/reference';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, createWorld, type World } from '../../../../test/world.ts';
import { insertDemoAds } from '../ads.public.ts';

let world: World;
let anna: Actor;
let category: number;

beforeAll(async () => {
  world = await createWorld();
  anna = await world.user();
  const manager = await world.user({ groups: ['manager'] });
  const body = { name_en: 'Boats', name_native: 'Лодки' };
  category = (await world.call(manager, referenceApi.createCategory, { body })).body.id;
});
afterAll(() => world.close());

const usual = async (kind: object = {}) =>
  (await world.call(anna, adOwnerApi.usualPrice, { query: { category, ...kind } })).body;
const usualPrice = async () => (await usual()).price;

async function publish(...prices: number[]): Promise<void> {
  await publishKind({}, ...prices);
}

async function publishKind(attributes: Record<string, number>, ...prices: number[]): Promise<void> {
  const created_at = new Date();
  const nowhere = { country_id: null, city_id: null, district: '' };
  const ad = {
    owner_id: anna.id,
    description: 'Надувная',
    category_id: category,
    ...nowhere,
    created_at,
    image_ids: [],
    attributes,
  };
  const ads = prices.map((price_roubles, index) => ({ ...ad, title: `Лодка ${index}`, price_roubles }));
  await world.services.db.transaction().execute((tx) => insertDemoAds(tx, ads));
}

test('the usual price is the median of stated prices, once there are enough of them', async () => {
  await publish(10_000, 12_000, 900, 0, 0);
  expect(await usualPrice()).toBeNull();
  await publish(1_250_090, 15_000);
  expect(await usualPrice()).toBe(12_000);
});

test('ads of one kind are compared with each other where there are enough, and far apart prices name no range', async () => {
  const kind = { attribute: 70, choice: 7 };
  expect(await usual(kind)).toMatchObject({ price: 12_000 });
  await publishKind({ 70: 7 }, 100, 110, 120, 130, 140, 0);
  await publishKind({ 70: 8 }, 5_000_000);
  expect(await usual(kind)).toEqual({ price: 120, from: 110, to: 130 });
  expect(await usual()).toMatchObject({ from: null, to: null });
});
