import type { AddressInfo } from 'node:net';
import { adOwnerApi, PHONE_REVEALS_PER_DAY } from '@app/contract/market/ad-owner';
import { AD_PHOTOS_MAX, adsApi, type Board } from '@app/contract/market/ads';
import { paymentsApi } from '@app/contract/money/payments';
import { authApi, CODE_TRIES_MAX } from '@app/contract/people/auth';
import type { AnyEndpoint, ResponseOf } from '@app/contract/platform/endpoint';
import type { ErrorCode } from '@app/contract/platform/errors';
import { commentsApi } from '@app/contract/publishing/comments';
import { complaintsApi } from '@app/contract/trust/complaints';
import { sql } from 'kysely';
import { pino } from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../../src/app.ts';
import { buildServices } from '../../src/build-services.ts';
import { listJobs } from '../../src/jobs.ts';
import { insertDemoAds } from '../../src/market/ads/ads.public.ts';
import { expireAds } from '../../src/market/ads/lifecycle/expire-ads.job.ts';
import { startWorkers } from '../../src/platform/queue/workers.ts';
import { addDomain } from '../add-domain.ts';
import { codeTo } from '../emails.ts';
import { PATIENT_LIMITS } from '../patient-limits.ts';
import { books, sandboxChoice } from '../payments/payment-tills.ts';
import { type Actor, addressOf, createWorld, encodeBody, PASSWORD, type TestCall, type World } from '../world.ts';

const TIMES = 50;

interface Node {
  origin: string;
  services: World['services'];
  close(): Promise<void>;
}

/** Two nodes on the same database and files, as on two machines. */
let world: World;
let nodes: readonly Node[];
let photo: Buffer;

beforeAll(async () => {
  world = await createWorld();
  const first = { services: world.services, app: world.app, close: () => world.close() };
  const built = await buildServices({
    config: world.services.config,
    log: pino({ level: 'error' }),
    ...world.database,
    limits: PATIENT_LIMITS,
  });
  const app = await createApp(built.services);
  const close = async () => {
    await app.close();
    await built.close();
  };
  nodes = await Promise.all(
    [{ services: built.services, app, close }, first].map(async (node) => {
      await node.app.listen({ host: '127.0.0.1', port: 0 });
      const { port } = node.app.server.address() as AddressInfo;
      return { origin: `http://127.0.0.1:${port}`, services: node.services, close: node.close };
    }),
  );
  photo = await sharp({ create: { width: 60, height: 40, channels: 3, background: '#37a' } })
    .jpeg()
    .toBuffer();
});

afterAll(async () => {
  for (const node of nodes) await node.close();
});

const file = () => ({ field: 'board_photo[]', name: 'boat.jpg', type: 'image/jpeg', bytes: photo });
const draft = { board_title: 'Лодка', board_description: 'Надувная', board_price: 100 };

type Answer<E extends AnyEndpoint> = { status: number; body: ResponseOf<E> & { code?: ErrorCode } };

function storm<E extends AnyEndpoint>(
  actor: Actor | null,
  endpoint: E,
  input: (turn: number) => TestCall<E>,
  times = TIMES,
): Promise<Answer<E>[]> {
  return Promise.all(
    Array.from({ length: times }, async (_, turn) => {
      const sent = input(turn) as TestCall<AnyEndpoint>;
      const { payload, headers } = encodeBody(sent);
      const response = await fetch(`${nodes[turn % nodes.length]?.origin}${addressOf(endpoint, sent)}`, {
        method: endpoint.method,
        headers: { ...headers, ...(actor && { authorization: `Bearer ${actor.token}` }), ...sent.headers },
        body: payload instanceof Buffer ? new Uint8Array(payload) : (payload ?? null),
      });
      return { status: response.status, body: (await response.json()) as Answer<E>['body'] };
    }),
  );
}

const statuses = (answers: readonly { status: number }[]) => answers.map(({ status }) => status).sort();

test('fifty requests with one key publish one ad, on however many nodes they arrive', { tags: ['long'] }, async () => {
  const anna = await world.user({ paid: true });
  const answers = await storm(anna, adsApi.create, () => ({
    body: draft,
    files: [file()],
    headers: { 'idempotency-key': 'one-boat' },
  }));
  expect(statuses(answers)).toEqual(Array(TIMES).fill(200));
  expect(new Set(answers.map(({ body }) => body.board_id)).size).toBe(1);
  const { body } = await world.call(anna, adsApi.list);
  expect(body).toMatchObject({ total: 1, boards: [{ board_photos: [expect.anything()] }] });
  const { rows } = await sql<{ claimed: number }>`
    select count(*)::int as claimed from media_images where owner_id = ${anna.id} and state = 'claimed'`.execute(
    world.services.db,
  );
  expect(rows).toEqual([{ claimed: 1 }]);
});

test('fifty photos that reach two nodes at once leave three on the ad', { tags: ['long'] }, async () => {
  const anna = await world.user({ paid: true });
  const { board_id } = (await world.call(anna, adsApi.create, { body: draft })).body;
  const answers = await storm(anna, adsApi.replacePhoto, () => ({ params: { id: board_id }, files: [file()] }));
  expect(statuses(answers)).toEqual([...Array(AD_PHOTOS_MAX).fill(200), ...Array(TIMES - AD_PHOTOS_MAX).fill(409)]);
  const ad: Board = (await world.call(anna, adsApi.get, { params: { id: board_id } })).body;
  expect(ad.board_photos).toHaveLength(AD_PHOTOS_MAX);
  expect(new Set(ad.board_photos.map(({ id }) => id)).size).toBe(AD_PHOTOS_MAX);
});

test('fifty guesses of a code spread over two nodes get no more looks than on one', async () => {
  const email = 'guessed@example.com';
  const { user_id } = (
    await world.call(null, authApi.signup, {
      body: {
        user_firstname: 'Анна',
        user_lastname: 'Лодочкина',
        user_phone: '9161234567',
        user_country_code: '7',
        user_login: 'guessed',
        user_email: email,
        user_password: PASSWORD,
      },
    })
  ).body;
  const code = await codeTo(world, email);
  // Every sixth code is correct, but tries are limited, so at most one grant results.
  const answers = await storm(null, authApi.checkCode, (turn) => ({
    body: { user_id, sms_code: turn % 6 === 5 ? code : String((Number(code) + turn + 1) % 1_000_000).padStart(6, '0') },
  }));
  expect(answers.filter(({ status }) => status === 200).length).toBeLessThanOrEqual(1);
  const { rows } = await sql<{ tries: number; grants: number }>`
    select (select max(tries) from codes where user_id = ${user_id}) as tries,
      (select count(*)::int from grants where user_id = ${user_id}) as grants`.execute(world.services.db);
  expect(rows[0]?.tries).toBeLessThanOrEqual(CODE_TRIES_MAX);
  expect(rows[0]?.grants).toBeLessThanOrEqual(1);
});

test('a payment that both nodes hear of fifty times, with workers on both, buys one year', async () => {
  const anna = await world.user();
  const presses = await storm(anna, paymentsApi.pay, () => ({ body: {} }), 10);
  expect(new Set(presses.map(({ body }) => body)).size).toBe(1);
  const providerId = new URL(presses[0]?.body ?? '').pathname.split('/').at(-1) ?? '';
  const workers = await Promise.all(
    nodes.map(({ services }) => startWorkers(services, listJobs(), { concurrency: 4 })),
  );
  try {
    await sandboxChoice(world, providerId, 'pay_lost');
    const notices = await storm(null, paymentsApi.sandboxWebhook, () => ({
      body: { event: 'payment.succeeded', object: { id: providerId } },
    }));
    expect(statuses(notices)).toEqual(Array(TIMES).fill(200));
    await expect
      .poll(() => books(world, anna.id))
      .toMatchObject({ payments: 'succeeded', years: 1, entries: 2, balance: 39_900 });
    await storm(null, paymentsApi.sandboxWebhook, () => ({ body: { object: { id: providerId } } }), 10);
  } finally {
    for (const worker of workers) await worker.stop();
  }
  expect(await books(world, anna.id)).toMatchObject({ payments: 'succeeded', years: 1, entries: 2, balance: 39_900 });
});

test('fifty votes that reach two nodes at once are one, and the ad and its seller count it once', async () => {
  const [seller, anna] = [await world.user({ paid: true }), await world.user()];
  const { board_id } = (await world.call(seller, adsApi.create, { body: draft })).body;
  const answers = await storm(anna, commentsApi.add, (turn) => ({
    body: { board_id, message: `Отзыв ${turn}`, rating: 1 + (turn % 5) },
  }));
  expect(statuses(answers)).toEqual([200, ...Array(TIMES - 1).fill(409)]);
  const { body: rated } = await world.call(null, commentsApi.rating, { query: { user_rating: seller.id } });
  expect(rated).toMatchObject({ count: 1, rating: answers.find(({ status }) => status === 200)?.body.rating });
  expect((await world.call(null, adsApi.get, { params: { id: board_id } })).body.comments).toBe(1);
});

test('fifty comments by two nodes, each taken back by the other, leave none and no number', async () => {
  const [seller, anna] = [await world.user({ paid: true }), await world.user()];
  const { board_id } = (await world.call(seller, adsApi.create, { body: draft })).body;
  const added = await storm(anna, commentsApi.add, (turn) => ({ body: { board_id, message: `Вопрос ${turn}` } }));
  const removed = await storm(anna, commentsApi.remove, (turn) => ({
    params: { id: added[(turn + 1) % TIMES]?.body.id ?? 0 },
  }));
  expect(statuses([...added, ...removed])).toEqual(Array(2 * TIMES).fill(200));
  expect((await world.call(null, adsApi.get, { params: { id: board_id } })).body.comments).toBe(0);
});

test('fifty complaints that reach two nodes at once open one', async () => {
  const [seller, anna] = [await world.user({ paid: true }), await world.user()];
  const { board_id } = (await world.call(seller, adsApi.create, { body: draft })).body;
  const answers = await storm(anna, complaintsApi.add, () => ({ body: { board_id, reason: 'fraud' as const } }));
  expect(statuses(answers)).toEqual([200, ...Array(TIMES - 1).fill(409)]);
  expect((await world.call(anna, complaintsApi.listOwn)).body.total).toBe(1);
});

function adsOf(ownerIds: readonly number[], change: object = {}): Promise<number[]> {
  const rows = ownerIds.map((owner_id) => ({
    owner_id,
    title: 'Лодка',
    description: 'Надувная',
    price_roubles: 100,
    category_id: null,
    country_id: null,
    city_id: null,
    created_at: new Date(),
    image_ids: [],
    ...change,
  }));
  return world.services.db.transaction().execute((tx) => insertDemoAds(tx, rows));
}

async function eventsDuring(run: () => Promise<unknown>): Promise<{ kind: string; adId: number }[]> {
  const told: { kind: string; adId: number }[] = [];
  const stopListening = addDomain({
    on: { 'ads.changed': async (_services, _tx, { changes }) => void told.push(...changes) },
  });
  await run().finally(stopListening);
  return told;
}

test('an expired ad that both nodes renew and restore fifty times comes back once', async () => {
  const anna = await world.user({ paid: true });
  const [id = 0] = await adsOf([anna.id], { archived_at: new Date(), expired: true, expires_at: new Date() });
  const told = await eventsDuring(async () => {
    const [renewed, restored] = await Promise.all([
      storm(anna, adOwnerApi.renew, () => ({ body: { board_id: id } })),
      storm(anna, adsApi.restore, () => ({ query: { board_id: id } })),
    ]);
    expect(statuses([...renewed, ...restored])).toEqual(Array(2 * TIMES).fill(200));
  });
  expect(told).toEqual([{ kind: 'returned', adId: id, ownerId: anna.id }]);
  expect((await world.call(anna, adsApi.get, { params: { id } })).body).toMatchObject({ board_state: 'active' });
});

test('fifty changes of the deal on two nodes leave and return by turns, and the total of the list stays right', async () => {
  const anna = await world.user({ paid: true });
  const [id = 0] = await adsOf([anna.id]);
  const told = await eventsDuring(async () => {
    const deals = ['sold', 'open', 'reserved'] as const;
    const answers = await storm(anna, adOwnerApi.setDeal, (turn) => ({
      body: { board_id: id, deal: deals[turn % 3] ?? 'open' },
    }));
    expect(statuses(answers)).toEqual(Array(TIMES).fill(200));
    await world.call(anna, adOwnerApi.setDeal, { body: { board_id: id, deal: 'sold' } });
  });
  const left = told.filter(({ kind }) => kind === 'left').length;
  expect(left - told.filter(({ kind }) => kind === 'returned').length).toBe(1);
  const { rows } = await sql<{ kept: number; counted: number }>`
    select coalesce((select public from ad_counts where (category_id, country_id, city_id) = (0, 0, 0)), 0)
        + coalesce((select sum(public) from ad_count_deltas), 0) as kept,
      (select count(*) from ads where is_public) as counted`.execute(world.services.db);
  expect(rows[0]?.kept).toBe(rows[0]?.counted);
});

test('of fifty people’s phones asked for on two nodes at once thirty are shown', async () => {
  const anna = await world.user();
  const owners = await Promise.all(Array.from({ length: TIMES }, () => world.user()));
  const ids = await adsOf(owners.map(({ id }) => id));
  const answers = await storm(anna, adOwnerApi.revealPhone, (turn) => ({ params: { id: ids[turn] ?? 0 } }));
  expect(statuses(answers)).toEqual([
    ...Array(PHONE_REVEALS_PER_DAY).fill(200),
    ...Array(TIMES - PHONE_REVEALS_PER_DAY).fill(429),
  ]);
  const { rows } = await sql<{ told: number; counted: number }>`
    select (select count(*) from ad_phone_reveals where user_id = ${anna.id}) as told,
      (select sum(phones) from ad_days where ad_id = any (${ids})) as counted`.execute(world.services.db);
  expect(rows).toEqual([{ told: PHONE_REVEALS_PER_DAY, counted: PHONE_REVEALS_PER_DAY }]);
});

test('one phone asked for fifty times on two nodes is one reveal', async () => {
  const [seller, anna] = [await world.user(), await world.user()];
  const [id = 0] = await adsOf([seller.id]);
  const answers = await storm(anna, adOwnerApi.revealPhone, () => ({ params: { id } }));
  expect(statuses(answers)).toEqual(Array(TIMES).fill(200));
  expect(new Set(answers.map(({ body }) => body.left))).toEqual(new Set([PHONE_REVEALS_PER_DAY - 1]));
  expect((await world.call(seller, adOwnerApi.stats, { params: { id } })).body.days.at(-1)?.phones).toBe(1);
});

test('a thousand looks at an ad through two nodes count every visitor once', async () => {
  const seller = await world.user();
  const [id = 0] = await adsOf([seller.id]);
  for (let round = 0; round < 20; round += 1) {
    const looks = await storm(null, adOwnerApi.view, (turn) => ({
      params: { id },
      headers: { 'user-agent': `browser ${turn % 7}` },
    }));
    expect(statuses(looks)).toEqual(Array(TIMES).fill(200));
  }
  expect((await world.call(seller, adOwnerApi.stats, { params: { id } })).body.days.at(-1)?.views).toBe(7);
});

test('of fifty devices that keep a draft from one version through two nodes one is kept', async () => {
  const anna = await world.user();
  const { changed } = (await world.call(anna, adOwnerApi.saveDraft, { body: { draft: { board_title: 'Ло' } } })).body;
  const answers = await storm(anna, adOwnerApi.saveDraft, (turn) => ({
    body: { draft: { board_title: `Лодка ${turn}` }, changed },
  }));
  expect(statuses(answers)).toEqual([200, ...Array(TIMES - 1).fill(409)]);
  const kept = answers.find(({ status }) => status === 200)?.body;
  expect((await world.call(anna, adOwnerApi.getDraft)).body).toEqual(kept);
});

test('two nodes that look for ads whose time is over at once tell of each of them once', async () => {
  const anna = await world.user();
  const ids = await adsOf(Array(300).fill(anna.id), { expires_at: new Date(Date.now() - 1000) });
  const told = await eventsDuring(() => Promise.all(nodes.map(({ services }) => expireAds.run(services, {}))));
  expect(told.map(({ kind }) => kind)).toEqual(Array(300).fill('left'));
  expect(told.map(({ adId }) => adId).sort((a, b) => a - b)).toEqual(ids);
});
