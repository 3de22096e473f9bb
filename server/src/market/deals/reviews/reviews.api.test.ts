import { dealsApi } from '@app/contract/market/deals';
import { chatApi } from '@app/contract/messaging/chat';
import { notificationsApi } from '@app/contract/notifications/notifications';
import { complaintsApi } from '@app/contract/trust/complaints';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runQueuedJobs } from '../../../../test/queued-jobs.ts';
import { type Actor, createWorld, type World } from '../../../../test/world.ts';
import { measureReplyTimes } from '../../../messaging/chat/measure-reply-times.job.ts';
import { eraseUserData } from '../../../platform/domain/user-data.ts';
import { insertDemoAds } from '../../ads/ads.public.ts';
import { insertDemoDeals } from '../demo-deals.public.ts';
import { findCliques } from './find-cliques.job.ts';
import { reviewModerationTarget } from './review-targets.ts';

const DAY_MS = 86_400_000;

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

async function newAd(owner: Actor, created_at = new Date()): Promise<number> {
  const ad = { owner_id: owner.id, title: 'Лодка', description: 'С вёслами', price_roubles: 9000, created_at };
  const row = { ...ad, category_id: null, country_id: null, city_id: null, image_ids: [] };
  const [id = 0] = await world.services.db.transaction().execute((tx) => insertDemoAds(tx, [row]));
  return id;
}

/** A done deal. Returns its id. */
async function dealt(seller: Actor, buyer: Actor, at = new Date()): Promise<number> {
  const adId = await newAd(seller);
  const deal = { adId, title: 'Лодка', sellerId: seller.id, buyerId: buyer.id, prices: [8000], at };
  await world.services.db.transaction().execute((tx) => insertDemoDeals(tx, [{ ...deal, state: 'done' }]));
  const { rows } = await sql<{ id: number }>`select id from deals where ad_id = ${adId}`.execute(world.services.db);
  return rows[0]?.id ?? 0;
}

const write = (author: Actor, dealId: number, stars: number, content = '') =>
  world.call(author, dealsApi.review, { params: { id: dealId }, body: { stars, content } });

/** A done deal that both reviewed. */
async function reviewed(seller: Actor, buyer: Actor, stars = 5): Promise<number> {
  const dealId = await dealt(seller, buyer);
  await write(buyer, dealId, stars, 'Как в описании');
  await write(seller, dealId, 5);
  await runQueuedJobs(world);
  return dealId;
}

const reviewsOf = async ({ id }: Actor, reader: Actor | null = null, query: object = {}) =>
  (await world.call(reader, dealsApi.reviews, { params: { id }, query })).body;
const figuresOf = async ({ id }: Actor) => (await world.call(null, dealsApi.figures, { params: { id } })).body;

const people = async (count: number): Promise<Actor[]> =>
  Promise.all(Array.from({ length: count }, () => world.user()));

/** Gives somebody a deal with one more person, so that the two make no clique. */
async function knownElsewhere(actor: Actor): Promise<void> {
  await dealt(actor, await world.user());
}

describe('reviews of a person', () => {
  test('give a figure with its count, and are listed for everybody, newest first', async () => {
    const [seller, one, two] = (await people(3)) as [Actor, Actor, Actor];
    await reviewed(seller, one, 5);
    await reviewed(seller, two, 4);
    const { list, total, figures } = await reviewsOf(seller);
    expect(figures).toMatchObject({ rating: 4.5, count: 2, left_out: 0, deals: 2, reply_minutes: null });
    expect(total).toBe(2);
    expect(list.map(({ stars, role, counts, own, may_answer }) => ({ stars, role, counts, own, may_answer }))).toEqual([
      { stars: 4, role: 'buyer', counts: 1, own: 0, may_answer: 0 },
      { stars: 5, role: 'buyer', counts: 1, own: 0, may_answer: 0 },
    ]);
    expect((await reviewsOf(seller, null, { size: 1, page: 2 })).list).toMatchObject([{ stars: 5 }]);
    expect((await reviewsOf(seller, null, { page: 9 })).list).toEqual([]);
    expect(await figuresOf(seller)).toEqual(figures);
  });

  test('count one voice of each author: the newest', async () => {
    const [seller, buyer] = (await people(2)) as [Actor, Actor];
    await knownElsewhere(seller);
    await reviewed(seller, buyer, 1);
    await reviewed(seller, buyer, 5);
    const { figures, list } = await reviewsOf(seller);
    expect(figures).toMatchObject({ rating: 5, count: 1, left_out: 1 });
    expect(list.map(({ counts }) => counts)).toEqual([1, 0]);
  });

  test('are written while the deal is fresh, and by nobody who did not deal', async () => {
    const [seller, buyer, stranger] = (await people(3)) as [Actor, Actor, Actor];
    const old = await dealt(seller, buyer, new Date(Date.now() - 61 * DAY_MS));
    expect((await write(buyer, old, 5)).body.code).toBe('review_late');
    const fresh = await dealt(seller, buyer);
    expect((await write(stranger, fresh, 5)).body.code).toBe('not_found');
    expect((await write(buyer, fresh, 0)).body.code).toBe('invalid_input');
    expect((await write(buyer, fresh, 6)).body.code).toBe('invalid_input');
  });

  test('are answered once, by the person they are about', async () => {
    const [seller, buyer] = (await people(2)) as [Actor, Actor];
    await reviewed(seller, buyer);
    const id = (await reviewsOf(seller, seller)).list[0]?.id ?? 0;
    const answer = (who: Actor, content = 'Спасибо') =>
      world.call(who, dealsApi.answer, { params: { id }, body: { content } });
    expect((await reviewsOf(seller, seller)).list[0]?.may_answer).toBe(1);
    expect((await answer(buyer)).body.code).toBe('forbidden');
    expect((await answer(seller, ' ')).body.code).toBe('invalid_input');
    const both = await Promise.all([answer(seller), answer(seller)]);
    expect(both.map(({ body }) => body.code ?? body.answer?.content).sort()).toEqual(['already_answered', 'Спасибо']);
    const { body: bell } = await world.call(buyer, notificationsApi.list, { query: {} });
    expect(bell.list[0]).toMatchObject({ kind: 'deal_review', link: `/user/${seller.id}/reviews` });
    expect((await reviewsOf(seller)).list[0]).toMatchObject({ may_answer: 0, answer: { content: 'Спасибо' } });
  });

  test('of people without an account are not found', async () => {
    const person = await world.user();
    await sql`update users set status = 'suspended' where id = ${person.id}`.execute(world.services.db);
    expect((await world.call(null, dealsApi.figures, { params: { id: person.id } })).statusCode).toBe(404);
    expect((await world.call(null, dealsApi.reviews, { params: { id: 999_999 }, query: {} })).statusCode).toBe(404);
  });
});

describe('cliques', () => {
  test('two people who deal only with each other weigh nothing, until one deals with somebody else', async () => {
    const [one, two, other] = (await people(3)) as [Actor, Actor, Actor];
    const staff = await world.user({ groups: ['manager'] });
    await reviewed(one, two);
    await reviewed(two, one);
    expect((await reviewsOf(one)).figures).toMatchObject({ rating: null, count: 0, left_out: 2 });
    const [seen] = (await reviewsOf(one, staff)).list;
    expect(seen?.clique?.map(({ id }) => id)).toEqual([one.id, two.id].sort((a, b) => a - b));
    expect((await reviewsOf(one, two)).list[0]).not.toHaveProperty('clique');
    await reviewed(two, other);
    expect((await reviewsOf(one)).figures).toMatchObject({ count: 1, left_out: 1 });
    expect((await reviewsOf(one, staff)).list[0]).not.toHaveProperty('clique');
  });

  test('a closed circle of three weighs nothing; three around one seller do', async () => {
    const [a, b, c] = (await people(3)) as [Actor, Actor, Actor];
    await reviewed(a, b);
    await reviewed(b, c);
    expect((await figuresOf(a)).count).toBe(1);
    await reviewed(c, a);
    expect(await Promise.all([a, b, c].map(async (person) => (await figuresOf(person)).count))).toEqual([0, 0, 0]);
    // With somebody from outside the three are no clique, and all their reviews weigh again.
    const others = await people(3);
    for (const buyer of others) await reviewed(a, buyer);
    expect((await figuresOf(b)).count).toBe(2);
    expect((await figuresOf(a)).count).toBe(5);
  });

  test('weighing twice changes nothing', async () => {
    const [one, two] = (await people(2)) as [Actor, Actor];
    await reviewed(one, two);
    const before = await figuresOf(one);
    await findCliques.run(world.services, { user_ids: [one.id, two.id] });
    expect(await figuresOf(one)).toEqual(before);
  });
});

describe('disputes', () => {
  test('a complaint opens a case, and staff hide the review and show it again', async () => {
    const [seller, buyer, staff] = [await world.user(), await world.user(), await world.user({ groups: ['manager'] })];
    await knownElsewhere(seller);
    await reviewed(seller, buyer, 1);
    const id = (await reviewsOf(seller)).list[0]?.id ?? 0;
    const body = { review_id: id, reason: 'offensive' as const };
    const { body: complaint } = await world.call(seller, complaintsApi.add, { body });
    expect(complaint).toMatchObject({ about: 'deal_review', complain_id: buyer.id, board_name: 'Лодка' });
    expect((await world.call(buyer, complaintsApi.add, { body })).body.code).toBe('own_complaint');
    const { rows } = await sql<{ object: string }>`
      select object from moderation_cases where object = ${`deal_review:${id}`}`.execute(world.services.db);
    expect(rows).toHaveLength(1);
    expect(await reviewModerationTarget.find(world.services, id)).toMatchObject({
      title: 'Лодка',
      text: '★\n\nКак в описании',
      link: `/user/${seller.id}/reviews`,
    });
    const decide = (what: 'hide' | 'restore') =>
      world.services.db.transaction().execute(async (tx) => {
        if (what === 'restore') await reviewModerationTarget.restore?.(world.services, tx, id, staff.id);
        else
          await reviewModerationTarget.hide?.(world.services, tx, id, { reason: '', holder: '', decidedBy: staff.id });
      });
    await decide('hide');
    expect(await reviewsOf(seller)).toMatchObject({ total: 0, figures: { rating: null, count: 0, left_out: 0 } });
    for (const reader of [seller, buyer, staff]) expect((await reviewsOf(seller, reader)).list[0]?.hidden).toBe(1);
    const stranger = await world.call(await world.user(), complaintsApi.add, { body });
    expect(stranger.body.code).toBe('not_found');
    await decide('restore');
    expect((await figuresOf(seller)).count).toBe(1);
  });
});

test('erasing a person takes the reviews about them, and leaves those they wrote without a name', async () => {
  const [seller, buyer, next] = (await people(3)) as [Actor, Actor, Actor];
  await reviewed(seller, buyer);
  await reviewed(seller, next);
  const adId = await newAd(seller);
  const offered = await world.call(buyer, dealsApi.offer, { body: { board_id: adId, price: 100 } });
  await world.call(seller, dealsApi.accept, { params: { id: offered.body.id } });
  await world.services.db.transaction().execute((tx) => eraseUserData(world.services, tx, buyer.id));
  await sql`update users set deleted_at = now() where id = ${buyer.id}`.execute(world.services.db);
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from deal_reviews where subject_id = ${buyer.id}`.execute(world.services.db);
  expect(rows[0]?.count).toBe(0);
  const { list, figures } = await reviewsOf(seller);
  expect(list.at(-1)?.author).toMatchObject({ firstname: 'Пользователь удалён', deleted: 1 });
  expect(figures.count).toBe(2);
  const { rows: ads } = await sql<{ deal: string }>`select deal from ads where id = ${adId}`.execute(world.services.db);
  expect(ads[0]?.deal).toBe('open');
});

test('the reply time is the median of first answers about the seller’s ads', async () => {
  const [seller, quiet] = (await people(2)) as [Actor, Actor];
  const adOf = new Map([
    [seller, await newAd(seller)],
    [quiet, await newAd(quiet)],
  ]);
  const minutes = [5, 10, 20, 60, 600];
  for (const owner of [seller, quiet])
    for (const [i, waits] of minutes.entries()) {
      const buyer = await world.user();
      const body = { content: 'Ещё продаёте?', board_id: adOf.get(owner) ?? 0 };
      await world.call(buyer, chatApi.send, { params: { id: owner.id }, body });
      if (owner === quiet && i > 1) continue;
      await world.call(owner, chatApi.send, { params: { id: buyer.id }, body: { content: 'Да' } });
      await sql`
        update messages m set created_at = created_at + ${`${waits} minutes`}::interval
        where sender_id = ${owner.id}
          and chat_id = (select chat_id from chat_members where user_id = ${buyer.id})`.execute(world.services.db);
    }
  // Unanswered for more than a day.
  await sql`
    update messages set created_at = created_at - interval '2 days'
    where chat_id in (select chat_id from chat_members where user_id = ${quiet.id})`.execute(world.services.db);
  await measureReplyTimes.run(world.services, {});
  expect([20, 21]).toContain((await figuresOf(seller)).reply_minutes);
  expect((await figuresOf(quiet)).reply_minutes).toBeNull();
});
