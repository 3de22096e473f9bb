import { adOwnerApi } from '@app/contract/market/ad-owner';
import { adSearchApi } from '@app/contract/market/ad-search';
import { AD_KINDS, adsApi } from '@app/contract/market/ads';
import { dealsApi } from '@app/contract/market/deals';
import { drawsApi } from '@app/contract/market/draws';
import { promotionApi } from '@app/contract/market/promotion';
import { searchesApi } from '@app/contract/market/searches';
import { chatApi } from '@app/contract/messaging/chat';
import { paymentsApi } from '@app/contract/money/payments';
import { notificationsApi } from '@app/contract/notifications/notifications';
import { authApi } from '@app/contract/people/auth';
import { circleApi } from '@app/contract/people/circle';
import { commentsApi } from '@app/contract/publishing/comments';
import { complaintsApi } from '@app/contract/trust/complaints';
import { afterAll, beforeAll, expect, onTestFinished, test } from 'vitest';
import { createWorld, type World } from '../../test/world.ts';
import { demoAdsWithHistory, pastAds } from './demo-ad-history.ts';
import { demoAds } from './demo-ads.ts';
import { demoComments } from './demo-comments.ts';
import { demoFavorites } from './demo-favorites.ts';
import { DEMO_PASSWORD, demoPeople } from './demo-people.ts';
import { isDemoWanted, seedDemo } from './seed-demo.ts';

const NOW = new Date('2026-11-18T12:00:00Z');

let world: World;

beforeAll(async () => {
  world = await createWorld({ environment: { DEMO: 'on' }, clock: () => NOW });
  await seedDemo(world.services);
}, 120_000);
afterAll(() => world.close());

const count = async (table: 'users' | 'ads' | 'ad_photos' | 'subscriptions', { services } = world): Promise<number> => {
  const { n } = await services.db
    .selectFrom(table)
    .select((eb) => eb.fn.countAll<number>().as('n'))
    .executeTakeFirstOrThrow();
  return n;
};

async function signIn(login: string) {
  const { body } = await world.call(null, authApi.login, { body: { login, password: DEMO_PASSWORD } });
  return { id: body.user_id, login, token: body.token };
}

test('everybody, every ad and every photo of the demonstration is there', async () => {
  expect(await count('users')).toBe(demoPeople().length);
  expect(await count('ads')).toBe(demoAds().length + pastAds().length);
  expect(await count('ad_photos')).toBe([...demoAds(), ...pastAds()].flatMap(({ photos }) => photos).length);
});

test('a seeding that breaks off leaves nothing behind, and the next start seeds whole', {
  tags: ['long'],
  timeout: 120_000,
}, async () => {
  const other = await createWorld({ environment: { DEMO: 'on' }, clock: () => NOW });
  onTestFinished(() => other.close());
  const { services } = other;
  const { db } = services;
  await db.updateTable('categories').set({ icon: 'lost' }).where('icon', '=', 'gift').execute();
  await expect(seedDemo(services)).rejects.toThrow('gift');
  expect(await count('users', other)).toBe(0);
  expect(await isDemoWanted(services)).toBe(true);

  await db.updateTable('categories').set({ icon: 'gift' }).where('icon', '=', 'lost').execute();
  await seedDemo(services);
  expect(await count('users', other)).toBe(demoPeople().length);
  expect(await count('ads', other)).toBe(demoAds().length + pastAds().length);
});

test('a second seeding changes nothing, and a database in use is never asked for one', { tags: ['long'] }, async () => {
  expect(await isDemoWanted(world.services)).toBe(false);
  await seedDemo(world.services);
  expect(await count('users')).toBe(demoPeople().length);
  expect(await count('ads')).toBe(demoAds().length + pastAds().length);
});

test('search suggests at once, slips of the keyboard included', async () => {
  const { body } = await world.call(null, adSearchApi.suggest, { query: { search: 'вилоси' } });
  expect(body.suggestions[0]?.text).toContain('велосипед');
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

test('accounts have a history that adds up, and some ads are promoted', async () => {
  const [anna, maria] = [await signIn('anna'), await signIn('maria')];
  const ledgerOf = async (who: typeof anna) => (await world.call(who, paymentsApi.ledger)).body;
  const { list, balance_kopecks, bonus_points } = await ledgerOf(anna);
  expect(new Set(list.map(({ kind }) => kind))).toEqual(new Set(['subscription', 'topup', 'bonus', 'promotion']));
  expect(balance_kopecks).toBe(list.reduce((sum, line) => sum + line.balance_kopecks, 0));
  expect(bonus_points).toBe(list.reduce((sum, line) => sum + line.bonus_points, 0));
  expect((await ledgerOf(maria)).list.find(({ kind }) => kind === 'refund')).toMatchObject({
    amount_kopecks: 12_000,
    comment: 'Оплатили больше, чем нужно',
    receipt: { state: 'succeeded' },
  });
  const { body } = await world.call(anna, promotionApi.list);
  expect(body.list.map(({ state, bonus_back }) => [state, bonus_back])).toEqual([
    ['running', 0],
    ['settled', 36],
  ]);
  const cards = (await world.call(null, adsApi.listEnabled, { query: { promoted: 1 } })).body.boards;
  expect(cards.some(({ board_promotion }) => board_promotion !== undefined)).toBe(true);
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

test('the list has ads of every kind, one of them lent now and one given away by a draw', async () => {
  const kinds = new Map<string, number>();
  for (const kind of AD_KINDS) {
    const { body } = await world.call(null, adsApi.listEnabled, { query: { kind } });
    kinds.set(kind, body.total);
  }
  expect([...kinds].filter(([kind]) => kind !== 'sell')).toEqual(
    ['buy', 'give', 'swap', 'rent', 'lend'].map((kind) => [kind, 2]),
  );
  const lent = (await world.call(null, adsApi.listEnabled, { query: { kind: 'lend' } })).body.boards;
  expect(lent.map(({ board_state, board_lent_until }) => [board_state, board_lent_until !== undefined])).toEqual([
    ['active', false],
    ['reserved', true],
  ]);
  const igor = await signIn('igor');
  const { body } = await world.call(igor, dealsApi.list, { query: { active: 1 } });
  expect(body.list.filter(({ offer }) => offer.loan?.lent === 1)).toHaveLength(1);
  const [given] = (await world.call(null, adsApi.listEnabled, { query: { kind: 'give' } })).body.boards;
  const draw = await world.call(igor, drawsApi.get, { params: { id: given?.board_id ?? 0 } });
  expect(draw.body).toMatchObject({ state: 'open', count: 4, mine: 1 });
});

test('demo people sign in with the demo password; Anna is a subscriber, Igor was one', async () => {
  const signIn = (login: string) => world.call(null, authApi.login, { body: { login, password: DEMO_PASSWORD } });
  const [anna, igor] = await Promise.all([signIn('anna'), signIn('igor')]);
  expect(anna.body).toMatchObject({ user_firstname: 'Анна', user_payed: 1 });
  expect(anna.body.user_photo).toMatch(/^\/media\//);
  expect(igor.body).toMatchObject({ user_firstname: 'Игорь', user_payed: 0 });
  expect(await count('subscriptions')).toBe(demoPeople().filter(({ paidForDays }) => paidForDays !== null).length);
});

test('Anna has a circle, relatives in it, and people who wait for her answer', async () => {
  const anna = await signIn('anna');
  const [friends, fams, requests] = await Promise.all([
    world.call(anna, circleApi.friends, { query: { size: 100 } }),
    world.call(anna, circleApi.relatives),
    world.call(anna, circleApi.incoming),
  ]);
  expect(friends.body.total).toBeGreaterThanOrEqual(14);
  expect(fams.body.list.map(({ firstname }) => firstname)).toContain('Игорь');
  expect(requests.body.list[0]?.user_from).toMatchObject({ firstname: 'Ольга', lastname: 'Громова' });
  expect(requests.body.total).toBe(3);
});

test('Anna has chats of every kind: read and unread, with photos and a file, one on top, two strangers who wait', async () => {
  const anna = await signIn('anna');
  const { body } = await world.call(anna, chatApi.list, { query: { folder: 'main' } });
  expect(body.counts).toEqual({ unread: 3, chats: 2, requests: 2 });
  expect(body.list[0]).toMatchObject({ pinned: 1, user: { firstname: 'Мария' } });
  expect(body.list[1]).toMatchObject({ unread: 2, user: { firstname: 'Игорь' } });

  const igor = body.list[1]?.user.id ?? 0;
  const dialog = await world.call(anna, chatApi.messages, { params: { id: igor }, query: { mark: 0 } });
  const kinds = dialog.body.list.flatMap(({ attachments }) => attachments.map(({ kind }) => kind));
  expect(kinds).toEqual(['file', 'image', 'image']);
  const head = await world.call(anna, chatApi.header, { params: { id: igor } });
  expect(head.body.about?.title).toBe('Городской велосипед с корзиной, рама M');

  const requests = await world.call(anna, chatApi.list, { query: { folder: 'requests' } });
  expect(requests.body.total).toBe(2);
  const stranger = requests.body.list.find(({ user }) => user.firstname === 'Эмре')?.user.id ?? 0;
  const offer = await world.call(anna, chatApi.messages, { params: { id: stranger }, query: { mark: 0 } });
  expect(offer.body.list[0]?.warnings).toEqual(['link', 'code']);
});

test('Anna has an ad in every state of a seller’s lists, and a graph for each that people saw', async () => {
  const anna = await signIn('anna');
  const mine = (await world.call(anna, adsApi.list, { query: { size: 100 } })).body.boards;
  const archive = (await world.call(anna, adsApi.listArchive, { query: { size: 100 } })).body.boards;
  const states = new Set([...mine, ...archive].map((ad) => `${ad.board_state}${ad.board_expired ? ', expired' : ''}`));
  expect(states).toEqual(
    new Set(['active', 'reserved', 'sold', 'disabled', 'review', 'blocked', 'archived', 'archived, expired']),
  );
  expect(mine.length).toBeGreaterThanOrEqual(14);
  expect(mine.find((ad) => ad.board_state === 'review')?.board_review_reason).toMatch(/^Найдено «казино»\./);
  expect(mine.every((ad) => ad.board_state === 'review' || (ad.board_views ?? 0) > 0)).toBe(true);
  const [first] = mine;
  const { days } = (await world.call(anna, adOwnerApi.stats, { params: { id: first?.board_id ?? 0 } })).body;
  expect(days.at(-1)).toMatchObject({ day: '2026-11-18', views: 0 });
  expect(days.at(-2)?.views).toBeGreaterThan(0);
});

test('counters say what the rows behind them say: comments, votes, favourites, uncovered phones', async () => {
  const drift = async (counted: string, rows: string): Promise<unknown[]> => {
    const { rows: different } = await world.services.pool.query(`${counted} except (${rows})`);
    return different;
  };
  expect(
    await drift(
      'select id, comments_count::bigint from ads',
      `select a.id, count(c.id) from ads a left join comments c on c.ad_id = a.id and not c.hidden
        and not exists (select from comments p where p.id = c.parent_id and p.hidden) group by a.id`,
    ),
  ).toEqual([]);
  expect(
    await drift(
      'select id, rating_sum::bigint, rating_count::bigint from users',
      `select u.id, coalesce(sum(v.rating), 0), count(v.id) from users u left join seller_votes v on v.seller_id = u.id
        group by u.id`,
    ),
  ).toEqual([]);
  expect(
    await drift(
      'select ad_id, author_id, rating from seller_votes',
      'select ad_id, user_id, rating from comments where rating > 0',
    ),
  ).toEqual([]);
  expect(
    await drift(
      'select id, replies_count::bigint from comments where parent_id is null',
      `select t.id, count(r.id) from comments t left join comments r on r.parent_id = t.id where t.parent_id is null
        group by t.id`,
    ),
  ).toEqual([]);
  expect(
    await drift(
      'select ad_id, day, favorites::bigint from ad_days where favorites > 0',
      `select ad_id, (created_at at time zone 'Europe/Moscow')::date, count(*) from favorites group by 1, 2`,
    ),
  ).toEqual([]);
  expect(
    await drift(
      'select ad_id, day, phones::bigint from ad_days where phones > 0',
      'select ad_id, day, count(*) from ad_phone_reveals group by 1, 2',
    ),
  ).toEqual([]);
});

test('nothing of the demonstration happens in the future, nor before the ad that it is about', async () => {
  const { rows } = await world.services.pool.query<{ n: number }>(
    `select count(*) as n from (
      select c.created_at, a.created_at as since from comments c join ads a on a.id = c.ad_id
      union all select f.created_at, a.created_at from favorites f join ads a on a.id = f.ad_id
      union all select created_at, '2000-01-01' from notifications
      union all select created_at, '2000-01-01' from complaints
    ) happened where created_at > $1 or created_at < since`,
    [NOW],
  );
  expect(rows[0]?.n).toBe(0);
});

test('sellers are rated: Anna 4,86 and Igor 4,92, nearly everybody above 4', async () => {
  const anna = await signIn('anna');
  const person = async (id: number) =>
    (await world.call(anna, commentsApi.rating, { query: { user_rating: id } })).body;
  const { rows } = await world.services.pool.query<{ id: number; login: string }>(
    'select id, login from users where rating_count > 2',
  );
  const idOf = (login: string): number => rows.find((row) => row.login === login)?.id ?? 0;
  expect(await person(idOf('anna'))).toMatchObject({ rating: 4.86, count: 7 });
  expect(await person(idOf('igor'))).toMatchObject({ rating: 4.92, count: 13 });
  const ratings = await Promise.all(rows.map(async ({ id }) => (await person(id)).rating ?? 0));
  expect(ratings.filter((rating) => rating >= 4).length / ratings.length).toBeGreaterThan(0.75);
  expect(new Set(demoComments().map(({ rating }) => rating))).toEqual(new Set([0, 2, 3, 4, 5]));
});

test('every subscriber keeps five to twelve ads of others, one of them sold and one in the archive', async () => {
  const subscribers = demoPeople().filter(({ paidForDays }) => (paidForDays ?? 0) > 0);
  const [favorites, everyAd] = [demoFavorites(), new Map(demoAdsWithHistory().map((ad) => [ad.title, ad]))];
  for (const { login } of subscribers) {
    const kept = favorites.filter((favorite) => favorite.login === login);
    expect(kept.length, login).toBeGreaterThanOrEqual(5);
    expect(kept.length, login).toBeLessThanOrEqual(12);
    const ads = kept.map(({ adTitle }) => everyAd.get(adTitle));
    expect(
      ads.filter((ad) => ad?.deal === 'sold'),
      login,
    ).toHaveLength(1);
    expect(
      ads.filter((ad) => ad?.archivedDaysAgo !== undefined),
      login,
    ).toHaveLength(1);
    expect(
      ads.every((ad) => ad !== undefined && ad.ownerLogin !== login),
      login,
    ).toBe(true);
  }
});

test('Anna’s bell has news, her searches an ad that is new to her, her complaints an answer and a promise', async () => {
  const anna = await signIn('anna');
  const { list: notifications } = (await world.call(anna, notificationsApi.list, { query: { mark: 0 } })).body;
  const unread = notifications.filter(({ read }) => read === 0).map(({ text }) => text);
  expect(unread.length).toBeGreaterThanOrEqual(4);
  expect(unread.length).toBeLessThan(notifications.length);
  expect(unread.join()).toContain('Гибрид для работы и парка');
  const { searches } = (await world.call(anna, searchesApi.list)).body;
  expect(searches.map(({ name, fresh }) => [name, fresh])).toEqual(
    expect.arrayContaining([
      ['Кресло, Казань', 1],
      [expect.stringContaining('Электроника'), 0],
    ]),
  );
  const { complains } = (await world.call(anna, complaintsApi.listOwn)).body;
  expect(complains.map(({ status }) => status).sort()).toEqual(['open', 'upheld']);
});
