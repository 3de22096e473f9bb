import { adsApi } from '@app/contract/market/ads';
import { dealsApi } from '@app/contract/market/deals';
import { commentsApi } from '@app/contract/publishing/comments';
import { casesApi } from '@app/contract/trust/cases';
import { BULK_SANCTION_UNDO_MINUTES, bulkSanctionsApi } from '@app/contract/trust/rules';
import { sanctionsApi } from '@app/contract/trust/sanctions';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { runQueuedJobs } from '../../../../test/queued-jobs.ts';
import { rounds } from '../../../../test/rounds.ts';
import { sampleUser } from '../../../../test/sample-user.ts';
import { type Actor, createWorld, type World } from '../../../../test/world.ts';
import { insertDemoDeals } from '../../../market/deals/demo-deals.public.ts';
import { reviewModerationTarget } from '../../../market/deals/reviews/review-targets.ts';
import { insertDemoUsers } from '../../../people/users/users.public.ts';
import { checkContent } from '../../content-rules/check-content.public.ts';
import { openCase } from '../open-case.public.ts';

const DAY_MS = 86_400_000;
const SPAM = rounds(70, 280);
const HONEST = rounds(100, 1000);
const SPAM_TEXT = 'Заработок от пятидесяти тысяч в неделю, пишите на сайт';

let now = Date.parse('2026-11-22T12:00:00Z');
let world: World;
let manager: Actor;

beforeAll(async () => {
  world = await createWorld({ clock: () => new Date(now) });
  manager = await world.user({ groups: ['manager'] });
});
afterAll(() => world.close());

let made = 0;
async function crowd(count: number, registeredAt: Date): Promise<number[]> {
  const rows = Array.from({ length: count }, () => {
    made += 1;
    return sampleUser(`crowd${process.pid}n${made}`, `+7911${String(1_000_000 + made)}`, {
      registered_at: registeredAt,
    });
  });
  return world.services.db.transaction().execute((tx) => insertDemoUsers(tx, rows));
}

async function write(ids: readonly number[], textOf: (id: number) => string, ip: string): Promise<void> {
  await world.services.db.transaction().execute(async (tx) => {
    for (const userId of ids) {
      const { rows } = await sql<{ id: number }>`
        insert into ads (owner_id, title, description, expires_at) values (${userId}, 'Работа', ${textOf(userId)}, now() + interval '30 days')
        returning id`.execute(tx);
      await checkContent(world.services, tx, {
        subject: 'ad',
        object: `ad:${rows[0]?.id}`,
        userId,
        ip,
        title: 'Работа',
        text: textOf(userId),
      });
    }
  });
}

const statusOf = async (ids: readonly number[], status: string): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from users where id = any(${[...ids]}::bigint[]) and status = ${status}`.execute(
    world.services.db,
  );
  return rows[0]?.count ?? 0;
};
const publicAds = async (ids: readonly number[]): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from ads where owner_id = any(${[...ids]}::bigint[]) and is_public`.execute(
    world.services.db,
  );
  return rows[0]?.count ?? 0;
};

describe(`a bulk sanction of ${SPAM} accounts among ${HONEST} honest people`, () => {
  let spam: number[];
  let honest: number[];
  let neighbours: number[];
  let sanctionId: number;

  beforeAll(async () => {
    spam = await crowd(SPAM, new Date(now - 3_600_000));
    honest = await crowd(HONEST, new Date(now - 2 * DAY_MS));
    neighbours = await crowd(5, new Date(now - 400 * DAY_MS));
    await write(spam, (id) => `${SPAM_TEXT} money.example.com, код ${id}!!!`, '203.0.113.7');
    await write(honest, (id) => `Продам хорошую вещь, самовывоз, подробности ${'ъыэюя'[id % 5]} ${id}`, '198.51.100.1');
    await write(neighbours, () => 'Отдам котят в добрые руки', '203.0.113.7');
  });

  const groups = async (by: 'text' | 'host' | 'address') =>
    (await world.call(manager, bulkSanctionsApi.listClusters, { query: { by, size: 50 } })).body.groups;

  test('is seen as one group by its text, its links and its address', async () => {
    expect((await groups('host'))[0]).toMatchObject({
      value: 'money.example.com',
      accounts: SPAM,
      trusted: 0,
      things: SPAM,
    });
    const [text] = (await groups('text')).filter(({ samples }) => samples[0]?.includes(SPAM_TEXT));
    expect(text).toMatchObject({ accounts: SPAM });
    const [address] = (await groups('address')).filter(({ value }) => value === '203.0.113.7');
    expect(address).toMatchObject({ accounts: SPAM + neighbours.length, trusted: neighbours.length });
  });

  test('shows the trusted ones of a group first', async () => {
    const query = { by: 'address' as const, value: '203.0.113.7', size: 6 };
    const { body } = await world.call(manager, bulkSanctionsApi.listClusterAccounts, { query });
    expect(body.total).toBe(SPAM + neighbours.length);
    expect(body.accounts.map(({ trusted }) => trusted)).toEqual([1, 1, 1, 1, 1, 0]);
  });

  test('is refused when the group is not what the moderator saw', async () => {
    const body = { by: 'host' as const, value: 'money.example.com', expected: SPAM - 1, reason: 'Спам' };
    expect(await world.call(manager, bulkSanctionsApi.start, { body })).toMatchObject({
      statusCode: 409,
      body: { accounts: SPAM },
    });
    expect(await statusOf(spam, 'suspended')).toBe(0);
  });

  test('is dealt with in one action, and nobody honest is touched', async () => {
    const [first, ...rest] = spam;
    const body = {
      by: 'address' as const,
      value: '203.0.113.7',
      except_ids: [first ?? 0],
      expected: SPAM - 1,
      reason: 'Рассылка одинаковых объявлений',
    };
    const send = () =>
      world.call(manager, bulkSanctionsApi.start, { body, headers: { 'idempotency-key': 'the-wave' } });
    const [started, again] = [await send(), await send()];
    expect(started.body).toMatchObject({ state: 'running', total: SPAM - 1, settled: 0 });
    expect(again.body.id).toBe(started.body.id);
    sanctionId = started.body.id;
    await runQueuedJobs(world);
    const { body: done } = await world.call(manager, bulkSanctionsApi.get, { params: { id: sanctionId } });
    expect(done).toMatchObject({ state: 'done', settled: SPAM - 1, skipped: 0 });
    expect(await statusOf(rest, 'suspended')).toBe(SPAM - 1);
    expect(await publicAds(rest)).toBe(0);
    expect(await statusOf([...honest, ...neighbours, first ?? 0], 'active')).toBe(HONEST + neighbours.length + 1);
    expect(await publicAds([...honest, ...neighbours])).toBe(HONEST + neighbours.length);
  });

  test('gives each account its own sanction, email and entry in the log', async () => {
    const { db } = world.services;
    const { rows } = await sql<{ measures: number; entries: number; bells: number }>`
      select (select count(*) from sanctions where user_id = any(${spam}::bigint[]) and kind = 'suspend') as measures,
        (select count(*) from audit_entries where about_user_id = any(${spam}::bigint[]) and action = 'users.suspend') as entries,
        (select count(*) from notifications where user_id = any(${spam}::bigint[]) and kind = 'measure') as bells`.execute(
      db,
    );
    expect(rows[0]).toEqual({ measures: SPAM - 1, entries: SPAM - 1, bells: SPAM - 1 });
  });

  test('is taken back as a whole within half an hour, once', async () => {
    now += (BULK_SANCTION_UNDO_MINUTES - 1) * 60_000;
    const undo = () => world.call(manager, bulkSanctionsApi.undo, { params: { id: sanctionId } });
    const answers = await Promise.all([undo(), undo()]);
    expect(answers.map(({ statusCode }) => statusCode).sort()).toEqual([200, 409]);
    await runQueuedJobs(world);
    expect(await statusOf(spam, 'active')).toBe(SPAM);
    expect(await publicAds(spam)).toBe(SPAM);
    const { body } = await world.call(manager, bulkSanctionsApi.get, { params: { id: sanctionId } });
    expect(body).toMatchObject({ state: 'undone', undo_until: null });
  });

  test('stays when half an hour is over', async () => {
    const body = { by: 'host' as const, value: 'money.example.com', expected: SPAM, reason: 'Спам' };
    const { body: sanction } = await world.call(manager, bulkSanctionsApi.start, { body });
    await runQueuedJobs(world);
    now += BULK_SANCTION_UNDO_MINUTES * 60_000;
    expect((await world.call(manager, bulkSanctionsApi.undo, { params: { id: sanction.id } })).statusCode).toBe(409);
    expect(await statusOf(spam, 'suspended')).toBe(SPAM);
  });
});

test('comments of a bulk sanction are hidden and come back with it', async () => {
  const seller = await world.user({ paid: true });
  const { body: ad } = await world.call(seller, adsApi.create, {
    body: { board_title: 'Лодка', board_description: 'Надувная', board_price: 100 },
  });
  const spammers = [await world.user(), await world.user(), await world.user()];
  for (const spammer of spammers)
    await world.call(spammer, commentsApi.add, {
      body: { board_id: ad.board_id, message: 'Срочно займём деньги без справок, заходите loan.example.com' },
    });
  const { body: list } = await world.call(seller, commentsApi.list, { params: { id: ad.board_id }, query: {} });
  await world.call(seller, commentsApi.hide, { body: { id: list.comments[0]?.id ?? 0, hidden: 1 } });
  const body = { by: 'host' as const, value: 'loan.example.com', expected: 3, reason: 'Спам' };
  const { body: sanction } = await world.call(manager, bulkSanctionsApi.start, { body });
  await runQueuedJobs(world);
  const visitor = await world.user();
  const seen = async () =>
    (await world.call(visitor, commentsApi.list, { params: { id: ad.board_id }, query: {} })).body.total;
  expect(await seen()).toBe(0);
  await world.call(manager, bulkSanctionsApi.undo, { params: { id: sanction.id } });
  await runQueuedJobs(world);
  expect(await seen()).toBe(2);
});

test('reviews of deals are hidden by a bulk sanction, weigh nothing meanwhile, and come back with it', async () => {
  const seller = await world.user({ paid: true });
  const { db } = world.services;
  const { body: ad } = await world.call(seller, adsApi.create, {
    body: { board_title: 'Лодка', board_description: 'Надувная', board_price: 100 },
  });
  const reviewers = [await world.user(), await world.user(), await world.user(), await world.user()];
  const deals = reviewers.map((buyer) => ({
    adId: ad.board_id,
    title: 'Лодка',
    sellerId: seller.id,
    buyerId: buyer.id,
    prices: [100],
    state: 'done' as const,
    at: new Date(now),
  }));
  await db.transaction().execute((tx) => insertDemoDeals(tx, deals));
  const dealOf = async (buyer: Actor) => (await world.call(buyer, dealsApi.list, { query: {} })).body.list[0]?.id ?? 0;
  const write = async (buyer: Actor, stars: number, content: string) =>
    world.call(buyer, dealsApi.review, { params: { id: await dealOf(buyer) }, body: { stars, content } });
  const [honest, ...spammers] = reviewers;
  if (honest === undefined) throw new Error('Nobody is honest');
  await write(honest, 5, 'Хорошая лодка');
  const written = [];
  for (const spammer of spammers) written.push(await write(spammer, 1, 'Обман, лучше тут: boats.example.com'));
  const [already] = written;
  await db.transaction().execute(async (tx) => {
    await reviewModerationTarget.hide?.(world.services, tx, already?.body.id ?? 0, {
      reason: '',
      holder: '',
      decidedBy: manager.id,
    });
  });
  await runQueuedJobs(world);
  const seen = async () => (await world.call(null, dealsApi.reviews, { params: { id: seller.id }, query: {} })).body;
  expect(await seen()).toMatchObject({ total: 3, figures: { count: 3 } });

  const body = { by: 'host' as const, value: 'boats.example.com', expected: 3, reason: 'Спам' };
  const { body: sanction } = await world.call(manager, bulkSanctionsApi.start, { body });
  await runQueuedJobs(world);
  expect(await seen()).toMatchObject({ total: 1, figures: { count: 1, rating: 5, left_out: 0 } });
  await world.call(manager, bulkSanctionsApi.undo, { params: { id: sanction.id } });
  await runQueuedJobs(world);
  // The one that was hidden before for itself stays hidden.
  expect(await seen()).toMatchObject({ total: 3, figures: { count: 3 } });
});

test('whoever is let in again by an appeal has their comments back, and what rules had found of them waits again', async () => {
  const seller = await world.user({ paid: true });
  const { body: ad } = await world.call(seller, adsApi.create, {
    body: { board_title: 'Лодка', board_description: 'Надувная', board_price: 100 },
  });
  const people = [await world.user({ paid: true }), await world.user(), await world.user()];
  for (const person of people)
    await world.call(person, commentsApi.add, {
      body: { board_id: ad.board_id, message: 'Смотрите talk.example.com' },
    });
  const [honest, ...rest] = people;
  const { db } = world.services;
  const held = await db.transaction().execute((tx) =>
    openCase(tx, {
      kind: 'hold',
      object: `ad:${ad.board_id}`,
      aboutUserId: honest?.id ?? 0,
      reason: 'лодка',
      evidence: { title: 'Лодка', text: '' },
      now: new Date(now),
    }),
  );
  const body = { by: 'host' as const, value: 'talk.example.com', expected: 3, reason: 'Спам' };
  const { body: sanction } = await world.call(manager, bulkSanctionsApi.start, { body });
  await runQueuedJobs(world);
  const stateOf = async () => (await world.call(manager, casesApi.get, { params: { id: held.id } })).body.state;
  expect(await stateOf()).toBe('resolved');
  const { rows } = await sql<{ id: number }>`select id from sanctions where user_id = ${honest?.id}`.execute(db);
  const lift = { params: { id: rows[0]?.id ?? 0 }, body: { answer: 'Ошиблись' } };
  expect((await world.call(manager, sanctionsApi.lift, lift)).statusCode).toBe(200);
  const visitor = await world.user();
  const seen = async () =>
    (await world.call(visitor, commentsApi.list, { params: { id: ad.board_id }, query: {} })).body.total;
  expect(await seen()).toBe(1);
  expect(await stateOf()).toBe('reopened');
  await world.call(manager, bulkSanctionsApi.undo, { params: { id: sanction.id } });
  await runQueuedJobs(world);
  expect(await seen()).toBe(3);
  expect(
    await statusOf(
      rest.map(({ id }) => id),
      'active',
    ),
  ).toBe(2);
});

test('accounts that registered from one network within one hour are a group, staff among them are not', async () => {
  const newcomers = [
    await world.user(),
    await world.user(),
    await world.user(),
    await world.user({ groups: ['manager'] }),
  ];
  await sql`update sessions set ip = '192.0.2.44' where user_id = any(${newcomers.map(({ id }) => id)}::bigint[])`.execute(
    world.services.db,
  );
  const { body } = await world.call(manager, bulkSanctionsApi.listClusters, {
    query: { by: 'registration', size: 50 },
  });
  const [group] = body.groups.filter(({ value }) => value.startsWith('192.0.2.44 '));
  expect(group).toMatchObject({ accounts: 3, trusted: 0 });
});

test('whoever became staff meanwhile is left alone', async () => {
  const people = [await world.user(), await world.user(), await world.user()];
  await write(
    people.map(({ id }) => id),
    () => 'Заходите на later.example.com за подарками',
    '192.0.2.99',
  );
  const body = { by: 'host' as const, value: 'later.example.com', expected: 3, reason: 'Спам' };
  const { body: sanction } = await world.call(manager, bulkSanctionsApi.start, { body });
  await sql`update users set groups = '{admin}' where id = ${people[0]?.id}`.execute(world.services.db);
  await runQueuedJobs(world);
  const { body: done } = await world.call(manager, bulkSanctionsApi.get, { params: { id: sanction.id } });
  expect(done).toMatchObject({ state: 'done', settled: 3, skipped: 1 });
  await world.call(manager, bulkSanctionsApi.undo, { params: { id: sanction.id } });
  await runQueuedJobs(world);
  const entries = await world.services.db
    .selectFrom('audit_entries')
    .select('about_user_id')
    .where('object', '=', `wave:${sanction.id}`)
    .where('action', '=', 'users.unsuspend')
    .orderBy('about_user_id')
    .execute();
  expect(entries.map(({ about_user_id }) => about_user_id)).toEqual(people.slice(1).map(({ id }) => id));
});
