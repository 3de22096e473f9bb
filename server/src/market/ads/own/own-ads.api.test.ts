import { adOwnerApi } from '@app/contract/market/ad-owner';
import { AD_EXPIRY_DAYS, adsApi } from '@app/contract/market/ads';
import { OWN_AD_VIEW_DAYS, OWN_ADS_AT_ONCE_MAX, type OwnAdAct, ownAdsApi } from '@app/contract/market/own-ads';
import { moscowDay } from '@app/contract/platform/time-zones';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addDomain } from '../../../../test/add-domain.ts';
import { type Actor, createWorld, type World } from '../../../../test/world.ts';
import type { AdEvent } from '../ad-events.public.ts';

const DAY_MS = 86_400_000;

let world: World;
let igor: Actor;
const events: AdEvent[] = [];
let stopListening: () => void;

beforeAll(async () => {
  world = await createWorld();
  stopListening = addDomain({
    on: { 'ads.changed': async (_services, _tx, { changes }) => void events.push(...changes) },
  });
  igor = await world.user({ paid: true });
});
afterAll(() => {
  stopListening();
  return world.close();
});

async function publish(owner: Actor, title = 'Лодка'): Promise<number> {
  const body = { board_title: title, board_description: 'Надувная, с вёслами', board_price: 5000 };
  const answer = await world.call(owner, adsApi.create, { body });
  expect(answer.statusCode).toBe(200);
  return answer.body.board_id;
}

const set = (id: number, change: object) =>
  world.services.db.updateTable('ads').set(change).where('id', '=', id).execute();
const listOf = async (who: Actor, query: object = {}) => (await world.call(who, ownAdsApi.listOwn, { query })).body;
const idsOf = async (who: Actor, query: object = {}) =>
  (await listOf(who, query)).boards.map(({ board_id }) => board_id);
const act = (who: Actor | null, board_ids: number[], what: OwnAdAct) =>
  world.call(who, ownAdsApi.actOnOwn, { body: { board_ids, act: what } });
const resultsOf = async (who: Actor, ids: number[], what: OwnAdAct) =>
  (await act(who, ids, what)).body.results.map(({ result }) => result);
const soon = (days: number) => new Date(Date.now() + days * DAY_MS);

/** One ad of each state. */
async function publishAll(owner: Actor) {
  const [active, ending, reserved, off, held, blocked, sold, archived, ended] = [
    await publish(owner, 'Активная лодка'),
    await publish(owner, 'Лодка на исходе'),
    await publish(owner, 'Лодка в брони'),
    await publish(owner, 'Выключенная лодка'),
    await publish(owner, 'Лодка на проверке'),
    await publish(owner, 'Снятая лодка'),
    await publish(owner, 'Проданная лодка'),
    await publish(owner, 'Убранная лодка'),
    await publish(owner, 'Лодка, у которой вышел срок'),
  ];
  await set(ending, { expires_at: soon(2) });
  await set(reserved, { deal: 'reserved' });
  await set(off, { enabled: false });
  await set(held, { held_at: new Date() });
  await set(blocked, { blocked_at: new Date() });
  await set(sold, { deal: 'sold', expires_at: soon(1) });
  await set(archived, { archived_at: new Date() });
  await set(ended, { archived_at: new Date(), expired: true, expires_at: soon(-1) });
  return { active, ending, reserved, off, held, blocked, sold, archived, ended };
}

describe('lists of own ads', () => {
  test('each state stands in its lists, the counts come along, and others see none of it', async () => {
    const anna = await world.user({ paid: true });
    const ads = await publishAll(anna);
    expect(await idsOf(anna, { tab: 'attention' })).toEqual([ads.ended, ads.blocked, ads.held, ads.off, ads.ending]);
    expect(await idsOf(anna, { tab: 'active' })).toEqual([ads.reserved, ads.ending, ads.active]);
    expect(await idsOf(anna, { tab: 'sold' })).toEqual([ads.sold]);
    expect(await idsOf(anna, { tab: 'archive' })).toEqual([ads.ended, ads.archived]);
    const { total, counts, draft } = await listOf(anna, { tab: 'active', size: 1 });
    expect({ total, draft }).toEqual({ total: 3, draft: null });
    expect(counts).toEqual({ mine: 7, attention: 5, active: 3, sold: 1, archive: 2, favourite: 0 });
    expect((await world.call(anna, ownAdsApi.countOwn)).body).toEqual(counts);
    expect(await idsOf(igor)).toEqual([]);
    expect((await world.call(null, ownAdsApi.listOwn)).statusCode).toBe(401);
    expect((await world.call(null, ownAdsApi.countOwn)).statusCode).toBe(401);
  });

  test('words narrow a list and not the counts; an unknown list is the first one', async () => {
    const anna = await world.user({ paid: true });
    const found = await publish(anna, 'Байдарка');
    await publish(anna, 'Палатка');
    expect(await idsOf(anna, { tab: 'active', search: 'байдарка' })).toEqual([found]);
    const { total, counts } = await listOf(anna, { tab: 'secret', search: 'байдарка' });
    expect([total, counts.mine]).toEqual([1, 2]);
  });

  test('the unfinished ad is named', async () => {
    const anna = await world.user({ paid: true });
    await world.call(anna, adOwnerApi.saveDraft, { body: { draft: { board_title: 'Пила' } } });
    expect((await listOf(anna)).draft).toMatchObject({ board_title: 'Пила' });
  });

  test('a card tells its views of fourteen days, the gaps as zeros, and until when it is promoted', async () => {
    const anna = await world.user({ paid: true });
    const [plain, promoted] = [await publish(anna), await publish(anna, 'Каяк')];
    const { db } = world.services;
    const days = [0, 3, OWN_AD_VIEW_DAYS - 1, OWN_AD_VIEW_DAYS];
    for (const ago of days)
      await sql`insert into ad_days (ad_id, day, views) values (${promoted}, ${moscowDay(soon(-ago))}::date, ${ago + 1})`.execute(
        db,
      );
    const until = soon(5);
    for (const [kind, ends] of [
      ['raise', until],
      ['highlight', soon(1)],
    ] as const)
      await sql`
        insert into promotions (user_id, ad_id, ad_title, kind, days, price_kopecks, guaranteed_views, starts_at, ends_at)
        values (${anna.id}, ${promoted}, 'Каяк', ${kind}, 7, 100, 0, ${soon(-1)}, ${ends})`.execute(db);
    const { boards } = await listOf(anna, { tab: 'active' });
    const views = Array.from({ length: OWN_AD_VIEW_DAYS }, () => 0);
    expect(boards.map(({ board_id }) => board_id)).toEqual([promoted, plain]);
    expect(boards[1]).toMatchObject({ board_views_by_day: views });
    expect(boards[1]?.board_promoted).toBeUndefined();
    expect(boards[0]).toMatchObject({
      board_views_by_day: views.with(0, OWN_AD_VIEW_DAYS).with(-4, 4).with(-1, 1),
      board_promoted: { until: until.toISOString(), paused: 0 },
    });
    expect(await resultsOf(anna, [promoted], 'archive')).toEqual(['done']);
    expect((await listOf(anna, { tab: 'archive' })).boards[0]?.board_promoted).toMatchObject({ paused: 1 });
  });
});

describe('many ads at once', () => {
  test('archived, sold, returned and erased, each with its result, and a repeat changes nothing', async () => {
    const anna = await world.user({ paid: true });
    const [first, second, third] = [await publish(anna), await publish(anna), await publish(anna)];
    const ids = [third, first, second];
    expect((await act(anna, ids, 'sell')).body.results).toEqual(ids.map((board_id) => ({ board_id, result: 'done' })));
    expect(await resultsOf(anna, ids, 'sell')).toEqual(['unchanged', 'unchanged', 'unchanged']);
    expect(await resultsOf(anna, ids, 'return')).toEqual(['done', 'done', 'done']);
    expect(await resultsOf(anna, [first, second], 'archive')).toEqual(['done', 'done']);
    expect(await resultsOf(anna, ids, 'return')).toEqual(['unchanged', 'done', 'done']);
    expect(await idsOf(anna, { tab: 'active' })).toEqual([third, second, first]);
    expect(await resultsOf(anna, [first, second], 'erase')).toEqual(['done', 'done']);
    expect(await resultsOf(anna, ids, 'erase')).toEqual(['done', 'unchanged', 'unchanged']);
    expect((await listOf(anna)).counts).toMatchObject({ mine: 0, archive: 0 });
    const kinds = events.filter(({ adId }) => adId === first).map(({ kind }) => kind);
    expect(kinds).toEqual(['published', 'left', 'returned', 'left', 'returned', 'erased']);
  });

  test('an ended ad returns with a new term', async () => {
    const anna = await world.user({ paid: true });
    const id = await publish(anna);
    await set(id, { archived_at: new Date(), expired: true, expires_at: soon(-1) });
    expect(await resultsOf(anna, [id], 'return')).toEqual(['done']);
    const { body } = await world.call(anna, adsApi.get, { params: { id } });
    expect(body).toMatchObject({ board_state: 'active' });
    expect(new Date(body.board_expires ?? 0).getTime()).toBeGreaterThan(soon(AD_EXPIRY_DAYS - 1).getTime());
  });

  test('what staff took down or review is refused by its own result and does not stop the others', async () => {
    const anna = await world.user({ paid: true });
    const [plain, held, blocked] = [await publish(anna), await publish(anna), await publish(anna)];
    await set(held, { held_at: new Date() });
    await set(blocked, { blocked_at: new Date(), archived_at: new Date() });
    expect(await resultsOf(anna, [held, blocked, plain], 'erase')).toEqual(['in_review', 'in_review', 'done']);
    expect(await resultsOf(anna, [blocked], 'return')).toEqual(['blocked']);
    expect((await listOf(anna)).counts).toMatchObject({ mine: 1, archive: 1 });
  });

  test('ads of others are left alone, alone and among own ones, also for staff', async () => {
    const anna = await world.user({ paid: true });
    const staff = await world.user({ groups: ['manager'] });
    const [own, foreign] = [await publish(igor), await publish(anna)];
    for (const who of [igor, staff]) {
      const refused = await act(who, [foreign], 'erase');
      expect(refused).toMatchObject({ statusCode: 403, body: { code: 'forbidden' } });
    }
    expect((await act(null, [foreign], 'archive')).statusCode).toBe(401);
    expect(await resultsOf(igor, [foreign, own], 'archive')).toEqual(['forbidden', 'done']);
    expect(await idsOf(anna, { tab: 'active' })).toEqual([foreign]);
  });

  test('no ads, repeated ones, too many and unknown acts are bad input', async () => {
    const id = await publish(igor);
    const tooMany = Array.from({ length: OWN_ADS_AT_ONCE_MAX + 1 }, (_, index) => index + 1);
    for (const ids of [[], [id, id], tooMany]) expect((await act(igor, ids, 'archive')).statusCode).toBe(400);
    expect((await act(igor, [id], 'burn' as OwnAdAct)).statusCode).toBe(400);
  });

  test('two calls at once sell an ad once', async () => {
    const anna = await world.user({ paid: true });
    const ids = [await publish(anna), await publish(anna)];
    const [one, two] = await Promise.all([act(anna, ids, 'sell'), act(anna, ids.toReversed(), 'sell')]);
    const all = [...one.body.results, ...two.body.results].map(({ result }) => result);
    expect(all.toSorted()).toEqual(['done', 'done', 'unchanged', 'unchanged']);
  });
});
