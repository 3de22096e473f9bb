import { adOwnerApi } from '@app/contract/market/ad-owner';
import { adSearchApi } from '@app/contract/market/ad-search';
import { adsApi } from '@app/contract/market/ads';
import { favoritesApi } from '@app/contract/market/favorites';
import { followsApi } from '@app/contract/market/follows';
import { ownAdsApi } from '@app/contract/market/own-ads';
import { searchesApi } from '@app/contract/market/searches';
import { chatApi } from '@app/contract/messaging/chat';
import { notificationsApi } from '@app/contract/notifications/notifications';
import { circleApi } from '@app/contract/people/circle';
import { commentsApi } from '@app/contract/publishing/comments';
import { publicationsApi } from '@app/contract/publishing/publications';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { runQueuedJobs } from '../../../../test/queued-jobs.ts';
import { openSocket } from '../../../../test/socket-client.ts';
import { type Actor, createWorld, type World } from '../../../../test/world.ts';
import { insertDemoCircle } from '../../../people/circle/demo-circle.public.ts';
import { openAds } from '../lifecycle/open-ads.job.ts';

const HOUR_MS = 3_600_000;

let world: World;
let now = Date.now();
let seller: Actor;
let friend: Actor;
let relative: Actor;
let stranger: Actor;
let staff: Actor;
let word = '';
let words = 0;

beforeAll(async () => {
  world = await createWorld({ clock: () => new Date(now) });
  [seller, friend, relative, stranger, staff] = await Promise.all([
    world.user({ paid: true }),
    world.user(),
    world.user(),
    world.user({ paid: true }),
    world.user({ groups: ['manager'] }),
  ]);
  await world.services.db.transaction().execute((tx) =>
    insertDemoCircle(tx, {
      friendships: [friend, relative].map(({ id }) => ({ between: [seller.id, id], since: new Date() })),
      relatives: [
        { userId: seller.id, friendId: relative.id },
        // Whom a reader counts as family does not matter.
        { userId: friend.id, friendId: seller.id },
      ],
      requests: [],
    }),
  );
});
afterAll(() => world.close());

/** Each test has ads of its own by a word that no other ad contains. */
beforeEach(() => {
  words += 1;
  word = `кмтп${'абвгдежзик'[words % 10]}${'лмнопрстуф'[Math.floor(words / 10)]}`;
});

async function publish(change: object, owner = seller): Promise<number> {
  const body = { board_title: `Лодка ${word}`, board_description: 'Надувная', board_price: 5000, ...change };
  const { statusCode, body: board } = await world.call(owner, adsApi.create, { body });
  expect({ statusCode, code: board.code }).toEqual({ statusCode: 200, code: undefined });
  return board.board_id;
}
const edit = (board_id: number, change: object, by = seller) =>
  world.call(by, adsApi.edit, { body: { board_id, ...change } });
const statusFor = async (who: Actor | null, id: number) =>
  (await world.call(who, adsApi.get, { params: { id } })).statusCode;
const idsOf = (boards: readonly { board_id: number }[]): number[] => boards.map(({ board_id }) => board_id);

/** What a reader finds of an ad, by every way that leads to it. */
async function ways(who: Actor | null, id: number) {
  const params = { id };
  const found = await world.call(who, adsApi.listEnabled, { query: { search: word, exact: 1 } });
  const newest = await world.call(who, adsApi.listEnabled, { query: { size: 100 } });
  const cheapest = await world.call(who, adsApi.listEnabled, { query: { size: 50, sort: 'price_asc', page: 1 } });
  const ofSeller = await world.call(who, adsApi.listOfFriend, { query: { friend_id: seller.id, size: 100 } });
  const foundOfSeller = await world.call(who, adsApi.listOfUser, { query: { user_id: seller.id, search: word } });
  const facets = await world.call(who, adSearchApi.facets, { query: { search: word } });
  return {
    page: (await world.call(who, adsApi.get, { params })).statusCode === 200,
    search: idsOf(found.body.boards).includes(id) && found.body.total === 1,
    list: idsOf(newest.body.boards).includes(id),
    sorted: idsOf(cheapest.body.boards).includes(id),
    seller: idsOf(ofSeller.body.boards).includes(id),
    searchOfSeller: idsOf(foundOfSeller.body.boards).includes(id),
    facets: facets.body.total === 1,
    similar: (await world.call(who, adOwnerApi.similar, { params })).statusCode === 200,
    guestFavorites:
      (await world.call(null, favoritesApi.listGuest, { query: { board_ids: String(id) } })).body.boards.length > 0,
  };
}

const EVERYWHERE = {
  page: true,
  search: true,
  list: true,
  sorted: true,
  seller: true,
  searchOfSeller: true,
  facets: true,
  similar: true,
  guestFavorites: true,
};
const IN_CIRCLE = { ...EVERYWHERE, guestFavorites: false };
const NOWHERE = Object.fromEntries(Object.keys(EVERYWHERE).map((way) => [way, false]));

describe('the audience of an ad', () => {
  test('without a choice it is everybody', async () => {
    const id = await publish({});
    expect(await ways(null, id)).toEqual(EVERYWHERE);
    const { body } = await world.call(seller, adsApi.get, { params: { id } });
    expect(body).toMatchObject({ board_audience: 'all' });
    expect(body).not.toHaveProperty('board_circle_only');
  });

  test('friends are shown an ad for friends by every way, strangers and guests by none', async () => {
    const id = await publish({ board_audience: 'friends' });
    for (const who of [friend, relative, seller]) expect(await ways(who, id)).toEqual(IN_CIRCLE);
    for (const who of [stranger, null]) expect(await ways(who, id)).toEqual(NOWHERE);
    expect(await statusFor(staff, id)).toBe(200);
  });

  test('only whom the seller counts as family is shown an ad for the family, and is not told so', async () => {
    const id = await publish({ board_audience: 'fams' });
    expect(await ways(relative, id)).toEqual(IN_CIRCLE);
    for (const who of [friend, stranger, null]) expect(await ways(who, id)).toEqual(NOWHERE);
    const { body } = await world.call(relative, adsApi.get, { params: { id } });
    expect(body).toMatchObject({ board_circle_only: 1 });
    expect(body).not.toHaveProperty('board_audience');
  });

  test('an unknown audience, and one of the author alone, are refused', async () => {
    for (const board_audience of ['me', 'nobody'])
      expect(
        (await world.call(seller, adsApi.create, { body: { ...draft(), board_audience } as never })).statusCode,
      ).toBe(400);
  });

  const draft = () => ({ board_title: 'Плот', board_description: 'Сосновый', board_price: 100 });

  test('whatever a stranger asks of an ad for friends, the answer is that there is none', async () => {
    const id = await publish({ board_audience: 'friends' });
    const before = await world.call(seller, adsApi.get, { params: { id } });
    const answers = [
      edit(id, { board_title: 'Чужая' }, stranger),
      world.call(stranger, adsApi.archive, { query: { board_id: id } }),
      world.call(stranger, adOwnerApi.revealPhone, { params: { id } }),
      world.call(stranger, favoritesApi.add, { body: { subscription_board_id: id } }),
      world.call(stranger, commentsApi.list, { params: { id } }),
      world.call(stranger, commentsApi.add, { body: { board_id: id, message: 'Привет' } }),
      world.call(stranger, publicationsApi.addText, { body: { publish_description: 'Вот', board_id: id } }),
    ];
    for (const answer of await Promise.all(answers)) expect(answer.body.code).toBe('not_found');
    await world.call(stranger, adOwnerApi.view, { params: { id } });
    expect((await world.call(seller, adsApi.get, { params: { id } })).body).toEqual(before.body);
    await world.call(seller, adsApi.archive, { query: { board_id: id } });
    expect([await statusFor(friend, id), await statusFor(stranger, id)]).toEqual([410, 404]);
  });

  test('who stops being a friend loses the ad at once, in favourites too', async () => {
    const former = await world.user();
    await world.services.db.transaction().execute((tx) =>
      insertDemoCircle(tx, {
        friendships: [{ between: [seller.id, former.id], since: new Date() }],
        relatives: [],
        requests: [],
      }),
    );
    const id = await publish({ board_audience: 'friends' });
    expect((await world.call(former, favoritesApi.add, { body: { subscription_board_id: id } })).statusCode).toBe(200);
    const favorites = async () => (await world.call(former, favoritesApi.list, { query: {} })).body;
    const count = async () => (await world.call(former, ownAdsApi.countOwn)).body.favourite;
    expect(await favorites()).toMatchObject({ total: 1, boards: [{ board_id: id }] });
    expect(await count()).toBe(1);
    await world.call(former, circleApi.remove, { params: { id: seller.id } });
    expect(await favorites()).toEqual({ total: 0, boards: [] });
    expect(await count()).toBe(0);
    expect(await ways(former, id)).toEqual(NOWHERE);
  });

  test('narrowed, an ad leaves those outside and the counters, and widened it is back', async () => {
    const id = await publish({});
    const total = async () => (await world.call(null, adsApi.listEnabled, { query: {} })).body.total;
    const before = await total();
    await edit(id, { board_audience: 'friends' });
    expect(await ways(stranger, id)).toEqual(NOWHERE);
    expect(await total()).toBe(before - 1);
    expect((await world.call(friend, adsApi.listEnabled, { query: {} })).body.total).toBeGreaterThan(before - 1);
    await edit(id, { board_audience: 'all' });
    expect(await ways(null, id)).toEqual(EVERYWHERE);
    expect(await total()).toBe(before);
  });

  test('a page of a list for friends has every ad once', async () => {
    for (let at = 0; at < 15; at += 1) await publish(at % 3 === 0 ? { board_audience: 'friends' } : {});
    for (const query of [{}, { search: word }, { sort: 'price_desc' as const }, { price_from: 1 }]) {
      const pages = await Promise.all(
        [1, 2, 3].map((page) => world.call(friend, adsApi.listEnabled, { query: { ...query, page, size: 6 } })),
      );
      const ids = pages.flatMap(({ body }) => idsOf(body.boards));
      expect(new Set(ids).size).toBe(ids.length);
      const dates = pages.flatMap(({ body }) => body.boards.map(({ board_date_create }) => board_date_create));
      if (!('sort' in query)) expect(dates).toEqual(dates.toSorted().reverse());
    }
  });

  test('the card of an ad for friends reaches a chat with a friend, not one with somebody else', async () => {
    const id = await publish({ board_audience: 'friends' });
    const send = (to: Actor) =>
      world.call(seller, chatApi.send, { params: { id: to.id }, body: { content: 'Смотрите', board_id: id } });
    expect((await send(friend)).body).toMatchObject({ card: { kind: 'ad', id, title: `Лодка ${word}` } });
    expect((await send(stranger)).body.card ?? null).toBeNull();
  });

  test('only those who are shown the ad hear live what happens on it', async () => {
    const origin = await world.app.listen({ host: '127.0.0.1', port: 0 });
    const id = await publish({ board_audience: 'friends' });
    const open = (actor: Actor) => openSocket(origin, `/ws/ads/${id}/`, { actor });
    expect(await (await open(stranger)).closed).toMatchObject({ code: 4403 });
    const [ofFriend, ofRelative] = [await open(friend), await open(relative)];
    const tell = (comment: number) => world.services.live.publish(`ad:${id}`, { type: 'comment', id: comment });
    for (const socket of [ofFriend, ofRelative]) {
      socket.send({ type: 'beat' });
      await expect.poll(() => socket.received).toContainEqual({ type: 'beat' });
    }
    tell(1);
    for (const socket of [ofFriend, ofRelative])
      await expect.poll(() => socket.received).toContainEqual({ type: 'comment', id: 1 });
    await edit(id, { board_audience: 'fams' });
    tell(2);
    expect(await ofFriend.closed).toMatchObject({ code: 4403 });
    expect(ofFriend.received).not.toContainEqual({ type: 'comment', id: 2 });
    await expect.poll(() => ofRelative.received).toContainEqual({ type: 'comment', id: 2 });
    ofRelative.close();
  });
});

describe('the circle first', () => {
  const bellsOf = async (who: Actor, kind: string, id: number) =>
    (await world.call(who, notificationsApi.list, { query: { mark: 0 } })).body.list.filter(
      (bell) => bell.kind === kind && JSON.stringify(bell).includes(`/ad/${id}`),
    ).length;
  const searchBellsOf = async (who: Actor) =>
    (await world.call(who, notificationsApi.list, { query: { mark: 0 } })).body.list.filter(
      ({ kind }) => kind === 'saved_search',
    ).length;

  test('friends are shown and told of the ad at once, everybody else a day later, all of them once', async () => {
    for (const who of [friend, stranger]) {
      await world.call(who, followsApi.set, { body: { to_id: seller.id, subscribe: 1 } });
      await world.call(who, searchesApi.save, { body: { search: word } });
    }
    const id = await publish({ board_circle_first: 1 });
    const opens = new Date(now + 24 * HOUR_MS).toISOString();
    const { body } = await world.call(seller, adsApi.get, { params: { id } });
    expect(body).toMatchObject({ board_audience: 'all', board_circle_first: 1, board_opens: opens });
    expect(await ways(friend, id)).toEqual(IN_CIRCLE);
    expect(await ways(stranger, id)).toEqual(NOWHERE);
    await runQueuedJobs(world);
    expect([await bellsOf(friend, 'new_ad', id), await bellsOf(stranger, 'new_ad', id)]).toEqual([1, 0]);
    expect([await searchBellsOf(friend), await searchBellsOf(stranger)]).toEqual([1, 0]);

    now += 23 * HOUR_MS;
    await openAds.run(world.services, {});
    expect(await statusFor(null, id)).toBe(404);
    now += 2 * HOUR_MS;
    await Promise.all([openAds.run(world.services, {}), openAds.run(world.services, {})]);
    expect(await ways(null, id)).toEqual(EVERYWHERE);
    const opened = await world.call(seller, adsApi.get, { params: { id } });
    expect(opened.body).toMatchObject({ board_audience: 'all' });
    expect(opened.body).not.toHaveProperty('board_opens');
    for (let time = 0; time < 2; time += 1) {
      await runQueuedJobs(world);
      expect([await bellsOf(friend, 'new_ad', id), await bellsOf(stranger, 'new_ad', id)]).toEqual([1, 1]);
      expect([await searchBellsOf(friend), await searchBellsOf(stranger)]).toEqual([1, 1]);
      // Staff look again, and the owner turns the ad off and on: nobody hears of it twice.
      await edit(id, { board_enabled: 0 });
      await edit(id, { board_enabled: 1 });
    }
  });

  test('the day begins when the circle is shown the ad', async () => {
    const id = await publish({ board_circle_first: 1, board_enabled: 0 });
    const opens = async () => (await world.call(seller, adsApi.get, { params: { id } })).body.board_opens;
    expect(await opens()).toBeUndefined();
    now += 30 * HOUR_MS;
    await openAds.run(world.services, {});
    expect((await edit(id, { board_enabled: 1 })).body.board_opens).toBe(new Date(now + 24 * HOUR_MS).toISOString());
    expect([await statusFor(friend, id), await statusFor(stranger, id)]).toEqual([200, 404]);
  });

  test('the owner may open the ad sooner, and not close it again for a day', async () => {
    const id = await publish({ board_circle_first: 1 });
    await edit(id, { board_title: `Плот ${word}` });
    expect(await statusFor(stranger, id)).toBe(404);
    await edit(id, { board_audience: 'all', board_circle_first: 0 });
    expect(await statusFor(null, id)).toBe(200);
    await edit(id, { board_audience: 'all', board_circle_first: 1 });
    expect(await statusFor(null, id)).toBe(200);
  });
});

describe('the filter «from my circle»', () => {
  test('keeps the ads of friends, whoever they are for, with every other filter', async () => {
    const ofAll = await publish({});
    const ofFriends = await publish({ board_audience: 'friends', board_price: 9000 });
    const other = await publish({}, stranger);
    const found = async (who: Actor | null, more = {}) =>
      idsOf((await world.call(who, adsApi.listEnabled, { query: { circle: 1, search: word, ...more } })).body.boards);
    expect((await found(friend)).toSorted()).toEqual([ofAll, ofFriends].toSorted());
    expect(await found(friend, { price_from: 8000 })).toEqual([ofFriends]);
    expect(await found(seller)).toEqual([]);
    expect((await found(null)).toSorted()).toEqual([ofAll, other].toSorted());
    const facets = await world.call(friend, adSearchApi.facets, { query: { circle: 1, search: word } });
    expect(facets.body.total).toBe(2);
    const alone = await world.call(friend, adsApi.listEnabled, { query: { circle: 1, size: 100 } });
    expect(new Set(alone.body.boards.map(({ board_user_id }) => board_user_id))).toEqual(new Set([seller.id]));
  });

  test('a saved search with it matches only the ads of friends', async () => {
    const saved = await world.call(friend, searchesApi.save, { body: { search: word, circle: 1 } });
    expect(saved.body.href).toContain('circle=1');
    const fresh = async () =>
      (await world.call(friend, searchesApi.list)).body.searches.find(({ id }) => id === saved.body.id)?.fresh;
    await publish({}, stranger);
    await runQueuedJobs(world);
    expect(await fresh()).toBe(0);
    await publish({ board_audience: 'friends' });
    await runQueuedJobs(world);
    expect(await fresh()).toBe(1);
  });
});

describe('the ad of a publication', () => {
  const cardFor = async (who: Actor | null, id: number) =>
    (await world.call(who, publicationsApi.one, { params: { id } })).body.board;
  const write = (board_id: number | undefined, more = {}) =>
    world.call(seller, publicationsApi.addText, {
      body: { publish_description: `О лодке ${word}`, board_id, ...more },
    });

  test('is shown with the price and state of now, to those who are shown the ad', async () => {
    const id = await publish({});
    const { body } = await write(id);
    const card = { board_id: id, title: `Лодка ${word}`, price: 5000, city: '', photo: null, state: 'active' };
    expect(body.board).toEqual(card);
    expect(await cardFor(null, body.publish_id)).toEqual(card);
    await edit(id, { board_price: 4000 });
    expect(await cardFor(stranger, body.publish_id)).toMatchObject({ price: 4000 });
    await edit(id, { board_audience: 'friends' });
    expect(await cardFor(stranger, body.publish_id)).toBeUndefined();
    expect(await cardFor(friend, body.publish_id)).toMatchObject({ price: 4000 });
    await edit(id, { board_audience: 'all' });
    await world.call(seller, adOwnerApi.setDeal, { body: { board_id: id, deal: 'sold' } });
    expect(await cardFor(null, body.publish_id)).toMatchObject({ state: 'sold' });
    await world.call(seller, adsApi.archive, { query: { board_id: id } });
    const gone = { board_id: id, title: '', price: 0, city: '', photo: null, state: 'gone' };
    expect(await cardFor(null, body.publish_id)).toEqual(gone);
    await sql`delete from ads where id = ${id}`.execute(world.services.db);
    expect(await cardFor(null, body.publish_id)).toBeUndefined();
  });

  test('is an own ad that others are shown, in drafts as well, and may be taken off', async () => {
    const [id, other, off] = [await publish({}), await publish({}, stranger), await publish({ board_enabled: 0 })];
    for (const wrong of [other, off, 999_999_999]) expect((await write(wrong)).body.code).toBe('not_found');
    const made = await world.call(seller, publicationsApi.add, {
      body: { publish_description: 'Черновик', draft: 1, board_id: id },
    });
    const { publish_id } = made.body;
    expect(made.body.board?.board_id).toBe(id);
    const drafts = await world.call(seller, publicationsApi.drafts, { query: {} });
    expect(drafts.body.list.find((one) => one.publish_id === publish_id)?.board?.board_id).toBe(id);
    const change = (body: object) => world.call(seller, publicationsApi.edit, { body: { publish_id, ...body } });
    expect((await change({ board_id: other })).body.code).toBe('not_found');
    expect((await change({ publish_description: 'Иначе' })).body.board?.board_id).toBe(id);
    expect((await change({ board_id: null })).body).not.toHaveProperty('board');
  });
});
