import { adOwnerApi } from '@app/contract/market/ad-owner';
import { adsApi } from '@app/contract/market/ads';
import { ownAdsApi } from '@app/contract/market/own-ads';
import { FEED_ADS_MAX, type SellerFeed, sellerFeedsApi } from '@app/contract/market/seller-feeds';
import sharp from 'sharp';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startPageServer } from '../../../../test/page-server.ts';
import { runQueuedJobs } from '../../../../test/queued-jobs.ts';
import { type Actor, createWorld, type World } from '../../../../test/world.ts';
import { runFeedPart } from './run-feed.job.ts';
import { checkFeed } from './seller-feeds.ts';

let world: World;
let seller: Actor;
let viewer: Parameters<typeof checkFeed>[1];
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());
beforeEach(async () => {
  seller = await world.user({ paid: true });
  viewer = { userId: seller.id, sessionId: 0, isStaff: false, isSuperuser: false, isPaid: true, lang: 'ru', ip: '' };
});

const fileOf = (text: string | Buffer, name = 'feed.csv') => ({
  field: 'feed',
  name,
  type: 'text/plain',
  bytes: Buffer.from(text),
});
const send = (text: string | Buffer, { who = seller, archive = 0 as 0 | 1 } = {}) =>
  world.call(who, sellerFeedsApi.check, { body: { archive_missing: archive }, files: [fileOf(text)] });
async function check(text: string | Buffer, options = {}): Promise<SellerFeed> {
  const { statusCode, body } = await send(text, options);
  expect(statusCode).toBe(200);
  return body.feed;
}
async function run(feed: SellerFeed): Promise<SellerFeed> {
  const { body } = await world.call(seller, sellerFeedsApi.run, { params: { id: feed.id } });
  expect(body.feed.state).toBe('running');
  await runQueuedJobs(world);
  return (await world.call(seller, sellerFeedsApi.get)).body.feed as SellerFeed;
}
const ownAds = async () => (await world.call(seller, ownAdsApi.listOwn, { query: { size: 100 } })).body.boards;
/** What stands in the database of the seller's ads. */
const stored = () =>
  world.services.db
    .selectFrom('ads')
    .select(['title', 'price_roubles', 'archived_at', 'revision', 'changed_at'])
    .where('owner_id', '=', seller.id)
    .orderBy('id')
    .execute();

const HEAD = 'external_id;board_title;board_description;board_price;city\n';
const csv = (...lines: string[]): string => HEAD + lines.join('\n');
const brief = ({ rows }: SellerFeed): string[] =>
  rows.map(({ line, action, reason, detail }) =>
    [line, action, reason, detail].filter((part) => part !== null && part !== '').join(' '),
  );

test('what is no feed, has no ads or too many of them is refused', async () => {
  const many = csv(...Array.from({ length: FEED_ADS_MAX + 1 }, (_, i) => `${i};Стул;Крепкий;100;`));
  for (const text of ['<html><body>Войдите</body></html>', HEAD, many]) {
    const { statusCode, body } = await send(text);
    expect({ statusCode, ...(body as object) }).toMatchObject({ statusCode: 422, code: 'feed_unreadable' });
  }
  expect((await send('')).body).toMatchObject({ code: 'file_empty' });
});

test('a check tells what each entry would do and changes nothing; the run does exactly that', async () => {
  const first = await check(
    csv('a;Диван угловой;Серый;12000;Казань', 'b;Кресло;Новое;5000;Казань', 'c;Стол письменный;Дуб;9000;Казань'),
  );
  expect(first).toMatchObject({ state: 'checked', counts: { create: 3, refuse: 0, done: 0 } });
  expect(await stored()).toEqual([]);
  const done = await run(first);
  expect(done).toMatchObject({ state: 'done', counts: { create: 3, done: 3, failed: 0 } });
  const ids = done.rows.map(({ board_id }) => board_id);
  expect((await ownAds()).map(({ board_id }) => board_id).toSorted((a, b) => a - b)).toEqual(ids);
  expect(done.rows[0]).toMatchObject({ category: 'Дом и сад' });

  const before = await stored();
  const next = await check(
    csv('a;Диван угловой;Серый;11000;Казань', 'b;Кресло;Новое;5000;Казань', 'd;Лампа;Настольная;700;Небывальск'),
    { archive: 1 },
  );
  expect(next.rows.map(({ external_id, action }) => `${external_id} ${action}`)).toEqual([
    'a change',
    'b same',
    'd refuse',
    'c archive',
  ]);
  expect(next.rows[0]).toMatchObject({ board_id: ids[0], fields: ['board_price'] });
  expect(next.rows[2]).toMatchObject({ reason: 'place', detail: 'Небывальск' });
  expect(await stored()).toEqual(before);
  expect(await run(next)).toMatchObject({ counts: { change: 1, same: 1, archive: 1, refuse: 1, done: 2, failed: 0 } });
  const after = await stored();
  expect(after.map(({ price_roubles, archived_at }) => [price_roubles, archived_at !== null])).toEqual([
    [11000, false],
    [5000, false],
    [9000, true],
  ]);
  expect(after[1]).toEqual(before[1]);
});

test('entries are refused with their reasons', async () => {
  const feed = await check(
    csv('a;;Серый;1000;', 'b;Кресло;Новое;дорого;', 'c;Стол;Дуб;900;', 'c;Стол;Дуб;800;', 'лишнее', ';Лампа;Новая;1;'),
  );
  expect(brief(feed)).toEqual([
    '2 refuse field board_title',
    '3 refuse field board_price',
    '4 create',
    '5 refuse duplicate',
    '6 refuse unreadable',
    '7 refuse field external_id',
  ]);
});

test('ads in the archive, sold ones and ones that moderation took down are left alone', async () => {
  const { db } = world.services;
  const feed = csv('a;Диван;Серый;1;', 'b;Кресло;Новое;2;', 'c;Стол;Дуб;3;');
  const [a = 0, b = 0, c = 0] = (await run(await check(feed))).rows.map(({ board_id }) => board_id ?? 0);
  await world.call(seller, ownAdsApi.actOnOwn, { body: { board_ids: [a], act: 'archive' } });
  await world.call(seller, adOwnerApi.setDeal, { body: { board_id: b, deal: 'sold' } });
  await db.updateTable('ads').set({ blocked_at: new Date() }).where('id', '=', c).execute();
  const again = await check(feed);
  expect(again.rows.map(({ action, reason }) => `${action} ${reason}`)).toEqual([
    'refuse archived',
    'refuse sold',
    'refuse blocked',
  ]);
});

test('an ad that is edited after the check is not overwritten', async () => {
  const [row] = (await run(await check(csv('a;Диван;Серый;1000;')))).rows;
  const feed = await check(csv('a;Диван;Серый;900;'));
  await world.call(seller, adsApi.edit, { body: { board_id: row?.board_id ?? 0, board_price: 1500 } });
  const { rows } = await run(feed);
  expect(rows[0]).toMatchObject({ action: 'change', result: 'refused', reason: 'changed_since' });
  expect((await stored())[0]?.price_roubles).toBe(1500);
});

test('a run that is broken off, or comes twice, creates nothing twice', async () => {
  const lines = Array.from({ length: 25 }, (_, n) => `n${n};Лампа ${n};Настольная;700;`);
  const feed = await check(csv(...lines));
  await world.call(seller, sellerFeedsApi.run, { params: { id: feed.id } });
  expect((await send(csv('z;Стол;Дуб;1;'))).body).toMatchObject({ code: 'feed_running' });
  await Promise.all([runFeedPart(world.services, feed.id), runFeedPart(world.services, feed.id)]);
  await runQueuedJobs(world);
  const { body } = await world.call(seller, sellerFeedsApi.run, { params: { id: feed.id } });
  expect(body.feed).toMatchObject({ state: 'done', counts: { done: 25, failed: 0 } });
  expect(await stored()).toHaveLength(25);
});

test('words that staff must see hold an ad of a feed as any other', async () => {
  await run(await check(csv('a;Казино на дом;Ставки и казино онлайн;1000;')));
  const [ad] = await ownAds();
  const typed = { board_title: 'Казино на дом', board_description: 'Ставки и казино онлайн', board_price: 1000 };
  const byHand = await world.call(seller, adsApi.create, { body: typed });
  expect(ad?.board_state).toBe(byHand.body.board_state);
});

test('an Avito feed is read with its places, pictures and descriptions in HTML', async () => {
  const site = await startPageServer();
  try {
    const picture = sharp({ create: { width: 640, height: 400, channels: 3, background: '#275' } });
    site.html('pics.example/boat.jpg', await picture.jpeg().toBuffer(), 'image/jpeg');
    const xml = `<?xml version="1.0" encoding="UTF-8"?><Ads formatVersion="3" target="Avito.ru">
      <Ad><Id>77</Id><Title>Лодка надувная</Title><Price>12 900.00</Price><Category>Водный транспорт</Category>
        <Address>Россия, Казань, ул. Баумана, 1</Address>
        <Description><![CDATA[<p>С вёслами &amp; насосом</p><ul><li>Новая</li></ul>]]></Description>
        <Images><Image url="http://pics.example/boat.jpg"/><Image url="http://pics.example/none.jpg"/></Images></Ad>
      <Ad><Id>78</Id><Title>Насос</Title><Description>Ножной</Description><Address>Небывальск</Address></Ad></Ads>`;
    site.html('shop.example/feed.xml', xml, 'application/xml');
    const address = { url: 'http://shop.example/feed.xml', archive_missing: 0 as const };
    const { feed } = await checkFeed(world.services, viewer, address, [], site.network);
    expect(feed.rows).toMatchObject([
      { line: 1, action: 'create', photos: 2 },
      { line: 2, action: 'refuse', reason: 'place', detail: 'Небывальск' },
    ]);
    expect(site.asked()).toEqual(['shop.example/feed.xml']);
    await world.services.db.updateTable('seller_feeds').set({ state: 'running' }).where('id', '=', feed.id).execute();
    await runFeedPart(world.services, feed.id, site.network);
    const [ad] = await ownAds();
    expect(ad).toMatchObject({
      board_title: 'Лодка надувная',
      board_description: 'С вёслами & насосом\nНовая',
      board_price: 12900,
      city: { name: 'Казань' },
    });
    expect(ad?.board_photos).toHaveLength(1);
    const { body } = await world.call(seller, sellerFeedsApi.get);
    expect(body.feed?.rows[0]).toMatchObject({ result: 'done', reason: 'photos', detail: '1' });
    await expect(
      checkFeed(world.services, viewer, { ...address, url: 'http://127.0.0.1/feed.xml' }, [], site.network),
    ).rejects.toMatchObject({ code: 'feed_unreachable' });
  } finally {
    await site.close();
  }
});

test('a YML feed is read with its categories', async () => {
  const yml = `<yml_catalog date="2026-11-27"><shop><name>Лавка</name>
    <categories><category id="1">Хобби</category></categories>
    <offers><offer id="s1" available="false"><typePrefix>Спиннинг</typePrefix><vendor>Волжанка</vendor><model>210</model>
      <price>4500</price><categoryId>1</categoryId><description>Лёгкий</description></offer></offers></shop></yml_catalog>`;
  const feed = await check(yml);
  expect(feed.rows).toMatchObject([
    { external_id: 's1', title: 'Спиннинг Волжанка 210', action: 'create', category: 'Хобби' },
  ]);
  await run(feed);
  expect(await ownAds()).toMatchObject([{ board_state: 'disabled', board_price: 4500 }]);
});

test.each([
  ['nothing', ''],
  ['words', 'просто текст'],
  ['XML of something else', '<rss><channel/></rss>'],
  ['a picture', Buffer.from('89504e470d0a1a0a0000000d49484452', 'hex')],
  ['more ads than a feed holds', csv(...Array.from({ length: FEED_ADS_MAX + 1 }, (_, n) => `n${n};Лампа;Новая;1;`))],
])('%s is no feed', async (_, text) => {
  expect((await send(text)).statusCode).toBeGreaterThanOrEqual(400);
  expect((await world.call(seller, sellerFeedsApi.get)).body.feed).toBeNull();
});

test('the feed of one seller is nobody else’s, and touches no ads of others', async () => {
  const other = await world.user({ paid: true });
  await run(await check(csv('a;Диван;Серый;1000;')));
  const theirs = await check(csv('a;Диван;Серый;1000;'), { who: other, archive: 1 });
  expect(theirs.counts).toMatchObject({ create: 1, archive: 0 });
  expect((await world.call(seller, sellerFeedsApi.run, { params: { id: theirs.id } })).statusCode).toBe(404);
  expect((await send(csv('a;Диван;Серый;1;'), { who: await world.user() })).body.feed.rows).toMatchObject([
    { action: 'refuse', reason: 'subscription' },
  ]);
  expect((await world.call(null, sellerFeedsApi.get)).statusCode).toBe(401);
});
