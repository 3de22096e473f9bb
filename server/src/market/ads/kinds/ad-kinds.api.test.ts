import { adOwnerApi } from '@app/contract/market/ad-owner';
import { moderationApi } from '@app/contract/market/ad-review';
import { adSearchApi } from '@app/contract/market/ad-search';
import { type AdKind, adsApi } from '@app/contract/market/ads';
import { dealsApi } from '@app/contract/market/deals';
import { chatApi } from '@app/contract/messaging/chat';
import { referenceApi } from '@app/contract/reference/reference';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, createWorld, type World } from '../../../../test/world.ts';
import { type DemoAd, insertDemoAds } from '../ads.public.ts';

let world: World;
let anna: Actor;
let ivan: Actor;
let category: number;

beforeAll(async () => {
  world = await createWorld();
  [anna, ivan] = await Promise.all([world.user({ paid: true }), world.user({ paid: true })]);
  const manager = await world.user({ groups: ['manager'] });
  const body = { name_en: 'Kites', name_native: 'Змеи' };
  category = (await world.call(manager, referenceApi.createCategory, { body })).body.id;
});
afterAll(() => world.close());

const dayFromNow = (days: number): string =>
  new Date(world.services.clock().getTime() + days * 86_400_000).toISOString().slice(0, 10);

const create = (fields: object, actor = anna) =>
  world.call(actor, adsApi.create, {
    body: {
      board_title: 'Воздушный змей',
      board_description: 'Большой',
      board_price: '',
      category: String(category),
      ...fields,
    },
  });
const edit = (board_id: number, fields: object) => world.call(anna, adsApi.edit, { body: { board_id, ...fields } });

test('an ad that names no kind is for sale, as before', async () => {
  const { statusCode, body } = await create({ board_price: '700', board_return_on: '', board_swap_for: 'мяч' });
  expect(statusCode).toBe(200);
  expect(body).toMatchObject({ board_kind: 'sell', board_price: 700 });
  expect(body).not.toHaveProperty('board_swap_for');
  expect(body).not.toHaveProperty('board_price_period');
});

test('each kind keeps what belongs to it, and only kinds with a price have one', async () => {
  const day = dayFromNow(10);
  const kinds: [object, object][] = [
    [
      { board_kind: 'buy', board_price: '900' },
      { board_kind: 'buy', board_price: 900 },
    ],
    [
      { board_kind: 'give', board_price: '900' },
      { board_kind: 'give', board_price: 0 },
    ],
    [
      { board_kind: 'swap', board_price: '900', board_swap_for: 'Мяч' },
      { board_price: 0, board_swap_for: 'Мяч' },
    ],
    [
      { board_kind: 'rent', board_price: '900' },
      { board_price: 900, board_price_period: 'month' },
    ],
    [{ board_kind: 'rent', board_price: '90', board_price_period: 'day' }, { board_price_period: 'day' }],
    [
      { board_kind: 'lend', board_return_on: day },
      { board_kind: 'lend', board_price: 0, board_return_on: day },
    ],
  ];
  for (const [fields, shown] of kinds) {
    const { body } = await create(fields);
    expect(body).toMatchObject(shown);
    expect((await world.call(ivan, adsApi.get, { params: { id: body.board_id } })).body).toMatchObject(shown);
  }
});

test('a swap says what for, and a loan until when', async () => {
  const fieldsOf = async (fields: object) => {
    const { statusCode, body } = await create(fields);
    expect(statusCode).toBe(400);
    return Object.keys((body as unknown as { fields: object }).fields);
  };
  expect(await fieldsOf({ board_kind: 'swap', board_swap_for: ' ' })).toEqual(['board_swap_for']);
  expect(await fieldsOf({ board_kind: 'lend' })).toEqual(['board_return_on']);
  expect(await fieldsOf({ board_kind: 'lend', board_return_on: dayFromNow(-3) })).toEqual(['board_return_on']);
  expect(await fieldsOf({ board_kind: 'borrow' })).toEqual(['board_kind']);
});

test('an ad that changes its kind promises nothing of the kind before', async () => {
  const { board_id } = (await create({ board_kind: 'rent', board_price: '500', board_price_period: 'day' })).body;
  const given = (await edit(board_id, { board_kind: 'give' })).body;
  expect(given).toMatchObject({ board_kind: 'give', board_price: 0 });
  expect(given).not.toHaveProperty('board_price_period');
  expect((await edit(board_id, { board_price: '400' })).body).toMatchObject({ board_kind: 'give', board_price: 0 });
  expect((await edit(board_id, { board_kind: 'sell', board_price: '400' })).body).toMatchObject({ board_price: 400 });
  expect((await edit(board_id, { board_title: 'Змей' })).body).toMatchObject({ board_kind: 'sell', board_price: 400 });
});

test('a loan whose day is over is still edited', async () => {
  const [id = 0] = await insert({ kind: 'lend', return_on: dayFromNow(-5) });
  expect((await edit(id, { board_title: 'Змей', board_return_on: dayFromNow(-5) })).statusCode).toBe(200);
  expect((await edit(id, { board_return_on: dayFromNow(-4) })).statusCode).toBe(400);
});

function insert(...ads: Partial<DemoAd>[]): Promise<number[]> {
  const common = {
    owner_id: anna.id,
    description: 'Как новый',
    price_roubles: 0,
    category_id: category,
    country_id: null,
    city_id: null,
    created_at: world.services.clock(),
    image_ids: [],
  };
  return world.services.db.transaction().execute((tx) =>
    insertDemoAds(
      tx,
      ads.map((ad, at) => ({ ...common, title: `Парус ${at}`, ...ad })),
    ),
  );
}

test('the list and its counts are narrowed by kind', async () => {
  const { body: made } = await world.call(await world.user({ groups: ['manager'] }), referenceApi.createCategory, {
    body: { name_en: 'Sails', name_native: 'Паруса' },
  });
  const kinds: AdKind[] = ['sell', 'sell', 'sell', 'rent', 'rent', 'give'];
  await insert(...kinds.map((kind) => ({ kind, category_id: made.id })));
  const list = async (kind?: AdKind) =>
    (await world.call(null, adsApi.listEnabled, { query: { category_id: made.id, kind } })).body;
  expect((await list()).total).toBe(6);
  expect((await list('rent')).boards.map(({ board_kind }) => board_kind)).toEqual(['rent', 'rent']);
  expect((await list('lend')).relax).toContainEqual({ filter: 'kind', total: 6 });
  const facets = async (kind?: AdKind) =>
    (await world.call(null, adSearchApi.facets, { query: { category_id: made.id, kind } })).body;
  const kindsCounted = [
    { kind: 'sell', count: 3 },
    { kind: 'rent', count: 2 },
    { kind: 'give', count: 1 },
  ];
  expect(await facets()).toMatchObject({ total: 6, kinds: kindsCounted });
  expect(await facets('give')).toMatchObject({ total: 1, kinds: kindsCounted });
});

test('a usual price compares ads of one kind and period only', async () => {
  const { body: made } = await world.call(await world.user({ groups: ['manager'] }), referenceApi.createCategory, {
    body: { name_en: 'Rooms', name_native: 'Комнаты' },
  });
  const five = [1, 2, 3, 4, 5];
  await insert(
    ...five.map((n) => ({ category_id: made.id, price_roubles: 1000 + n })),
    ...five.map((n) => ({
      category_id: made.id,
      kind: 'rent' as const,
      price_period: 'day' as const,
      price_roubles: n,
    })),
    ...five.map((n) => ({ category_id: made.id, kind: 'buy' as const, price_roubles: 500 + n })),
  );
  const usual = async (query: object) =>
    (await world.call(anna, adOwnerApi.usualPrice, { query: { category: made.id, ...query } })).body.price;
  expect(await usual({})).toBe(1003);
  expect(await usual({ kind: 'rent', period: 'day' })).toBe(3);
  expect(await usual({ kind: 'rent' })).toBeNull();
  expect(await usual({ kind: 'buy' })).toBe(503);
});

test('a price is offered where the owner is paid, and nowhere else', async () => {
  const offer = async (fields: object) => {
    const { board_id } = (await create(fields)).body;
    return world.call(ivan, dealsApi.offer, { body: { board_id, price: 300 } });
  };
  expect((await offer({ board_kind: 'rent', board_price: '500' })).statusCode).toBe(200);
  const refused = await offer({ board_kind: 'buy', board_price: '500' });
  expect([refused.statusCode, refused.body]).toMatchObject([409, { code: 'no_offers' }]);
  expect((await offer({ board_kind: 'give' })).statusCode).toBe(409);
});

test('similar ads are of the same kind', async () => {
  const [sold = 0, other = 0] = await insert(
    { title: 'Байдарка тройка', owner_id: ivan.id },
    { title: 'Байдарка тройка', kind: 'rent', price_period: 'day' },
    { title: 'Байдарка тройка' },
  );
  const similar = (await world.call(null, adOwnerApi.similar, { params: { id: sold } })).body.similar;
  expect(similar.map(({ board_kind }) => board_kind)).toEqual(['sell']);
  expect((await world.call(null, adOwnerApi.similar, { params: { id: other } })).body.similar).toEqual([]);
});

test('words that hold an ad for review hold it in what is wanted for it, too', async () => {
  const staff = await world.user({ groups: ['admin'] });
  await world.call(staff, moderationApi.addBlocklistWord, { body: { word: 'буравчик', reason: 'Нельзя' } });
  const { body } = await create({ board_kind: 'swap', board_swap_for: 'Буравчик' });
  expect(body.board_state).toBe('review');
  expect((await edit(body.board_id, { board_swap_for: 'Отвёртка' })).body.board_state).toBe('active');
});

test('a chat about an ad names what its quick replies are about', async () => {
  const { categories } = (await world.call(null, referenceApi.listCategories)).body;
  const job = categories.find(({ icon }) => icon === 'briefcase')?.id ?? 0;
  const topicOf = async (fields: object) => {
    const { board_id } = (await create(fields)).body;
    const header = await world.call(ivan, chatApi.header, { params: { id: anna.id }, query: { board_id } });
    return header.body.about?.topic;
  };
  expect(await topicOf({})).toBeUndefined();
  expect(await topicOf({ board_kind: 'rent' })).toBe('rent');
  expect(await topicOf({ category: String(job) })).toBe('job');
  const settings = (await world.call(ivan, chatApi.settings, {})).body;
  const ofJob = settings.topic_replies.find(({ topic }) => topic === 'job');
  expect(settings.quick_replies).toContain('Здравствуйте! Ещё продаётся?');
  expect(ofJob?.quick_replies).toContain('Здравствуйте! Ещё актуально?');

  const own = ['Здравствуйте! Ещё продаётся?', 'Я рядом'];
  await world.call(ivan, chatApi.changeSettings, { body: { quick_replies: own } });
  const changed = (await world.call(ivan, chatApi.settings, {})).body;
  expect(changed.quick_replies).toEqual(own);
  for (const { quick_replies } of changed.topic_replies) expect(quick_replies).toEqual(['Я рядом']);
});
