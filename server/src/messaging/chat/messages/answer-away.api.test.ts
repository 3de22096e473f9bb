import { adsApi } from '@app/contract/market/ads';
import { dealsApi } from '@app/contract/market/deals';
import { ownAdsApi } from '@app/contract/market/own-ads';
import { sellerSettingsApi } from '@app/contract/market/seller-settings';
import { chatApi } from '@app/contract/messaging/chat';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Actor, createWorld, type World } from '../../../../test/world.ts';
import { measureReplyTimes } from '../measure-reply-times.job.ts';

const HOUR_MS = 3_600_000;
const DAY_MS = 24 * HOUR_MS;
/** A Friday, 20:30 in Moscow: after work. */
const EVENING = Date.parse('2026-11-27T17:30:00Z');
const AWAY = 'Магазин закрыт, отвечу утром';
const DAY = { from: '09:00', to: '19:00' };
const EVERY_DAY = Array.from({ length: 7 }, () => DAY);

let world: World;
let now = EVENING;
let seller: Actor;
let buyer: Actor;
let adId: number;

beforeAll(async () => {
  world = await createWorld({ clock: () => new Date(now) });
});
afterAll(() => world.close());
beforeEach(async () => {
  now = EVENING;
  [seller, buyer] = await Promise.all([world.user({ paid: true }), world.user()]);
  adId = await publish(seller);
  await change({ hours: EVERY_DAY, away: { on: 1, text: AWAY } });
});

const change = (body: object, who: Actor | null = seller) => world.call(who, sellerSettingsApi.change, { body });
async function publish(owner: Actor): Promise<number> {
  const body = { board_title: 'Лодка', board_description: 'Надувная, с вёслами', board_price: 5000 };
  return (await world.call(owner, adsApi.create, { body })).body.board_id;
}
/** The sessions of tests end after a while; days that pass take a new one. */
async function renew(...actors: Actor[]): Promise<void> {
  const { sessions, db } = world.services;
  for (const actor of actors)
    actor.token = await sessions.create(db, actor.id, { ip: '127.0.0.1', userAgent: 'later' });
}
async function write(content: string, who = buyer, board: number | null = adId) {
  const body = { content, ...(board !== null && { board_id: board }) };
  const sent = await world.call(who, chatApi.send, { params: { id: seller.id }, body });
  expect(sent.statusCode).toBe(200);
  return sent.body;
}
/** Who said what, the oldest first; an automatic message is marked. */
async function said(who = buyer, to = seller): Promise<string[]> {
  const { body } = await world.call(who, chatApi.messages, { params: { id: to.id }, query: { mark: 0 } });
  return body.list.map(({ content, automatic }) => (automatic === 1 ? `(${content})` : content)).reverse();
}

test('a buyer who writes after work is answered at once, once a day of the seller', async () => {
  await write('Ещё продаётся?');
  expect(await said()).toEqual(['Ещё продаётся?', `(${AWAY})`]);
  await write('Алло', buyer, null);
  expect(await said()).toHaveLength(3);
  // 23:50 of the same day, then 00:10 of the next one.
  now = Date.parse('2026-11-27T20:50:00Z');
  await write('Ау', buyer, null);
  expect(await said()).toHaveLength(4);
  now = Date.parse('2026-11-27T21:10:00Z');
  await write('Доброй ночи', buyer, null);
  expect((await said()).slice(-2)).toEqual(['Доброй ночи', `(${AWAY})`]);
});

test('a plain message of people who know each other is answered as well', async () => {
  now = Date.parse('2026-11-27T10:00:00Z');
  await write('Ещё продаётся?');
  await world.call(seller, chatApi.send, { params: { id: buyer.id }, body: { content: 'Да' } });
  expect(await said()).toEqual(['Ещё продаётся?', 'Да']);
  now = EVENING;
  await write('Беру', buyer, null);
  expect(await said()).toEqual(['Ещё продаётся?', 'Да', 'Беру', `(${AWAY})`]);
});

test('at work nobody is answered; on vacation everybody is', async () => {
  now = Date.parse('2026-11-27T10:00:00Z');
  await write('Ещё продаётся?');
  expect(await said()).toEqual(['Ещё продаётся?']);
  await world.call(seller, ownAdsApi.setVacation, { body: { on: 1 } });
  await write('Когда можно забрать?', buyer, null);
  expect((await said()).at(-1)).toBe(`(${AWAY})`);
});

test('whoever comes by the link of an ad writes to a seller on vacation, and is answered', async () => {
  now = Date.parse('2026-11-27T10:00:00Z');
  await world.call(seller, ownAdsApi.setVacation, { body: { on: 1 } });
  const sent = await write('Ещё продаётся?');
  expect(sent.card).toMatchObject({ kind: 'ad', id: adId });
  expect(await said()).toEqual(['Ещё продаётся?', `(${AWAY})`]);
});

test('two messages at once bring one answer', async () => {
  await Promise.all(['раз', 'два', 'три', 'четыре'].map((word) => write(word)));
  expect((await said()).filter((word) => word === `(${AWAY})`)).toHaveLength(1);
});

test('an offer is answered, and what has nothing to do with an ad is not', async () => {
  const [second, third] = [await world.user(), await world.user()];
  await world.call(second, dealsApi.offer, { body: { board_id: adId, price: 4000 } });
  expect((await said(second)).at(-1)).toBe(`(${AWAY})`);
  await write('Привет, как дела?', third, null);
  expect(await said(third)).toEqual(['Привет, как дела?']);
  await world.services.db
    .updateTable('ads')
    .set({ archived_at: new Date(now) })
    .where('id', '=', adId)
    .execute();
  await write('Ещё есть?', buyer);
  expect(await said()).toEqual(['Ещё есть?']);
});

test('two sellers who are both away do not answer each other’s answers', async () => {
  const other = await world.user({ paid: true });
  const otherAd = await publish(other);
  await change({ hours: EVERY_DAY, away: { on: 1, text: 'Я тоже не на месте' } }, other);
  await world.call(seller, chatApi.send, { params: { id: other.id }, body: { content: 'Обмен?', board_id: otherAd } });
  expect(await said(seller, other)).toEqual(['Обмен?', '(Я тоже не на месте)']);
  await write('А вашу лодку?', other);
  expect(await said(seller, other)).toEqual(['Обмен?', '(Я тоже не на месте)', 'А вашу лодку?', `(${AWAY})`]);
});

test('somebody who is blocked cannot write, and after a block nothing is answered', async () => {
  await world.call(seller, chatApi.block, { params: { id: buyer.id } });
  const refused = await world.call(buyer, chatApi.send, {
    params: { id: seller.id },
    body: { content: 'Ещё продаётся?', board_id: adId },
  });
  expect(refused.statusCode).toBe(403);
  await world.call(seller, chatApi.unblock, { params: { id: buyer.id } });
  const { statusCode } = await world.call(buyer, chatApi.messages, { params: { id: seller.id } });
  expect(statusCode).toBe(404);
});

test('somebody whom nobody but friends may write to is not answered', async () => {
  await world.services.db.updateTable('users').set({ may_write: 'circle' }).where('id', '=', buyer.id).execute();
  await write('Ещё продаётся?');
  expect(await said()).toEqual(['Ещё продаётся?']);
});

test('an answer reads nothing for the seller, and the buyer has it unread', async () => {
  await write('Ещё продаётся?');
  const of = async (who: Actor, other: Actor) =>
    (await world.call(who, chatApi.header, { params: { id: other.id } })).body.chat;
  expect(await of(seller, buyer)).toMatchObject({ unread: 1, my_read_seq: 0, folder: 'main' });
  expect(await of(buyer, seller)).toMatchObject({ unread: 1, last_message: { content: AWAY } });
  // The seller has not answered yet: the buyer is still somebody whom the seller does not know.
  const member = await world.services.db
    .selectFrom('chat_members')
    .select('is_accepted')
    .where('user_id', '=', seller.id)
    .executeTakeFirstOrThrow();
  expect(member.is_accepted).toBe(false);
});

test('the time of an answer is that of the seller’s own one', async () => {
  const buyers = [await world.user(), await world.user(), await world.user(), await world.user(), await world.user()];
  for (const one of buyers) await write('Ещё продаётся?', one);
  now += 2 * DAY_MS;
  await renew(seller);
  await measureReplyTimes.run(world.services, {});
  const figures = async () => (await world.call(null, dealsApi.figures, { params: { id: seller.id } })).body;
  expect((await figures()).reply_minutes).toBeNull();
  for (const one of buyers) await world.call(seller, chatApi.send, { params: { id: one.id }, body: { content: 'Да' } });
  now += 2 * DAY_MS;
  await measureReplyTimes.run(world.services, {});
  world.services.publicCache.invalidate();
  expect((await figures()).reply_minutes).toBe(2 * 24 * 60);
});

test('hours are shown on the page of the ad, and not during a vacation', async () => {
  const read = async () => (await world.call(null, adsApi.get, { params: { id: adId } })).body.board_seller_hours;
  expect(await read()).toEqual({ open: 0, changes: '2026-11-28T06:00:00.000Z' });
  now = Date.parse('2026-11-28T06:00:00Z');
  world.services.publicCache.invalidate();
  expect(await read()).toEqual({ open: 1, changes: '2026-11-28T16:00:00.000Z' });
  await change({ hours: null });
  expect(await read()).toBeUndefined();
  await change({ hours: EVERY_DAY });
  await world.call(seller, ownAdsApi.setVacation, { body: { on: 1 } });
  expect(await read()).toBeUndefined();
});
