import { adOwnerApi } from '@app/contract/market/ad-owner';
import { adsApi } from '@app/contract/market/ads';
import { dealsApi } from '@app/contract/market/deals';
import { LOAN_DAYS_MAX, loansApi } from '@app/contract/market/loans';
import { ownAdsApi } from '@app/contract/market/own-ads';
import { chatApi } from '@app/contract/messaging/chat';
import { notificationsApi } from '@app/contract/notifications/notifications';
import { circleApi } from '@app/contract/people/circle';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { type Actor, createWorld, type World } from '../../../../test/world.ts';
import { eraseUserData } from '../../../platform/domain/user-data.ts';
import { insertDemoAds } from '../../ads/ads.public.ts';
import { exportDealsOf } from '../export-deals.public.ts';
import { remindOfReturns } from './remind-of-returns.job.ts';

const NOON = new Date('2026-11-27T09:00:00Z');
const DAY = '2026-12-05';
const OTHER_DAY = '2026-12-12';

let world: World;
let owner: Actor;
let now = NOON;

beforeAll(async () => {
  world = await createWorld({ clock: () => new Date(now) });
  owner = await world.user({ paid: true, firstname: 'Анна' });
});
beforeEach(() => {
  now = NOON;
});
afterAll(() => world.close());

async function newAd(more: object = {}, who = owner): Promise<number> {
  const ad = {
    owner_id: who.id,
    title: 'Палатка',
    description: 'На троих',
    price_roubles: 0,
    kind: 'lend' as const,
    return_on: DAY,
    category_id: null,
    country_id: null,
    city_id: null,
    created_at: NOON,
    image_ids: [],
    ...more,
  };
  const [id = 0] = await world.services.db.transaction().execute((tx) => insertDemoAds(tx, [ad]));
  return id;
}

const ask = (who: Actor, board_id: number, return_on = DAY) =>
  world.call(who, loansApi.request, { body: { board_id, return_on } });
const accept = (who: Actor, id: number) => world.call(who, dealsApi.accept, { params: { id } });
const decline = (who: Actor, id: number) => world.call(who, dealsApi.decline, { params: { id } });
const confirm = (who: Actor, id: number) => world.call(who, dealsApi.confirm, { params: { id } });
const cancel = (who: Actor, id: number) => world.call(who, dealsApi.cancel, { params: { id } });
const giveBack = (who: Actor, id: number) => world.call(who, loansApi.return, { params: { id } });
const proposeDay = (who: Actor, id: number, return_on = OTHER_DAY) =>
  world.call(who, loansApi.proposeDay, { params: { id }, body: { return_on } });
const adOf = async (who: Actor | null, id: number) => (await world.call(who, adsApi.get, { params: { id } })).body;

async function agree(borrower: Actor, adId?: number, lender = owner) {
  const board_id = adId ?? (await newAd({}, lender));
  const { body } = await ask(borrower, board_id);
  expect((await accept(lender, body.id)).body.state).toBe('accepted');
  return { adId: board_id, offerId: body.id, dealId: body.deal_id };
}

async function lend(borrower: Actor, adId?: number, lender = owner) {
  const loan = await agree(borrower, adId, lender);
  for (const who of [lender, borrower]) await confirm(who, loan.dealId);
  return loan;
}

async function offerIn(reader: Actor, other: Actor, at = 0) {
  const { body } = await world.call(reader, chatApi.messages, { params: { id: other.id }, query: {} });
  return body.list.flatMap(({ card }) => card?.offer ?? [])[at];
}

async function told(who: Actor): Promise<string[]> {
  const { body } = await world.call(who, notificationsApi.list, { query: { mark: 0 } });
  return body.list.filter(({ kind }) => kind === 'loan').map(({ body: text }) => text);
}

test('a thing is asked for, agreed, handed over, lent, returned and reviewed', async () => {
  const borrower = await world.user();
  const adId = await newAd();
  const { body: asked } = await ask(borrower, adId, OTHER_DAY);
  expect(asked).toMatchObject({
    price: 0,
    loan: { return_on: OTHER_DAY, lent: 0, returned: 0 },
    actions: ['withdraw'],
  });
  const dealId = asked.deal_id;

  const { body: countered } = await world.call(owner, loansApi.counterDay, {
    params: { id: asked.id },
    body: { return_on: DAY },
  });
  expect(await offerIn(borrower, owner)).toMatchObject({ id: countered.id, actions: ['accept', 'counter', 'decline'] });
  expect((await accept(borrower, countered.id)).body).toMatchObject({
    state: 'accepted',
    loan: { return_on: DAY, lent: 0 },
    actions: ['confirm', 'change_day', 'cancel'],
  });
  expect(await adOf(null, adId)).toMatchObject({ board_state: 'reserved' });
  expect(await adOf(null, adId)).not.toHaveProperty('board_lent_until');

  await confirm(borrower, dealId);
  expect((await confirm(owner, dealId)).body).toMatchObject({ deal_state: 'accepted', loan: { lent: 1 } });
  expect(await adOf(null, adId)).toMatchObject({ board_state: 'reserved', board_lent_until: DAY });
  const { body: head } = await world.call(borrower, chatApi.header, { params: { id: owner.id }, query: {} });
  expect(head.about).toMatchObject({ lent_until: DAY, return_on: DAY });
  expect(head.pinned.map(({ card }) => card?.id)).toEqual([countered.id]);

  expect((await giveBack(borrower, dealId)).body).toMatchObject({ deal_state: 'accepted', loan: { returned: 1 } });
  expect(await offerIn(owner, borrower)).toMatchObject({ loan: { returned: 1 }, actions: ['return', 'change_day'] });
  expect((await giveBack(owner, dealId)).body).toMatchObject({ deal_state: 'done', actions: ['review'] });
  expect(await adOf(null, adId)).toMatchObject({ board_state: 'active' });
  for (const who of [owner, borrower]) {
    const { body } = await world.call(who, dealsApi.review, { params: { id: dealId }, body: { stars: 5 } });
    expect(body).toMatchObject({ loan: 1, role: who === owner ? 'seller' : 'buyer' });
  }
  // Another one may have it now.
  expect((await ask(await world.user(), adId)).statusCode).toBe(200);

  expect(await told(owner)).toEqual([
    'Вторая сторона сообщает о возврате, подтвердите: «Палатка»',
    'Вторая сторона подтвердила передачу, подтвердите и вы: «Палатка»',
    'Договорились: «Палатка», вернуть до 5 декабря 2026 г.',
  ]);
  expect(await told(borrower)).toEqual([
    'Владелец подтвердил возврат, оставьте отзыв: «Палатка»',
    'Вещь передана: «Палатка», вернуть до 5 декабря 2026 г.',
  ]);
});

test('refuses what is not to be lent, days that are over or far, and prices for loans', async () => {
  const borrower = await world.user();
  const adId = await newAd();
  const sold = await newAd({ kind: 'sell', return_on: undefined, price_roubles: 500 });
  expect((await ask(borrower, sold)).body).toMatchObject({ code: 'no_offers' });
  expect((await world.call(borrower, dealsApi.offer, { body: { board_id: adId, price: 5 } })).statusCode).toBe(409);
  const far = new Date(NOON.getTime() + (LOAN_DAYS_MAX + 1) * 86_400_000).toISOString().slice(0, 10);
  for (const day of ['2026-11-25', far]) expect((await ask(borrower, adId, day)).statusCode).toBe(400);
  expect((await ask(owner, adId)).body).toMatchObject({ code: 'own_offer' });

  const { body: asked } = await ask(borrower, adId);
  const priced = await world.call(owner, dealsApi.counter, { params: { id: asked.id }, body: { price: 100 } });
  expect(priced.body).toMatchObject({ code: 'no_offers' });
  now = new Date('2026-12-07T12:00:00Z');
  expect((await accept(owner, asked.id)).body).toMatchObject({ code: 'return_day_over' });
  expect(await offerIn(owner, borrower)).toMatchObject({ obstacle: 'late', actions: ['counter', 'decline'] });
});

test('of two borrowers who are accepted at once exactly one gets the thing', async () => {
  for (let round = 0; round < 3; round++) {
    const [one, other] = [await world.user(), await world.user()];
    const adId = await newAd();
    const asked = [(await ask(one, adId)).body, (await ask(other, adId)).body];
    const answers = await Promise.all(asked.map(({ id }) => accept(owner, id)));
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
  }
});

test('a lent thing is asked for by nobody else, and those who asked before wait until it is back', async () => {
  const [borrower, waiting] = [await world.user(), await world.user()];
  const adId = await newAd();
  const { body: open } = await ask(waiting, adId);
  const { dealId } = await lend(borrower, adId);
  expect((await ask(await world.user(), adId)).body).toMatchObject({ code: 'ad_taken' });
  expect((await accept(owner, open.id)).body).toMatchObject({ code: 'ad_taken' });
  expect(await offerIn(owner, waiting)).toMatchObject({ obstacle: 'reserved' });
  await giveBack(owner, dealId);
  expect(await offerIn(owner, waiting)).toMatchObject({ obstacle: null });
});

test('returned several times at once is one return', async () => {
  const borrower = await world.user();
  const { adId, dealId } = await lend(borrower);
  const answers = await Promise.all([owner, borrower, owner, borrower, owner].map((who) => giveBack(who, dealId)));
  expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200, 200]);
  expect(await adOf(owner, adId)).toMatchObject({ board_state: 'active' });
  const { rows } = await sql<{ state: string }>`select state from deals where id = ${dealId}`.execute(
    world.services.db,
  );
  expect(rows).toEqual([{ state: 'done' }]);
  expect((await told(borrower)).filter((text) => text.includes('подтвердил возврат'))).toHaveLength(1);
});

test('a loan that was not handed over is cancelled and not returned; a lent thing is returned and not cancelled', async () => {
  const borrower = await world.user();
  const agreed = await agree(borrower);
  expect((await giveBack(owner, agreed.dealId)).body).toMatchObject({ code: 'not_lent' });
  expect((await cancel(borrower, agreed.dealId)).body).toMatchObject({ deal_state: 'cancelled' });
  expect(await adOf(owner, agreed.adId)).toMatchObject({ board_state: 'active' });
  const lent = await lend(borrower);
  expect((await cancel(borrower, lent.dealId)).body).toMatchObject({ code: 'deal_closed' });
  expect((await giveBack(await world.user(), lent.dealId)).statusCode).toBe(404);
});

test('another day is proposed by either and holds once the other one accepts', async () => {
  const borrower = await world.user();
  const { adId, dealId, offerId } = await lend(borrower);
  const { body: proposed } = await proposeDay(borrower, dealId);
  expect(proposed).toMatchObject({ loan: { return_on: OTHER_DAY }, actions: ['withdraw'] });
  expect((await proposeDay(owner, dealId)).body).toMatchObject({ code: 'day_proposed' });
  const { body: list } = await world.call(owner, dealsApi.list, { query: { user_id: borrower.id } });
  expect(list.list).toMatchObject([{ offer: { id: offerId }, proposal: { id: proposed.id } }]);
  expect(await adOf(null, adId)).toMatchObject({ board_lent_until: DAY });

  const { body: answer } = await world.call(owner, loansApi.counterDay, {
    params: { id: proposed.id },
    body: { return_on: '2026-12-08' },
  });
  expect((await decline(borrower, answer.id)).body).toMatchObject({ state: 'declined', deal_state: 'accepted' });
  expect(await offerIn(borrower, owner, 2)).toMatchObject({ id: offerId, state: 'accepted' });
  const { body: again } = await proposeDay(owner, dealId);
  expect((await accept(borrower, again.id)).body).toMatchObject({ state: 'accepted', loan: { lent: 1 } });
  expect(await adOf(null, adId)).toMatchObject({ board_lent_until: OTHER_DAY });
  const { body: head } = await world.call(owner, chatApi.header, { params: { id: borrower.id }, query: {} });
  expect(head.pinned.map(({ card }) => card?.id)).toEqual([again.id]);
  await giveBack(owner, dealId);
  expect((await proposeDay(owner, dealId)).body).toMatchObject({ code: 'deal_closed' });
});

test('a day that is accepted while the thing comes back leaves nothing open', async () => {
  for (let round = 0; round < 3; round++) {
    const borrower = await world.user();
    const { dealId } = await lend(borrower);
    const { body: proposed } = await proposeDay(borrower, dealId);
    await Promise.all([accept(owner, proposed.id), giveBack(owner, dealId), proposeDay(owner, dealId)]);
    const { rows } = await sql`
      select from deals d join deal_offers o on o.deal_id = d.id and o.state = 'open'
      where d.id = ${dealId}`.execute(world.services.db);
    expect(rows).toHaveLength(0);
    expect((await giveBack(owner, dealId)).body.deal_state).toBe('done');
  }
});

test('marks and removals of the ad by hand do not lose a lent thing', async () => {
  const borrower = await world.user();
  const marked = await lend(borrower);
  await world.call(owner, adOwnerApi.setDeal, { body: { board_id: marked.adId, deal: 'open' } });
  expect(await offerIn(borrower, owner)).toMatchObject({ deal_state: 'done', actions: ['review'] });

  const erased = await lend(borrower);
  await world.call(owner, adsApi.archive, { query: { board_id: erased.adId } });
  expect(await offerIn(borrower, owner)).toMatchObject({ deal_state: 'accepted', loan: { lent: 1 } });
  await world.call(owner, ownAdsApi.actOnOwn, { body: { board_ids: [erased.adId], act: 'erase' } });
  expect(await offerIn(borrower, owner)).toMatchObject({ board_id: null, loan: { lent: 1 } });
  expect((await proposeDay(borrower, erased.dealId)).statusCode).toBe(200);
  expect((await giveBack(owner, erased.dealId)).body).toMatchObject({ deal_state: 'done' });
});

test('people who blocked each other still return a thing, and agree on nothing new', async () => {
  const borrower = await world.user();
  const { dealId } = await lend(borrower);
  await world.call(owner, circleApi.block, { params: { id: borrower.id } });
  expect((await proposeDay(borrower, dealId)).body).toMatchObject({ code: 'blocked' });
  expect((await giveBack(borrower, dealId)).body.loan).toMatchObject({ returned: 1 });
  expect((await giveBack(owner, dealId)).body).toMatchObject({ deal_state: 'done' });
});

test('the borrower is reminded the day before and both on the day, in the morning of each', async () => {
  const far = await world.user();
  await world.call(far, notificationsApi.changeSettings, { body: { time_zone: 'America/Los_Angeles' } });
  const lender = await world.user({ paid: true });
  const { dealId } = await lend(far, undefined, lender);
  const at = async (time: string) => {
    now = new Date(time);
    await remindOfReturns.run(world.services, {});
    await remindOfReturns.run(world.services, {});
    const reminders = async (who: Actor) =>
      (await told(who)).filter((text) => text.endsWith('день возврата: «Палатка»')).length;
    return [await reminders(far), await reminders(lender)];
  };
  // Night in Los Angeles, day in Moscow.
  expect(await at('2026-12-04T14:00:00Z')).toEqual([0, 0]);
  expect(await at('2026-12-04T18:00:00Z')).toEqual([1, 0]);
  expect((await told(far))[0]).toBe('Завтра день возврата: «Палатка»');
  expect(await at('2026-12-05T05:00:00Z')).toEqual([1, 0]);
  expect(await at('2026-12-05T06:00:00Z')).toEqual([1, 1]);
  expect(await at('2026-12-05T18:00:00Z')).toEqual([2, 1]);
  expect((await told(lender))[0]).toBe('Сегодня день возврата: «Палатка»');
  expect(await at('2026-12-06T18:00:00Z')).toEqual([2, 1]);
  await giveBack(lender, dealId);
});

test('a thing that is back, or said to be, and one that was not handed over, need no reminder', async () => {
  const [one, other, third] = [await world.user(), await world.user(), await world.user()];
  await agree(one);
  await giveBack(owner, (await lend(other)).dealId);
  const { dealId } = await lend(third);
  await giveBack(third, dealId);
  now = new Date('2026-12-04T12:00:00Z');
  await remindOfReturns.run(world.services, {});
  for (const who of [one, other, third]) expect((await told(who)).join()).not.toContain('Завтра');
});

test('the data of a person has the loans, and an erased borrower leaves the ad to its owner', async () => {
  const borrower = await world.user();
  const { adId, dealId } = await lend(borrower);
  const { db } = world.services;
  const exported = await exportDealsOf(db, borrower.id);
  const deals: unknown[] = [];
  for await (const row of exported.deals as AsyncIterable<unknown>) deals.push(row);
  expect(deals).toMatchObject([{ id: dealId, return_on: DAY, return_claimed_at: null, reminded_on: null }]);
  await db.transaction().execute((tx) => eraseUserData(world.services, tx, borrower.id));
  expect((await cancel(owner, dealId)).body).toMatchObject({ deal_state: 'cancelled' });
  // Only the owner knows whether the thing is at home.
  expect(await adOf(owner, adId)).toMatchObject({ board_state: 'reserved' });
  expect(await adOf(owner, adId)).not.toHaveProperty('board_lent_until');
});
