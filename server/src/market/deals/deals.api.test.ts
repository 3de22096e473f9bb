import { randomUUID } from 'node:crypto';
import { adOwnerApi } from '@app/contract/market/ad-owner';
import { adsApi } from '@app/contract/market/ads';
import { dealsApi } from '@app/contract/market/deals';
import { type OwnAdAct, ownAdsApi } from '@app/contract/market/own-ads';
import { chatApi } from '@app/contract/messaging/chat';
import { notificationsApi } from '@app/contract/notifications/notifications';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { addDomain } from '../../../test/add-domain.ts';
import { type Actor, createWorld, type World } from '../../../test/world.ts';
import { eraseUserData } from '../../platform/domain/user-data.ts';
import { insertDemoAds } from '../ads/ads.public.ts';
import { expireAds } from '../ads/lifecycle/expire-ads.job.ts';

let world: World;
let seller: Actor;

beforeAll(async () => {
  world = await createWorld();
  seller = await world.user({ paid: true, firstname: 'Анна' });
});
afterAll(() => world.close());

async function newAd(owner: Actor = seller, more: object = {}): Promise<number> {
  const ad = {
    owner_id: owner.id,
    title: 'Велосипед',
    description: 'На ходу',
    price_roubles: 15_000,
    category_id: null,
    country_id: null,
    city_id: null,
    created_at: new Date(),
    image_ids: [],
    ...more,
  };
  const [id = 0] = await world.services.db.transaction().execute((tx) => insertDemoAds(tx, [ad]));
  return id;
}

const offer = async (buyer: Actor, board_id: number, price = 12_000, headers = {}) =>
  world.call(buyer, dealsApi.offer, { body: { board_id, price }, headers });
const byOffer = (actor: Actor, id: number, what: 'accept' | 'decline' | 'withdraw') =>
  world.call(actor, dealsApi[what], { params: { id } });
const byDeal = (actor: Actor, id: number, what: 'confirm' | 'cancel') =>
  world.call(actor, dealsApi[what], { params: { id } });

const stateOfAd = async (actor: Actor, id: number) =>
  (await world.call(actor, adsApi.get, { params: { id } })).body.board_state;

async function lastCard(reader: Actor, other: Actor) {
  const { body } = await world.call(reader, chatApi.messages, { params: { id: other.id }, query: {} });
  return body.list[0]?.card;
}

async function notifiedOf(actor: Actor) {
  const { body } = await world.call(actor, notificationsApi.list, { query: { mark: 0 } });
  return body.list.map(({ kind, text }) => `${kind}: ${text}`);
}

/** A deal about a new ad, up to the acceptance of the buyer's offer. */
async function agree(buyer: Actor, owner: Actor = seller) {
  const adId = await newAd(owner);
  const { body: offered } = await offer(buyer, adId);
  const { body } = await byOffer(owner, offered.id, 'accept');
  expect(body.state).toBe('accepted');
  return { adId, offerId: body.id, dealId: body.deal_id };
}

test('an offer is a message that both see, with what each of them may do', async () => {
  const buyer = await world.user();
  const adId = await newAd();
  const { body } = await offer(buyer, adId);
  expect(body).toMatchObject({ price: 12_000, board_price: 15_000, mine: 1, role: 'buyer', actions: ['withdraw'] });
  const { body: chats } = await world.call(seller, chatApi.list, { query: {} });
  expect(chats.list.find(({ user }) => user.id === buyer.id)).toMatchObject({
    unread: 1,
    last_message: { preview: 'Предложение: Велосипед' },
  });
  const card = await lastCard(seller, buyer);
  expect(card).toMatchObject({ kind: 'offer', title: 'Велосипед', price: 12_000, mine: 0 });
  expect(card?.offer).toMatchObject({ state: 'open', role: 'seller', actions: ['accept', 'counter', 'decline'] });
});

test('a counter-offer takes the place of the offer, and its acceptance reserves the ad', async () => {
  const buyer = await world.user();
  const adId = await newAd();
  const { body: first } = await offer(buyer, adId);
  const countered = await world.call(seller, dealsApi.counter, { params: { id: first.id }, body: { price: 13_500 } });
  expect(countered.body).toMatchObject({ deal_id: first.deal_id, price: 13_500, mine: 1 });
  const { body: chat } = await world.call(buyer, chatApi.messages, { params: { id: seller.id }, query: {} });
  expect(chat.list.map(({ card }) => card?.offer?.state)).toEqual(['open', 'countered']);
  expect((await byOffer(buyer, countered.body.id, 'accept')).body).toMatchObject({
    deal_state: 'accepted',
    actions: ['confirm', 'cancel'],
  });
  expect(await stateOfAd(buyer, adId)).toBe('reserved');
  const { body: head } = await world.call(seller, chatApi.header, { params: { id: buyer.id }, query: {} });
  expect(head.pinned.map(({ card }) => card?.id)).toEqual([countered.body.id]);
  expect(await notifiedOf(seller)).toContain(
    `deal: Проба ${await nameOf(buyer)} · Предложенная цена принята: «Велосипед»`,
  );
});

async function nameOf({ id }: Actor): Promise<string> {
  const { rows } = await sql<{ lastname: string }>`select lastname from users where id = ${id}`.execute(
    world.services.db,
  );
  return rows[0]?.lastname ?? '';
}

test('a new offer of the buyer withdraws the own open one', async () => {
  const buyer = await world.user();
  const adId = await newAd();
  const { body: first } = await offer(buyer, adId, 10_000);
  const { body: second } = await offer(buyer, adId, 11_000);
  expect(second.deal_id).toBe(first.deal_id);
  expect((await byOffer(seller, first.id, 'accept')).body.code).toBe('offer_closed');
  expect((await byOffer(seller, second.id, 'accept')).statusCode).toBe(200);
});

test('declining and withdrawing end the deal, and repeating them changes nothing', async () => {
  const buyer = await world.user();
  const adId = await newAd();
  const { body: first } = await offer(buyer, adId);
  expect((await byOffer(seller, first.id, 'decline')).body).toMatchObject({ state: 'declined', actions: [] });
  expect((await byOffer(seller, first.id, 'decline')).statusCode).toBe(200);
  expect((await byOffer(seller, first.id, 'accept')).body.code).toBe('offer_closed');
  const { body: second } = await offer(buyer, adId);
  expect(second.deal_id).not.toBe(first.deal_id);
  expect((await byOffer(buyer, second.id, 'withdraw')).body.state).toBe('withdrawn');
  expect((await byOffer(seller, second.id, 'decline')).body.code).toBe('offer_closed');
});

test('both confirm, then the ad is sold, other offers are closed, and each may review once', async () => {
  const [buyer, late] = [await world.user(), await world.user()];
  const adId = await newAd();
  const { body: other } = await offer(late, adId);
  const { body: offered } = await offer(buyer, adId);
  await byOffer(seller, offered.id, 'accept');
  expect((await lastCard(late, seller))?.offer).toMatchObject({ state: 'open', obstacle: 'reserved' });
  expect((await byOffer(seller, other.id, 'accept')).body.code).toBe('ad_taken');
  const dealId = offered.deal_id;
  const review = (actor: Actor, stars: number) =>
    world.call(actor, dealsApi.review, { params: { id: dealId }, body: { stars, content: 'Всё хорошо' } });
  expect((await review(buyer, 5)).body.code).toBe('deal_not_done');
  expect((await byDeal(seller, dealId, 'confirm')).body).toMatchObject({
    deal_state: 'accepted',
    confirmed: { me: 1, other: 0 },
    actions: ['cancel'],
  });
  expect((await byDeal(seller, dealId, 'confirm')).body.deal_state).toBe('accepted');
  expect((await byDeal(buyer, dealId, 'confirm')).body).toMatchObject({ deal_state: 'done', actions: ['review'] });
  expect((await byDeal(buyer, dealId, 'confirm')).body.deal_state).toBe('done');
  expect((await byDeal(buyer, dealId, 'cancel')).body.code).toBe('deal_closed');
  expect(await stateOfAd(seller, adId)).toBe('sold');
  expect((await lastCard(late, seller))?.offer).toMatchObject({ state: 'closed', deal_state: 'cancelled' });
  expect((await review(buyer, 5)).body).toMatchObject({ stars: 5, role: 'buyer', own: 1, board_title: 'Велосипед' });
  expect((await review(buyer, 1)).body.code).toBe('already_reviewed');
  expect((await lastCard(buyer, seller))?.offer).toMatchObject({ my_stars: 5, actions: [] });
  expect((await review(seller, 4)).statusCode).toBe(200);
});

test('cancelling puts the ad on offer again, and the deal cannot be confirmed', async () => {
  const buyer = await world.user();
  const { adId, dealId } = await agree(buyer);
  await byDeal(buyer, dealId, 'confirm');
  expect((await byDeal(seller, dealId, 'cancel')).body).toMatchObject({ deal_state: 'cancelled', state: 'closed' });
  expect(await stateOfAd(seller, adId)).toBe('active');
  const { body: head } = await world.call(buyer, chatApi.header, { params: { id: seller.id }, query: {} });
  expect(head.pinned).toEqual([]);
  expect((await byDeal(buyer, dealId, 'confirm')).body.code).toBe('deal_closed');
  expect((await offer(buyer, adId)).statusCode).toBe(200);
});

test('a buyer who agreed on a price offers no other', async () => {
  const buyer = await world.user();
  const { adId } = await agree(buyer);
  expect((await offer(buyer, adId)).body.code).toBe('deal_runs');
});

test('marks that the seller sets by hand agree with deals', async () => {
  const buyer = await world.user();
  const one = await agree(buyer);
  await world.call(seller, adOwnerApi.setDeal, { body: { board_id: one.adId, deal: 'open' } });
  expect((await lastCard(buyer, seller))?.offer).toMatchObject({ deal_state: 'cancelled', state: 'closed' });
  const other = await newAd();
  const { body: offered } = await offer(buyer, other);
  await world.call(seller, adOwnerApi.setDeal, { body: { board_id: other, deal: 'sold' } });
  expect((await byOffer(seller, offered.id, 'accept')).body.code).toBe('offer_closed');
  // Reserved by hand for the one whose offer is then accepted.
  const third = await newAd();
  const { body: wanted } = await offer(buyer, third);
  await world.call(seller, adOwnerApi.setDeal, { body: { board_id: third, deal: 'reserved' } });
  expect((await byOffer(seller, wanted.id, 'accept')).statusCode).toBe(200);
});

test('an ad freed by hand shows other buyers at once that it is on offer', async () => {
  const [buyer, waiting] = [await world.user(), await world.user()];
  const adId = await newAd();
  const [{ body: other }, { body: taken }] = [await offer(waiting, adId), await offer(buyer, adId)];
  await byOffer(seller, taken.id, 'accept');
  const changed: number[] = [];
  const stopListening = addDomain({
    on: { 'deal.changed': async (_services, _tx, { offerIds }) => void changed.push(...offerIds) },
  });
  await world.call(seller, adOwnerApi.setDeal, { body: { board_id: adId, deal: 'open' } });
  stopListening();
  expect(changed).toEqual([taken.id, other.id]);
});

test('a sold ad that its seller returns to the lists has no accepted deal', async () => {
  const buyer = await world.user();
  const { adId } = await agree(buyer);
  const act = (what: OwnAdAct) => world.call(seller, ownAdsApi.actOnOwn, { body: { board_ids: [adId], act: what } });
  await act('sell');
  expect((await lastCard(buyer, seller))?.offer).toMatchObject({ deal_state: 'accepted' });
  await act('return');
  expect((await lastCard(buyer, seller))?.offer).toMatchObject({ deal_state: 'cancelled', state: 'closed' });
  const { body: another } = await offer(await world.user(), adId);
  expect((await byOffer(seller, another.id, 'accept')).body.state).toBe('accepted');
});

test('a deleted ad ends what runs about it', async () => {
  const buyer = await world.user();
  const { adId, dealId } = await agree(buyer);
  await world.call(seller, adOwnerApi.erase, { query: { board_id: adId } });
  expect((await byDeal(buyer, dealId, 'confirm')).body.code).toBe('deal_closed');
  expect((await lastCard(buyer, seller))?.offer).toMatchObject({ board_id: null, title: 'Велосипед', state: 'closed' });
});

test('refuses offers for own, hidden, sold and imported ads, and between people with a block', async () => {
  const buyer = await world.user();
  const codeOf = async (adId: number) => (await offer(buyer, adId)).body.code;
  expect((await offer(seller, await newAd())).body.code).toBe('own_offer');
  expect(await codeOf(await newAd(seller, { enabled: false }))).toBe('not_found');
  expect(await codeOf(await newAd(seller, { held_at: new Date() }))).toBe('not_found');
  expect(await codeOf(await newAd(seller, { archived_at: new Date() }))).toBe('gone');
  expect(await codeOf(await newAd(seller, { blocked_at: new Date() }))).toBe('gone');
  expect(await codeOf(await newAd(seller, { deal: 'sold' }))).toBe('ad_not_open');
  const imported = await newAd();
  await sql`update ads set is_external = true where id = ${imported}`.execute(world.services.db);
  expect(await codeOf(imported)).toBe('ad_not_open');
  expect((await offer(buyer, await newAd(), 0)).body.code).toBe('invalid_input');

  const { body: open } = await offer(buyer, await newAd());
  await world.call(seller, chatApi.block, { params: { id: buyer.id } });
  expect(await codeOf(await newAd())).toBe('blocked');
  expect((await byOffer(seller, open.id, 'accept')).body.code).toBe('blocked');
  const counter = await world.call(seller, dealsApi.counter, { params: { id: open.id }, body: { price: 1 } });
  expect(counter.body.code).toBe('blocked');
  expect((await byOffer(seller, open.id, 'decline')).statusCode).toBe(200);
});

test('only the other person answers an offer, and nobody else knows of the deal', async () => {
  const [buyer, stranger] = [await world.user(), await world.user({ is_superuser: true })];
  const { body: open } = await offer(buyer, await newAd());
  expect((await byOffer(buyer, open.id, 'accept')).body.code).toBe('forbidden');
  expect((await byOffer(buyer, open.id, 'decline')).body.code).toBe('forbidden');
  expect((await byOffer(seller, open.id, 'withdraw')).body.code).toBe('forbidden');
  for (const what of ['accept', 'decline', 'withdraw'] as const)
    expect((await byOffer(stranger, open.id, what)).body.code).toBe('not_found');
  for (const what of ['confirm', 'cancel'] as const)
    expect((await byDeal(stranger, open.deal_id, what)).body.code).toBe('not_found');
  expect((await byDeal(buyer, open.deal_id, 'confirm')).body.code).toBe('deal_closed');
});

test('nobody sends or forwards the card of an offer', async () => {
  const [buyer, third] = [await world.user(), await world.user()];
  const { body: open } = await offer(buyer, await newAd());
  const body = { content: '', card_kind: 'offer', card_id: open.id };
  const sent = await world.call(buyer, chatApi.send, { params: { id: third.id }, body: body as never });
  expect(sent.body.code).toBe('invalid_input');
  const { body: chat } = await world.call(buyer, chatApi.messages, { params: { id: seller.id }, query: {} });
  const ids = chat.list.map(({ id }) => id);
  const forwarded = await world.call(buyer, chatApi.forward, { params: { id: third.id }, body: { ids } });
  expect(forwarded.body.code).toBe('forbidden');
});

test('the same key makes one offer and one message', async () => {
  const buyer = await world.user();
  const adId = await newAd();
  const headers = { 'idempotency-key': randomUUID() };
  const both = await Promise.all([offer(buyer, adId, 9000, headers), offer(buyer, adId, 9000, headers)]);
  const repeated = await offer(buyer, adId, 9000, headers);
  expect(new Set([...both, repeated].map(({ body }) => body.id)).size).toBe(1);
  const { body: chat } = await world.call(buyer, chatApi.messages, { params: { id: seller.id }, query: {} });
  expect(chat.total).toBe(1);
});

test('of two offers accepted at once exactly one wins, and the ad agrees', async () => {
  for (let round = 0; round < 3; round++) {
    const [one, two] = [await world.user(), await world.user()];
    const adId = await newAd();
    const offers = [await offer(one, adId, 10_000), await offer(two, adId, 11_000)];
    const answers = await Promise.all(offers.map(({ body }) => byOffer(seller, body.id, 'accept')));
    expect(answers.map(({ body }) => body.code ?? body.state).sort()).toEqual(['accepted', 'ad_taken']);
    expect(await stateOfAd(seller, adId)).toBe('reserved');
    const { rows } = await sql<{ state: string }>`
      select state from deals where ad_id = ${adId} order by state`.execute(world.services.db);
    expect(rows.map(({ state }) => state)).toEqual(['accepted', 'offered']);
  }
});

test('accepting twice at once is one acceptance, and confirming twice one deal', async () => {
  const buyer = await world.user();
  const adId = await newAd();
  const { body: open } = await offer(buyer, adId);
  const accepted = await Promise.all([1, 2, 3].map(() => byOffer(seller, open.id, 'accept')));
  expect(accepted.map(({ body }) => body.state)).toEqual(['accepted', 'accepted', 'accepted']);
  const confirmed = await Promise.all(
    [seller, buyer, seller, buyer].map((actor) => byDeal(actor, open.deal_id, 'confirm')),
  );
  expect(confirmed.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
  expect(await stateOfAd(seller, adId)).toBe('sold');
  const deals = (await notifiedOf(buyer)).filter((text) => text.startsWith('deal:'));
  expect(deals.filter((text) => text.includes('принята'))).toHaveLength(1);
});

test('two reviews at once are one', async () => {
  const buyer = await world.user();
  const { dealId } = await agree(buyer);
  await byDeal(seller, dealId, 'confirm');
  await byDeal(buyer, dealId, 'confirm');
  const reviews = await Promise.all(
    [5, 1].map((stars) => world.call(buyer, dealsApi.review, { params: { id: dealId }, body: { stars } })),
  );
  expect(reviews.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
});

test('an ad is either accepted or archived first, and both states agree', async () => {
  for (let round = 0; round < 3; round++) {
    const buyer = await world.user();
    const adId = await newAd();
    const { body: open } = await offer(buyer, adId);
    const [accepted] = await Promise.all([
      byOffer(seller, open.id, 'accept'),
      world.call(seller, adsApi.archive, { query: { board_id: adId } }),
    ]);
    const { rows } = await sql<{ deal: string; state: string }>`
      select a.deal, d.state from ads a join deals d on d.ad_id = a.id where a.id = ${adId}`.execute(world.services.db);
    expect(rows[0]).toEqual(
      accepted.statusCode === 200 ? { deal: 'open', state: 'cancelled' } : { deal: 'open', state: 'offered' },
    );
    if (accepted.statusCode !== 200) expect(accepted.body.code).toBe('ad_not_open');
  }
});

test('archiving a promised ad by hand cancels the deal, and the buyer is told in the chat', async () => {
  const buyer = await world.user();
  const waiting = await world.user();
  for (const byList of [false, true]) {
    const { adId, offerId } = await agree(buyer);
    const { body: other } = await offer(waiting, await newAd());
    await (byList
      ? world.call(seller, ownAdsApi.actOnOwn, { body: { board_ids: [adId, other.board_id ?? 0], act: 'archive' } })
      : world.call(seller, adsApi.archive, { query: { board_id: adId } }));
    expect(await lastCard(buyer, seller)).toMatchObject({ id: offerId, offer: { state: 'closed', actions: [] } });
    const { body: head } = await world.call(buyer, chatApi.header, { params: { id: seller.id }, query: {} });
    expect(head.pinned).toEqual([]);
    // Whoever only made an offer waits for the ad to come back.
    expect((await lastCard(waiting, seller))?.offer).toMatchObject({ state: 'open' });
    await world.call(seller, adsApi.restore, { query: { board_id: adId } });
    expect(await stateOfAd(buyer, adId)).toBe('active');
  }
  const told = (await notifiedOf(buyer)).filter((text) => text.includes('отменена'));
  expect(told).toHaveLength(2);
});

test('a sold ad keeps its deal in the archive, and one that ends by its term keeps a promise', async () => {
  const buyer = await world.user();
  const { adId, dealId } = await agree(buyer);
  await byDeal(seller, dealId, 'confirm');
  await world.call(seller, adOwnerApi.setDeal, { body: { board_id: adId, deal: 'sold' } });
  await world.call(seller, adsApi.archive, { query: { board_id: adId } });
  expect((await byDeal(buyer, dealId, 'confirm')).body).toMatchObject({ deal_state: 'done' });

  const other = await agree(buyer);
  const { db } = world.services;
  await sql`update ads set expires_at = now() - interval '1 day' where id = ${other.adId}`.execute(db);
  await expireAds.run(world.services, {});
  expect(await stateOfAd(seller, other.adId)).toBe('archived');
  expect((await lastCard(buyer, seller))?.offer).toMatchObject({ deal_state: 'accepted' });
});

test('erasing a promised ad tells the buyer, and the erasure of its seller leaves no word of theirs', async () => {
  const [buyer, owner] = [await world.user(), await world.user({ paid: true })];
  const { adId } = await agree(buyer, owner);
  await world.call(owner, ownAdsApi.actOnOwn, { body: { board_ids: [adId], act: 'erase' } });
  expect((await lastCard(buyer, owner))?.offer).toMatchObject({ state: 'closed', board_id: null });
  expect((await notifiedOf(buyer)).filter((text) => text.includes('отменена'))).toHaveLength(1);
  await agree(buyer, owner);
  const { db } = world.services;
  await db.transaction().execute((tx) => eraseUserData(world.services, tx, owner.id));
  expect((await notifiedOf(buyer)).filter((text) => text.includes('Велосипед'))).toEqual([]);
});

test('lists the deals of a person, and those not over, alone or first', async () => {
  const buyer = await world.user();
  const { dealId, adId } = await agree(buyer);
  const { body: gone } = await offer(buyer, await newAd());
  await byOffer(buyer, gone.id, 'withdraw');
  const list = (query: object) => world.call(buyer, dealsApi.list, { query });
  expect((await list({})).body).toMatchObject({ total: 2, list: [{ id: gone.deal_id }, { id: dealId }] });
  expect((await list({ active: 1, user_id: seller.id })).body.list.map(({ id }) => id)).toEqual([dealId]);
  expect((await list({ user_id: buyer.id })).body.total).toBe(0);
  const { body: sorted } = await list({ running_first: 1 });
  expect(sorted.list.map(({ id }) => id)).toEqual([dealId, gone.deal_id]);
  expect(sorted.list[0]).toMatchObject({ user_id: seller.id, link: `/ad/${adId}`, photo: null });
  expect((await list({ running_first: 1, size: 1, page: 2 })).body.list.map(({ id }) => id)).toEqual([gone.deal_id]);
  await world.call(seller, adsApi.archive, { query: { board_id: adId } });
  expect((await list({})).body.list.find(({ id }) => id === dealId)).toMatchObject({ link: '', photo: null });
});
