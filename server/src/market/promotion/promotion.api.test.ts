import { adOwnerApi } from '@app/contract/market/ad-owner';
import { adsApi } from '@app/contract/market/ads';
import { promotionApi } from '@app/contract/market/promotion';
import { paymentsApi } from '@app/contract/money/payments';
import { notificationsApi } from '@app/contract/notifications/notifications';
import type { BodyOf } from '@app/contract/platform/endpoint';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { fillBalance } from '../../../test/payments/fill-balance.ts';
import { type Actor, createWorld, type World } from '../../../test/world.ts';
import { creditBonus } from '../../money/payments/payments.public.ts';
import { emit } from '../../platform/domain/events.ts';
import { insertDemoAds } from '../ads/ads.public.ts';
import { completePromotions } from './complete-promotions.job.ts';

const DAY = 86_400_000;

let world: World;
let now = Date.now();
let admin: Actor;
beforeAll(async () => {
  world = await createWorld({ clock: () => new Date(now) });
  admin = await world.user({ groups: ['admin'] });
});
afterAll(() => world.close());

async function seller({ roubles = 0, points = 0, isBusiness = false } = {}): Promise<{ anna: Actor; adId: number }> {
  const anna = await world.user({ paid: true });
  const { db } = world.services;
  if (isBusiness) {
    await sql`update users set legal_status = 1, bank_inn = '7707083893' where id = ${anna.id}`.execute(db);
  }
  if (roubles > 0) await fillBalance(world.services.db, anna.id, roubles);
  if (points > 0) {
    const gift = { userId: anna.id, points, reason: 'gift', sourceKey: `gift:${anna.id}` } as const;
    await db.transaction().execute((tx) => creditBonus(tx, gift));
  }
  const [adId = 0] = await ads(anna.id, 1);
  return { anna, adId };
}

function ads(owner_id: number, count: number): Promise<number[]> {
  const one = {
    owner_id,
    title: 'Лодка',
    description: 'Надувная',
    price_roubles: 5000,
    category_id: null,
    city_id: null,
    country_id: null,
    image_ids: [],
    created_at: new Date(now),
  };
  const rows = Array.from({ length: count }, () => one);
  return world.services.db.transaction().execute((tx) => insertDemoAds(tx, rows));
}

type Wish = BodyOf<(typeof promotionApi)['start']>;
const RAISE = { kind: 'raise', days: 3, price_kopecks: 11_900 } as const;
const start = (who: Actor, board_id: number, more: Partial<Wish> = {}, headers: Record<string, string> = {}) =>
  world.call(who, promotionApi.start, { body: { board_id, ...RAISE, ...more }, headers });

async function purse(userId: number): Promise<{ balance: number; bonus: number }> {
  const { rows } = await sql<{ kind: 'balance' | 'bonus'; held: number }>`
    select balance_kind as kind, balance_kopecks as held from ledger_accounts where user_id = ${userId}`.execute(
    world.services.db,
  );
  const held = (name: string): number => (rows.find((row) => row.kind === name)?.held ?? 0) / 100;
  return { balance: held('balance'), bonus: held('bonus') };
}

const promotionsOf = async (who: Actor) => (await world.call(who, promotionApi.list, {})).body;

test('an owner raises an ad from the balance, and it stands in the list as promoted', async () => {
  const { anna, adId } = await seller({ roubles: 200 });
  const { statusCode, body } = await start(anna, adId);
  expect(statusCode).toBe(200);
  expect(body).toMatchObject({
    kind: 'raise',
    state: 'running',
    board_id: adId,
    board_title: 'Лодка',
    price_kopecks: 11_900,
    from_bonus_kopecks: 0,
    promised_views: 30,
    advert: null,
  });
  expect(Date.parse(body.ends) - Date.parse(body.starts)).toBe(3 * DAY);
  expect(await purse(anna.id)).toEqual({ balance: 81, bonus: 0 });
  const list = await world.call(null, adsApi.listEnabled, { query: { promoted: 1 } });
  expect(list.body.boards.find(({ board_id }) => board_id === adId)?.board_promotion).toEqual({ highlight: 0 });
});

test('points pay their share of the price and no more, and only when they are asked to', async () => {
  const { anna, adId } = await seller({ roubles: 200, points: 500 });
  const { body } = await start(anna, adId, { bonus: 1 });
  expect(body.from_bonus_kopecks).toBe(5900);
  expect(await purse(anna.id)).toEqual({ balance: 140, bonus: 441 });
  await start(anna, adId, { kind: 'highlight', price_kopecks: 6900 });
  expect(await purse(anna.id)).toEqual({ balance: 71, bonus: 441 });
});

test('whoever has too little is told so, and nothing is bought', async () => {
  const { anna, adId } = await seller({ roubles: 118, points: 10 });
  const refused = await start(anna, adId);
  expect([refused.statusCode, refused.body.code]).toEqual([409, 'not_enough_money']);
  expect((await promotionsOf(anna)).total).toBe(0);
  expect(await purse(anna.id)).toEqual({ balance: 118, bonus: 10 });
});

test('fifty purchases at once of one promotion are one, paid once', async () => {
  const { anna, adId } = await seller({ roubles: 5000 });
  const answers = await Promise.all(Array.from({ length: 50 }, () => start(anna, adId)));
  const codes = answers.map(({ statusCode, body }) => (statusCode === 200 ? 'ok' : body.code));
  expect(codes.filter((code) => code === 'ok').length).toBe(1);
  expect(codes.filter((code) => code === 'already_promoted').length).toBe(49);
  expect((await purse(anna.id)).balance).toBe(5000 - 119);
});

test('fifty purchases at once of different ads spend what the balance holds and no kopeck more', async () => {
  const { anna } = await seller({ roubles: 119 * 7 + 50 });
  const answers = await Promise.all((await ads(anna.id, 50)).map((id) => start(anna, id)));
  expect(answers.filter(({ statusCode }) => statusCode === 200).length).toBe(7);
  expect(answers.filter(({ body }) => body.code === 'not_enough_money').length).toBe(43);
  expect((await purse(anna.id)).balance).toBe(50);
  expect((await promotionsOf(anna)).total).toBe(7);
});

test('the same call again under its key answers the same promotion and costs nothing more', async () => {
  const { anna, adId } = await seller({ roubles: 500 });
  const key = { 'idempotency-key': 'raise-the-boat' };
  const [first, second] = [await start(anna, adId, {}, key), await start(anna, adId, {}, key)];
  expect(second.body.id).toBe(first.body.id);
  expect((await purse(anna.id)).balance).toBe(381);
  const other = await start(anna, adId, { days: 7, price_kopecks: 22_900 }, key);
  expect(other.body.code).toBe('idempotency_mismatch');
});

test('a price that changed meanwhile is refused, and so is a tariff that is off', async () => {
  const { anna, adId } = await seller({ roubles: 5000 });
  expect((await start(anna, adId, { price_kopecks: 100 })).body.code).toBe('price_changed');
  const tariff = { kind: 'highlight', days: 1, price_kopecks: 2900, promised_views: 5, bonus_percent: 50 } as const;
  await world.call(admin, promotionApi.setTariffs, { body: { tariffs: [{ ...tariff, enabled: 0 }] } });
  expect((await start(anna, adId, { kind: 'highlight', days: 1, price_kopecks: 2900 })).body.code).toBe(
    'price_changed',
  );
  const { body } = await world.call(anna, promotionApi.offer, { params: { id: adId } });
  expect(body.tariffs.some(({ kind, days }) => kind === 'highlight' && days === 1)).toBe(false);
  await world.call(admin, promotionApi.setTariffs, { body: { tariffs: [{ ...tariff, enabled: 1 }] } });
  expect(await purse(anna.id)).toEqual({ balance: 5000, bonus: 0 });
});

test('what is bought keeps its price and its promise when the tariff changes', async () => {
  const { anna, adId } = await seller({ roubles: 5000 });
  await start(anna, adId, { days: 30, price_kopecks: 69_900 });
  const change = { kind: 'raise', days: 30, price_kopecks: 100, promised_views: 1, bonus_percent: 0 } as const;
  await world.call(admin, promotionApi.setTariffs, { body: { tariffs: [{ ...change, enabled: 1 }] } });
  expect((await promotionsOf(anna)).list[0]).toMatchObject({ price_kopecks: 69_900, promised_views: 300 });
});

test('one tariff named twice is refused', async () => {
  const tariff = { ...RAISE, promised_views: 1, bonus_percent: 0, enabled: 1 } as const;
  const { statusCode } = await world.call(admin, promotionApi.setTariffs, { body: { tariffs: [tariff, tariff] } });
  expect(statusCode).toBe(400);
});

test('nobody promotes an ad of somebody else, staff neither, and none that people do not see', async () => {
  const { anna, adId } = await seller({ roubles: 500 });
  const boris = await world.user({ paid: true });
  expect((await start(boris, adId)).body.code).toBe('forbidden');
  expect((await start(admin, adId)).body.code).toBe('forbidden');
  await world.call(anna, adsApi.edit, { body: { board_id: adId, board_enabled: 0 } });
  expect((await start(anna, adId)).body.code).toBe('ad_not_shown');
  expect((await start(boris, adId)).body.code).toBe('not_found');
  expect((await world.call(anna, promotionApi.offer, { params: { id: adId } })).body.promotable).toBe(0);
});

const BUSINESS = { advertiser: 'ООО «Причал»', inn: '7707 083893', erid: '2VtzqwQet7H' };

test('a business says who advertises, under which number and token, before its card is shown as an advert', async () => {
  const { anna, adId } = await seller({ roubles: 500, isBusiness: true });
  const { body: offer } = await world.call(anna, promotionApi.offer, { params: { id: adId } });
  expect(offer).toMatchObject({ business: 1, advert: { advertiser: '', inn: '7707083893', erid: '' } });
  const empty = await start(anna, adId);
  expect(empty.statusCode).toBe(400);
  expect(Object.keys(empty.body.fields ?? {}).sort()).toEqual(['advertiser', 'erid', 'inn']);
  const wrong = await start(anna, adId, { ...BUSINESS, inn: '7707083894', erid: 'токен' });
  expect(Object.keys(wrong.body.fields ?? {}).sort()).toEqual(['erid', 'inn']);
  expect((await purse(anna.id)).balance).toBe(500);
  const { body } = await start(anna, adId, BUSINESS);
  expect(body.advert).toEqual({ ...BUSINESS, inn: '7707083893' });
  const again = await world.call(anna, promotionApi.offer, { params: { id: adId } });
  expect(again.body.advert).toEqual(body.advert);
});

test('a person who is no business is not taken for one, whatever the call says', async () => {
  const { anna, adId } = await seller({ roubles: 500 });
  expect((await start(anna, adId, BUSINESS)).body.advert).toBeNull();
});

const settle = () => completePromotions.run(world.services, {});

test('views that were promised and did not come are given back in points, once', async () => {
  const { anna, adId } = await seller({ roubles: 500 });
  const { body } = await start(anna, adId);
  await sql`update promotions set views = 15 where id = ${body.id}`.execute(world.services.db);
  await settle();
  expect((await promotionsOf(anna)).list[0]?.state).toBe('running');
  now += 3 * DAY;
  expect((await promotionsOf(anna)).list[0]?.state).toBe('over');
  await Promise.all([settle(), settle(), settle()]);
  expect((await promotionsOf(anna)).list[0]).toMatchObject({ state: 'settled', views: 15, bonus_back: 60 });
  expect(await purse(anna.id)).toEqual({ balance: 381, bonus: 60 });
});

test('when a promotion is over its owner reads by bell and email what it brought, once', async () => {
  const { anna, adId } = await seller({ roubles: 500 });
  const { body } = await start(anna, adId);
  await sql`update promotions set views = 21 where id = ${body.id}`.execute(world.services.db);
  now += 3 * DAY;
  await settle();
  await settle();
  const { list } = (await world.call(anna, notificationsApi.list)).body;
  const [told] = list.filter(({ kind }) => kind === 'promotion_over');
  expect(told).toMatchObject({
    link: `/profile/promotions#promotion-${body.id}`,
    body: expect.stringContaining('21 просмотр с продвигаемой карточки'),
    meta: { board_id: adId },
  });
  const { rows } = await sql<{ values: object }>`
    select payload->'values' as values from graphile_worker._private_jobs
    where key = ${`send-email:promotion-over-${body.id}`}`.execute(world.services.db);
  expect(rows).toMatchObject([{ values: { views: 21, promised: 30, points: 36 } }]);
});

test('a promise that was kept gives nothing back', async () => {
  const { anna, adId } = await seller({ roubles: 500 });
  const { body } = await start(anna, adId);
  await sql`update promotions set views = 30 where id = ${body.id}`.execute(world.services.db);
  now += 3 * DAY;
  await settle();
  expect((await promotionsOf(anna)).list[0]).toMatchObject({ state: 'settled', bonus_back: 0 });
});

test('when one is over the next begins at once, and the one before is settled with it', async () => {
  const { anna, adId } = await seller({ roubles: 500 });
  await start(anna, adId);
  now += 3 * DAY;
  expect((await start(anna, adId)).statusCode).toBe(200);
  expect((await promotionsOf(anna)).list.map(({ state, bonus_back }) => [state, bonus_back])).toEqual([
    ['running', 0],
    ['settled', 119],
  ]);
});

test('a promotion outlives its ad: what was paid stays to be read', async () => {
  const { anna, adId } = await seller({ roubles: 500 });
  await start(anna, adId);
  await world.services.db
    .transaction()
    .execute((tx) => emit(world.services, tx, { type: 'user.erasing', userId: anna.id }));
  const [promotion] = (await promotionsOf(anna)).list;
  expect(promotion).toMatchObject({ board_id: null, board_title: 'Лодка', price_kopecks: 11_900 });
  const report = await world.call(anna, promotionApi.report, { params: { id: promotion?.id ?? 0 } });
  expect(report.statusCode).toBe(200);
});

test('while its ad is in the archive a promotion is paused, and its end moves by that time', async () => {
  const { anna, adId } = await seller({ roubles: 500 });
  const { body } = await start(anna, adId);
  await world.call(anna, adsApi.archive, { query: { board_id: adId } });
  now += 5 * DAY;
  await settle();
  expect((await promotionsOf(anna)).list[0]).toMatchObject({ state: 'paused', ends: body.ends });
  await world.call(anna, adsApi.restore, { query: { board_id: adId } });
  const ends = new Date(Date.parse(body.ends) + 5 * DAY).toISOString();
  expect((await promotionsOf(anna)).list[0]).toMatchObject({ state: 'running', ends });
  now += 3 * DAY;
  await settle();
  expect((await promotionsOf(anna)).list[0]).toMatchObject({ state: 'settled', bonus_back: 119 });
});

test('an ad deleted for good ends its promotion, and the payment still names it', async () => {
  const { anna, adId } = await seller({ roubles: 500 });
  await start(anna, adId);
  const entry = async () => (await world.call(anna, paymentsApi.ledger, {})).body.list.find(({ ad }) => ad);
  expect((await entry())?.ad).toEqual({ id: adId, title: 'Лодка' });
  const erased = await world.call(anna, adOwnerApi.erase, { query: { board_id: adId } });
  expect(erased).toMatchObject({ statusCode: 200, body: { board_id: adId } });
  expect((await world.call(anna, adsApi.get, { params: { id: adId } })).statusCode).toBe(404);
  expect((await entry())?.ad).toEqual({ id: null, title: 'Лодка' });
  now += 3 * DAY;
  await settle();
  expect((await promotionsOf(anna)).list[0]).toMatchObject({ state: 'settled', board_id: null, bonus_back: 0 });
});

test('what staff hold for review is not deleted by its owner', async () => {
  const { anna, adId } = await seller();
  await sql`update ads set held_at = now(), held_reason = 'word' where id = ${adId}`.execute(world.services.db);
  const refused = await world.call(anna, adOwnerApi.erase, { query: { board_id: adId } });
  expect(refused).toMatchObject({ statusCode: 403, body: { message: expect.stringContaining('модератор') } });
});
