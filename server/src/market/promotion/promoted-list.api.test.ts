import { adOwnerApi } from '@app/contract/market/ad-owner';
import { adsApi, type Board } from '@app/contract/market/ads';
import { favoritesApi } from '@app/contract/market/favorites';
import { type PromotionKind, promotionApi } from '@app/contract/market/promotion';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Actor, createWorld, type World } from '../../../test/world.ts';
import { insertDemoAds } from '../ads/ads.public.ts';

const DAY = 86_400_000;
const NOON = Date.UTC(2026, 10, 20, 9);

let world: World;
let now = NOON;
let anna: Actor;
let reader: Actor;
let category = 0;
beforeAll(async () => {
  world = await createWorld({ clock: () => new Date(now) });
  [anna, reader] = [await world.user({ paid: true }), await world.user()];
  const { rows } = await sql<{ id: number }>`select id from categories order by id limit 1`.execute(world.services.db);
  category = rows[0]?.id ?? 0;
});
afterAll(() => world.close());

let ads: number[] = [];
beforeEach(async () => {
  now = NOON;
  const { db } = world.services;
  await sql`delete from promotions`.execute(db);
  if (ads.length > 0) return;
  ads = await db.transaction().execute((tx) =>
    insertDemoAds(
      tx,
      Array.from({ length: 26 }, (_, i) => ({
        owner_id: anna.id,
        title: i % 2 === 0 ? `Лодка ${i}` : `Палатка ${i}`,
        description: 'В хорошем состоянии',
        price_roubles: 1000 + i,
        category_id: i < 20 ? category : null,
        city_id: null,
        country_id: null,
        image_ids: [],
        created_at: new Date(NOON - (i + 1) * 3_600_000),
      })),
    ),
  );
});

const adAt = (place: number): number => ads[place] ?? 0;

async function promote(adId: number, kind: PromotionKind = 'raise', erid = ''): Promise<number> {
  const { rows } = await sql<{ id: number }>`
    insert into promotions (user_id, ad_id, ad_title, kind, days, price_kopecks, guaranteed_views, starts_at, ends_at,
      advertiser, inn, erid)
    values (${anna.id}, ${adId}, 'Лодка', ${kind}, 3, 11900, 30, ${new Date(now)}, ${new Date(now + 3 * DAY)},
      ${erid === '' ? '' : 'ООО «Причал»'}, ${erid === '' ? '' : '7707083893'}, ${erid})
    returning id`.execute(world.services.db);
  world.services.publicCache.invalidate();
  return rows[0]?.id ?? 0;
}

const list = async (query: Record<string, unknown> = {}, who: Actor | null = null): Promise<Board[]> =>
  (await world.call(who, adsApi.listEnabled, { query: { promoted: 1, ...query } })).body.boards;
const ids = (boards: readonly Board[]): number[] => boards.map(({ board_id }) => board_id);
const promotedIds = (boards: readonly Board[]): number[] => ids(boards.filter((board) => board.board_promotion));

/** All pages until one is not full. */
async function walk(query: Record<string, unknown> = {}): Promise<Board[][]> {
  const pages: Board[][] = [];
  do pages.push(await list({ ...query, page: pages.length + 1 }));
  while (pages.at(-1)?.length === 12 && pages.length < 9);
  return pages;
}
const byNumber = (all: readonly number[]): number[] => all.toSorted((a, b) => a - b);

test('a raised ad opens the list and says so; pages stay full, and no ad is lost or repeated on them', async () => {
  expect((await walk()).map(ids)).toEqual([ads.slice(0, 12), ads.slice(12, 24), ads.slice(24)]);
  await promote(adAt(25));
  const pages = await walk();
  expect(pages[0]?.[0]?.board_promotion).toEqual({ highlight: 0 });
  expect(promotedIds(pages.flat())).toEqual([adAt(25)]);
  const shown = [adAt(25), ...ads.slice(0, 25)];
  expect(pages.map(ids)).toEqual([shown.slice(0, 12), shown.slice(12, 24), shown.slice(24)]);
});

test('walking the pages meets every ad once and full pages, whatever is promoted and asked for', async () => {
  for (const place of [3, 14, 15, 19, 22, 23, 24, 25]) await promote(adAt(place));
  for (const place of [4, 13, 18]) await promote(adAt(place), 'highlight');
  const queries = [{}, { category_id: category }, { search: 'в хорошем состоянии' }, { price_from: 1001 }];
  for (const query of queries) {
    const expected = (await list({ ...query, promoted: 0, size: 60 })).map(({ board_id }) => board_id);
    expect(expected.length).toBeGreaterThan(12);
    for (let minute = 0; minute < 9; minute += 4) {
      now = NOON + minute * 60_000;
      const pages = (await walk(query)).map(ids);
      expect(pages.slice(0, -1).every((page) => page.length === 12)).toBe(true);
      expect(byNumber(pages.flat())).toEqual(byNumber(expected));
    }
  }
});

test('the total and the pages are what they were', async () => {
  await promote(adAt(25));
  expect((await world.call(null, adsApi.listEnabled, { query: { promoted: 1 } })).body.total).toBe(26);
  const plain = await list({ promoted: 0 });
  expect(plain).toHaveLength(12);
  expect(promotedIds(plain)).toEqual([]);
});

test('four raised ads share three places by the minute, and the fourth opens the next page', async () => {
  for (const place of [22, 23, 24, 25]) await promote(adAt(place));
  const firsts = new Map<number, number>();
  for (let minute = 0; minute < 4; minute += 1) {
    now = NOON + minute * 60_000;
    const [one, two] = [await list(), await list({ page: 2 })];
    const [onOne, onTwo] = [promotedIds(one), promotedIds(two)];
    expect(onOne.length).toBe(3);
    expect([...onOne, ...onTwo].sort()).toEqual([22, 23, 24, 25].map(adAt).sort());
    expect(one.flatMap((board, at) => (board.board_promotion ? [at] : []))).toEqual([0, 5, 10]);
    expect(ids(await list())).toEqual(ids(one));
    firsts.set(onOne[0] ?? 0, 1);
  }
  expect(firsts.size).toBe(4);
});

test('a raised ad comes only where it is what the list is asked for', async () => {
  await promote(adAt(24));
  await promote(adAt(19));
  expect(promotedIds(await list({ category_id: category }))).toEqual([adAt(19)]);
  expect(promotedIds(await list({ search: 'лодка' }))).toEqual([adAt(24)]);
  expect(promotedIds(await list({ price_from: 1019, price_to: 1020 }))).toEqual([adAt(19)]);
  expect(promotedIds(await list({ search: 'самокат' }))).toEqual([]);
});

test('whoever sorts by price gets that order exactly', async () => {
  await promote(adAt(25));
  expect(promotedIds(await list({ sort: 'price_asc' }))).toEqual([]);
});

test('a highlighted ad stays in its place and stands out there', async () => {
  await promote(adAt(6), 'highlight');
  const boards = await list();
  expect(ids(boards)).toEqual(ads.slice(0, 12));
  expect(boards[6]?.board_promotion).toEqual({ highlight: 1 });
});

test('the card of a business names the advertiser, the taxpayer number and the token', async () => {
  await promote(adAt(25), 'raise', '2VtzqwQet7H');
  expect((await list())[0]?.board_promotion).toEqual({
    highlight: 0,
    advert: { advertiser: 'ООО «Причал»', inn: '7707083893', erid: '2VtzqwQet7H' },
  });
});

test('a reader who is signed in sees the same, with their own marks', async () => {
  await promote(adAt(25));
  const [first] = await list({}, reader);
  expect(first).toMatchObject({ board_id: adAt(25), subscription_on_board: 0, board_promotion: { highlight: 0 } });
});

test('the first page of a circle holds its ads, promoted ones and favorites, also where numbers are equal', async () => {
  const { db } = world.services;
  const friend = await world.user();
  await sql`insert into friends (user_id, friend_id, since) values (${friend.id}, ${anna.id}, now()), (${anna.id}, ${friend.id}, now())`.execute(
    db,
  );
  const forFriends = adAt(0);
  await sql`update ads set audience = 'friends' where id = ${forFriends}`.execute(db);
  const before = (await world.call(null, adsApi.listEnabled, { query: {} })).body;
  expect(ids(before.boards)).toEqual(ads.slice(1, 13));
  await world.call(friend, favoritesApi.add, { body: { subscription_board_id: adAt(3) } });
  // One statement is prepared for all readers and ads: an ad may have the number of its reader.
  expect(ads).toContain(friend.id);
  for (const raised of [friend.id, adAt(25)]) {
    await sql`delete from promotions`.execute(db);
    await promote(raised);
    const { boards, total } = (await world.call(friend, adsApi.listEnabled, { query: { promoted: 1 } })).body;
    expect(ids(boards)).toEqual([raised, ...ads.filter((id) => id !== raised).slice(0, 11)]);
    expect(boards.filter((board) => board.subscription_on_board === 1).map(({ board_id }) => board_id)).toEqual([
      adAt(3),
    ]);
    expect(boards.find(({ board_id }) => board_id === forFriends)).toMatchObject({ board_circle_only: 1 });
    expect(total).toBe(before.total + 1);
  }
  await sql`update ads set audience = 'all' where id = ${forFriends}`.execute(db);
});

test('an ad that left the list is not raised, and its promotion goes on for as long as it was away', async () => {
  const id = await promote(adAt(25));
  const set = (board_enabled: 0 | 1) => world.call(anna, adsApi.edit, { body: { board_id: adAt(25), board_enabled } });
  await set(0);
  expect(promotedIds(await list())).toEqual([]);
  now += DAY;
  await set(1);
  expect(promotedIds(await list())).toEqual([adAt(25)]);
  const { rows } = await sql<{ ms: number; paused_since: Date | null }>`
    select (extract(epoch from ends_at - starts_at) * 1000)::bigint - days * ${DAY}::bigint as ms, paused_since
    from promotions where id = ${id}`.execute(world.services.db);
  expect(rows).toEqual([{ ms: DAY, paused_since: null }]);
});

test('an ad that another node took off the lists is raised no more, though what is promoted is kept for a while', async () => {
  await promote(adAt(24));
  await promote(adAt(25));
  const queries = [{}, { category_id: null, size: 24 }, { price_from: 1010 }];
  for (const query of queries) expect(promotedIds(await list(query)).sort()).toEqual([24, 25].map(adAt).sort());
  const set = (isEnabled: boolean) =>
    sql`update ads set enabled = ${isEnabled} where id = ${adAt(25)}`.execute(world.services.db);
  await set(false);
  try {
    for (const query of queries) expect(promotedIds(await list(query))).toEqual([adAt(24)]);
  } finally {
    await set(true);
  }
});

test('where every ad that is raised is gone, the page is as it would be without them', async () => {
  await promote(adAt(25));
  await list();
  await sql`update ads set enabled = false where id = ${adAt(25)}`.execute(world.services.db);
  try {
    const { boards, total } = (await world.call(null, adsApi.listEnabled, { query: { promoted: 1 } })).body;
    expect([ids(boards), total, promotedIds(boards)]).toEqual([ads.slice(0, 12), 25, []]);
  } finally {
    await sql`update ads set enabled = true where id = ${adAt(25)}`.execute(world.services.db);
  }
});

test('a raised ad that stands on the first page anyway is there once, moved up', async () => {
  await promote(adAt(5));
  expect(ids(await list())).toEqual([5, 0, 1, 2, 3, 4, 6, 7, 8, 9, 10, 11].map(adAt));
});

test('a promotion whose time is over raises nothing', async () => {
  await promote(adAt(25));
  now += 3 * DAY;
  world.services.publicCache.invalidate();
  expect(promotedIds(await list())).toEqual([]);
});

const look = (who: Actor, adId: number, promoted?: 1) =>
  world.call(who, adOwnerApi.view, { params: { id: adId }, query: { ...(promoted && { promoted }) } });

test('a view through the promoted card counts once a visitor and day, beside those without it', async () => {
  const adId = adAt(21);
  const [boris, vera, gleb] = [await world.user(), await world.user(), await world.user()];
  now = NOON - DAY;
  for (const who of [boris, vera, gleb]) await look(who, adId);
  now = NOON;
  const id = await promote(adId);
  await look(boris, adId, 1);
  await look(boris, adId, 1);
  await look(vera, adId);
  await look(vera, adId, 1);
  await look(anna, adId, 1);
  now += DAY;
  await look(gleb, adId, 1);
  const { body } = await world.call(anna, promotionApi.report, { params: { id } });
  expect(body.days).toEqual([
    { day: '2026-11-20', promoted: 1, other: 1 },
    { day: '2026-11-21', promoted: 1, other: 0 },
  ]);
  expect(body.promotion).toMatchObject({ state: 'running', views: 2, promised_views: 30, bonus_back: 0 });
  expect(body.before_tenths).toBe(30);
});

test('a view that says it was promoted counts for nothing where nothing is', async () => {
  await look(reader, adAt(3), 1);
  const { rows } = await sql`select from promotion_days`.execute(world.services.db);
  expect(rows).toEqual([]);
});

test('nobody reads the report of somebody else', async () => {
  const id = await promote(adAt(25));
  const { statusCode, body } = await world.call(reader, promotionApi.report, { params: { id } });
  expect([statusCode, body.code]).toEqual([404, 'not_found']);
});
