import { adsApi } from '@app/contract/market/ads';
import { ownAdsApi } from '@app/contract/market/own-ads';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { type Actor, createWorld, type World } from '../../../../test/world.ts';
import { setUserAdsHidden } from '../ads.public.ts';
import { expireAds } from '../lifecycle/expire-ads.job.ts';

const DAY_MS = 86_400_000;

let world: World;
let now = Date.now();
let igor: Actor;

beforeAll(async () => {
  world = await createWorld({ clock: () => new Date(now) });
  igor = await world.user({ paid: true });
});
afterAll(() => world.close());

async function publish(owner: Actor, title = 'Лодка'): Promise<number> {
  const body = { board_title: title, board_description: 'Надувная, с вёслами', board_price: 5000 };
  return (await world.call(owner, adsApi.create, { body })).body.board_id;
}

const set = (id: number, change: object) =>
  world.services.db.updateTable('ads').set(change).where('id', '=', id).execute();
const setVacation = (who: Actor | null, on: 0 | 1) => world.call(who, ownAdsApi.setVacation, { body: { on } });
const statesOf = async (who: Actor) => {
  const { body } = await world.call(who, ownAdsApi.listOwn, { query: { size: 100 } });
  return new Map(body.boards.map(({ board_id, board_state }) => [board_id, board_state]));
};
const listed = async (): Promise<number[]> => {
  const all = (await world.call(null, adsApi.listEnabled, { query: { size: 100 } })).body.boards;
  const found = (await world.call(null, adsApi.listEnabled, { query: { size: 100, search: 'лодка' } })).body.boards;
  return [...new Set([...all, ...found].map(({ board_id }) => board_id))];
};
const read = (who: Actor | null, id: number) => world.call(who, adsApi.get, { params: { id } });
const hide = (who: Actor, isHidden: boolean) =>
  world.services.db.transaction().execute((tx) => setUserAdsHidden(world.services, tx, who.id, isHidden));

test('on vacation all ads leave lists and search, the link still shows them, and all come back as they were', async () => {
  const anna = await world.user({ paid: true });
  const [active, reserved, off, sold, archived] = [
    await publish(anna),
    await publish(anna),
    await publish(anna),
    await publish(anna),
    await publish(anna),
  ];
  await set(reserved, { deal: 'reserved' });
  await set(off, { enabled: false });
  await set(sold, { deal: 'sold' });
  await set(archived, { archived_at: new Date(now) });
  const before = await statesOf(anna);
  expect((await setVacation(anna, 1)).body.vacation?.since).toBe(new Date(now).toISOString());
  expect((await setVacation(anna, 1)).statusCode).toBe(200);
  world.services.publicCache.invalidate();
  expect((await listed()).filter((id) => before.has(id))).toEqual([]);
  expect((await read(igor, active)).body).toMatchObject({ board_state: 'active', board_owner_away: 1 });
  expect((await read(null, off)).statusCode).toBe(404);
  expect(await statesOf(anna)).toEqual(before);
  expect((await world.call(anna, adsApi.restore, { query: { board_id: archived } })).statusCode).toBe(200);
  const added = await publish(anna);
  expect(await listed()).not.toContain(archived);
  expect(await listed()).not.toContain(added);

  expect((await setVacation(anna, 0)).body).toEqual({ vacation: null });
  expect((await listed()).toSorted((a, b) => a - b)).toEqual([active, reserved, archived, added]);
  expect((await read(null, active)).body.board_owner_away).toBeUndefined();
  expect(await statesOf(anna)).toEqual(new Map([[added, 'active'], [archived, 'active'], ...before]));
  await setVacation(anna, 1);
});

test('the days of a vacation do not count toward the term of ads', async () => {
  const anna = await world.user({ paid: true });
  const id = await publish(anna);
  await set(id, { expires_at: new Date(now + 2 * DAY_MS) });
  await setVacation(anna, 1);
  now += 5 * DAY_MS;
  await expireAds.run(world.services, {});
  const { sessions, db } = world.services;
  anna.token = await sessions.create(db, anna.id, { ip: '127.0.0.1', userAgent: 'later' });
  await setVacation(anna, 0);
  expect((await statesOf(anna)).get(id)).toBe('active');
  const ad = await db.selectFrom('ads').select('expires_at').where('id', '=', id).executeTakeFirstOrThrow();
  expect(ad.expires_at.getTime()).toBe(now + 2 * DAY_MS);
});

test('a suspension during a vacation hides everything, and its end gives back the vacation', async () => {
  const anna = await world.user({ paid: true });
  const id = await publish(anna);
  await setVacation(anna, 1);
  await hide(anna, true);
  expect((await read(null, id)).statusCode).toBe(404);
  await setVacation(anna, 0);
  expect((await read(null, id)).statusCode).toBe(404);
  await setVacation(anna, 1);
  await hide(anna, false);
  expect((await read(null, id)).body.board_owner_away).toBe(1);
  expect(await listed()).not.toContain(id);
  await setVacation(anna, 0);
  world.services.publicCache.invalidate();
  expect(await listed()).toContain(id);
});

test('imported ads of somebody suspended during a vacation come back at once', async () => {
  const anna = await world.user({ paid: true });
  const id = await publish(anna);
  await set(id, { is_external: true });
  await setVacation(anna, 1);
  expect(await listed()).toContain(id);
  await hide(anna, true);
  await hide(anna, false);
  world.services.publicCache.invalidate();
  expect(await listed()).toContain(id);
});

test('ads that are published while a vacation begins do not stay in the lists', async () => {
  const anna = await world.user({ paid: true });
  const [, ...ids] = await Promise.all([setVacation(anna, 1), publish(anna), publish(anna), publish(anna)]);
  world.services.publicCache.invalidate();
  const shown = await listed();
  expect(ids.filter((id) => shown.includes(id))).toEqual([]);
});

test('a vacation is one’s own', async () => {
  const anna = await world.user({ paid: true });
  const id = await publish(anna);
  expect((await setVacation(null, 1)).statusCode).toBe(401);
  await setVacation(igor, 1);
  world.services.publicCache.invalidate();
  expect(await listed()).toContain(id);
  const bad = await world.call(igor, ownAdsApi.setVacation, { body: { on: 'maybe' as never } });
  expect(bad.statusCode).toBe(400);
});
