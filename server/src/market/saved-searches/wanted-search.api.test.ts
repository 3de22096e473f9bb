import { adsApi } from '@app/contract/market/ads';
import { searchesApi } from '@app/contract/market/searches';
import { notificationsApi } from '@app/contract/notifications/notifications';
import { referenceApi } from '@app/contract/reference/reference';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { runQueuedJobs } from '../../../test/queued-jobs.ts';
import { type Actor, createWorld, type World } from '../../../test/world.ts';

let world: World;
let seller: Actor;
let buyer: Actor;
let country: number;
let [kazan, moscow] = [0, 0];

beforeAll(async () => {
  world = await createWorld();
  seller = await world.user({ paid: true });
  const { countries } = (await world.call(null, referenceApi.listCountries)).body;
  country = countries.find(({ name_native }) => name_native === 'Россия')?.id ?? 0;
  const cityOf = async (search: string) =>
    (await world.call(null, referenceApi.listCities, { query: { country, search } })).body.cities[0]?.id ?? 0;
  [kazan, moscow] = [await cityOf('Казань'), await cityOf('Москва')];
});
beforeEach(async () => {
  buyer = await world.user({ paid: true });
});
afterAll(() => world.close());

async function publish(who: Actor, title: string, fields: object = {}): Promise<number> {
  const body = { board_title: title, board_description: 'Как новый', board_price: 9000, ...fields };
  return (await world.call(who, adsApi.create, { body })).body.board_id;
}

/** What the buyer is told once everything queued has run. */
async function told(): Promise<string[]> {
  await runQueuedJobs(world);
  const { list } = (await world.call(buyer, notificationsApi.list, { query: { mark: 0 } })).body;
  return list.map(({ text }) => text.replaceAll(/\s/g, ' '));
}

const want = (title: string, fields: object = {}) => publish(buyer, title, { board_kind: 'buy', ...fields });

test('the owner of a wanted ad is told of ads for sale that have its words, its place and at most its price', async () => {
  await want('Куплю катамаран', { board_price: 10_000, country, city: kazan });
  await publish(seller, 'Катамаран надувной', { country, city: moscow });
  await publish(seller, 'Катамаран парусный', { country, city: kazan, board_price: 10_001 });
  await publish(seller, 'Катамаран', { country, city: kazan, board_kind: 'rent' });
  await publish(seller, 'Байдарка', { country, city: kazan });
  expect(await told()).toEqual([]);
  await publish(seller, 'Продам катамаран', { country, city: kazan, board_price: 10_000 });
  const [notification, ...others] = await told();
  expect(others).toEqual([]);
  expect(notification).toContain('Куплю, Катамаран, Казань');
});

test('a wanted ad is followed as it is now', async () => {
  const id = await want('Ищу виолончель');
  await world.call(buyer, adsApi.edit, { body: { board_id: id, board_title: 'Ищу контрабас', board_price: '500' } });
  await publish(seller, 'Виолончель');
  await publish(seller, 'Контрабас', { board_price: 501 });
  expect(await told()).toEqual([]);
  await publish(seller, 'Контрабас', { board_price: 400 });
  expect(await told()).toHaveLength(1);
});

test('nobody is told for an ad that is off, archived, of another kind by now, or their own', async () => {
  const off = await want('Куплю арфу', { board_enabled: 0 });
  await publish(seller, 'Арфу отдам недорого');
  const archived = await want('Куплю гусли');
  await world.call(buyer, adsApi.archive, { query: { board_id: archived } });
  await publish(seller, 'Гусли');
  const sold = await want('Куплю домру');
  await world.call(buyer, adsApi.edit, { body: { board_id: sold, board_kind: 'sell' } });
  await publish(seller, 'Домру продам');
  await want('Куплю лютню');
  await publish(buyer, 'Лютню продам');
  expect(await told()).toEqual([]);
  await world.call(buyer, adsApi.edit, { body: { board_id: off, board_enabled: 1 } });
  await publish(seller, 'Арфу большую');
  expect(await told()).toHaveLength(1);
});

test('a title that only says «wanted» follows nothing', async () => {
  await want('Куплю');
  await publish(seller, 'Волынка');
  expect(await told()).toEqual([]);
});

test('searches of wanted ads are not among the saved ones, and one of the same filters may be saved', async () => {
  await want('Куплю ксилофон');
  const list = async () => (await world.call(buyer, searchesApi.list)).body.searches;
  expect(await list()).toEqual([]);
  await world.call(buyer, searchesApi.save, { body: { search: 'ксилофон', kind: 'sell', price_to: 9000 } });
  expect(await list()).toMatchObject([{ name: expect.stringContaining('Продаю, Ксилофон') }]);
  await publish(seller, 'Ксилофон');
  expect(await told()).toHaveLength(1);
});
