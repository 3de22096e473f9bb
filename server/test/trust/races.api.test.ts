import type { AddressInfo } from 'node:net';
import { AD_PHOTOS_MAX, adsApi, type Board } from '@app/contract/ads';
import { authApi, CODE_TRIES_MAX } from '@app/contract/auth';
import type { AnyEndpoint, ResponseOf } from '@app/contract/endpoint';
import type { ErrorCode } from '@app/contract/errors';
import { paymentsApi } from '@app/contract/payments';
import { sql } from 'kysely';
import { pino } from 'pino';
import sharp from 'sharp';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createApp } from '../../src/app.ts';
import { buildServices } from '../../src/build-services.ts';
import { jobs } from '../../src/jobs.ts';
import { startWorkers } from '../../src/platform/queue/workers.ts';
import { codeTo } from '../letters.ts';
import { books, sandboxChoice } from '../payment-tills.ts';
import { type Actor, addressOf, createWorld, encodeBody, PASSWORD, type TestCall, type World } from '../world.ts';

const TIMES = 50;

interface Node {
  origin: string;
  services: World['services'];
  close(): Promise<void>;
}

/** The first node; the second one works on the same database and files, as on another machine. */
let world: World;
let nodes: readonly Node[];
let photo: Buffer;

beforeAll(async () => {
  world = await createWorld();
  const first = { services: world.services, app: world.app, close: () => world.close() };
  const built = await buildServices({
    config: world.services.config,
    log: pino({ level: 'error' }),
    connection: world.services.pool.options,
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

/** The same call many times at once, by turns to each node, over real connections. */
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

test('fifty requests with one key publish one ad, on however many nodes they arrive', async () => {
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

test('fifty photos that reach two nodes at once leave three on the ad', async () => {
  const anna = await world.user({ paid: true });
  const { board_id } = (await world.call(anna, adsApi.create, { body: draft })).body;
  const answers = await storm(anna, adsApi.putPhoto, () => ({ params: { id: board_id }, files: [file()] }));
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
  // Every sixth is right, but the looks are used up by then or one of them finds it: never more than one grant.
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
  const workers = await Promise.all(nodes.map(({ services }) => startWorkers(services, jobs, { concurrency: 4 })));
  try {
    await sandboxChoice(world, providerId, 'pay_lost');
    const notices = await storm(null, paymentsApi.sandboxNotice, () => ({
      body: { event: 'payment.succeeded', object: { id: providerId } },
    }));
    expect(statuses(notices)).toEqual(Array(TIMES).fill(200));
    await expect
      .poll(() => books(world, anna.id))
      .toMatchObject({ payments: 'succeeded', years: 1, entries: 2, balance: 39_900 });
    // Once more, now that everything is settled.
    await storm(null, paymentsApi.sandboxNotice, () => ({ body: { object: { id: providerId } } }), 10);
  } finally {
    for (const worker of workers) await worker.stop();
  }
  expect(await books(world, anna.id)).toMatchObject({ payments: 'succeeded', years: 1, entries: 2, balance: 39_900 });
});
