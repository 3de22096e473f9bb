import { createPublicKey, verify } from 'node:crypto';
import { notificationsApi, PUSH_DEVICES_MAX, pushApi } from '@app/contract/notifications/notifications';
import { authApi } from '@app/contract/people/auth';
import { sql } from 'kysely';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { startPushService } from '../../../test/push-service.ts';
import { type Actor, createWorld, type World } from '../../../test/world.ts';
import { type Notice, notify } from '../notifications/notifications.public.ts';
import { pushNotifications } from '../notifications/push-notifications.job.ts';
import { deliverPush } from './deliver-push.job.ts';

// In the far future, so that postponed jobs are not due by the database's own clock.
const NOON = new Date('2126-11-21T09:00:00Z');
const NIGHT = new Date('2126-11-21T22:30:00Z');

let world: World;
let service: Awaited<ReturnType<typeof startPushService>>;
let now = NOON;

beforeAll(async () => {
  service = await startPushService();
  world = await createWorld({ environment: { PUSH_SERVICES: service.origin }, clock: () => now });
});
beforeEach(() => {
  now = NOON;
  service.received.length = 0;
});
afterAll(async () => {
  await world.close();
  await service.close();
});

const subscribe = (actor: Actor, device: { endpoint: string; keys: object }, more: object = {}) =>
  world.call(actor, pushApi.subscribe, { body: { ...device, ...more } as never });

const ring = (userId: number, more: Partial<Notice> = {}) =>
  world.services.db.transaction().execute((tx) =>
    notify(tx, world.services, {
      userId,
      kind: 'price_drop',
      link: '/ad/1',
      values: { title: 'Тайная лодка', price: 1, price_before: 2 },
      ...more,
    } as Notice),
  );

interface QueuedJob {
  id: string;
  task: string;
  payload: object;
  run_at: Date;
}

async function work(): Promise<QueuedJob[]> {
  for (;;) {
    const { rows } = await sql<QueuedJob>`
      select j.id::text as id, t.identifier as task, j.payload, j.run_at from graphile_worker._private_jobs j
      join graphile_worker._private_tasks t on t.id = j.task_id
      where t.identifier in ('push-notifications', 'deliver-push') order by j.id`.execute(world.services.db);
    const due = rows.filter(({ run_at }) => run_at <= now || run_at <= new Date());
    if (due.length === 0) return rows;
    for (const { id, task, payload } of due) {
      await sql`select graphile_worker.complete_jobs(array[${id}::bigint])`.execute(world.services.db);
      const job = task === 'push-notifications' ? pushNotifications : deliverPush;
      await job.run(world.services, job.payload.parse(payload) as never);
    }
  }
}

test('a push says that there is something, never what: its reader asks with the session', async () => {
  const [anna, sergey] = [await world.user(), await world.user({ firstname: 'Сергей', lastname: 'Зимин' })];
  await subscribe(anna, service.browser());
  await ring(anna.id, { actorId: sergey.id });
  await work();

  const [push] = service.received;
  const { list } = (await world.call(anna, notificationsApi.list, { query: { mark: 0 } })).body;
  expect(push?.opened).toEqual({ id: list[0]?.id, kind: 'price_drop', unread: 1 });
  expect(push?.headers).toMatchObject({
    ttl: '86400',
    urgency: 'normal',
    topic: expect.stringMatching(/^[\w-]{32}$/),
    'content-encoding': 'aes128gcm',
  });
  const visible = `${push?.sealed.toString('latin1')} ${JSON.stringify(push?.headers)}`;
  for (const secret of ['price_drop', 'unread', anna.login, 'Сергей', 'лодка']) expect(visible).not.toContain(secret);

  const one = await world.call(anna, notificationsApi.one, { params: { id: list[0]?.id ?? 0 } });
  expect(one.body).toMatchObject({ title: 'Сергей Зимин', link: '/ad/1', read: 0 });
  expect((await world.call(sergey, notificationsApi.one, { params: { id: list[0]?.id ?? 0 } })).statusCode).toBe(404);
});

test('pushes are signed with the key that browsers subscribe with, the same on every start', async () => {
  const anna = await world.user();
  const { key } = (await world.call(anna, pushApi.key)).body;
  expect((await world.call(anna, pushApi.key)).body.key).toBe(key);
  await subscribe(anna, service.browser());
  await ring(anna.id);
  await work();

  const [, token = '', told] = /^vapid t=([^,]+), k=(.+)$/.exec(service.received[0]?.headers.authorization ?? '') ?? [];
  expect(told).toBe(key);
  const [head, claims = '', signature = ''] = token.split('.');
  expect(JSON.parse(Buffer.from(claims, 'base64url').toString())).toMatchObject({
    aud: service.origin,
    sub: 'mailto:no-reply@localhost',
  });
  const point = Buffer.from(key, 'base64url');
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'));
  const publicKey = createPublicKey({ format: 'jwk', key: { kty: 'EC', crv: 'P-256', x, y } });
  expect(
    verify(
      'sha256',
      Buffer.from(`${head}.${claims}`),
      { key: publicKey, dsaEncoding: 'ieee-p1363' },
      Buffer.from(signature, 'base64url'),
    ),
  ).toBe(true);
});

test('no address but a push service’s is taken, and no key that is none', async () => {
  const anna = await world.user();
  const { keys } = service.browser();
  for (const endpoint of [
    'http://127.0.0.1:1/push',
    'https://example.com/push',
    'https://169.254.169.254/latest',
    'nonsense',
    '',
  ]) {
    expect((await subscribe(anna, { endpoint, keys })).body.code, endpoint).toBe('invalid_input');
  }
  const broken = { ...keys, p256dh: `B${'A'.repeat(86)}` };
  expect((await subscribe(anna, { endpoint: `${service.origin}/x`, keys: broken })).body.code).toBe('invalid_input');
});

test('fifty browsers at once are ten devices, and the newest stay', async () => {
  const anna = await world.user();
  await Promise.all(Array.from({ length: 50 }, () => subscribe(anna, service.browser())));
  const last = service.browser();
  expect((await subscribe(anna, last)).body.devices).toBe(PUSH_DEVICES_MAX);
  await subscribe(anna, last);
  await ring(anna.id);
  await work();
  expect(service.received).toHaveLength(PUSH_DEVICES_MAX);
  expect(service.received.filter(({ path }) => last.endpoint.endsWith(path))).toHaveLength(1);
});

test('a device is told while its session lasts, by whoever signed in there last', async () => {
  const [anna, maria] = [await world.user(), await world.user()];
  const device = service.browser();
  await subscribe(anna, device);
  await subscribe(maria, device);
  await ring(anna.id);
  await ring(maria.id);
  await work();
  expect(service.received).toHaveLength(1);

  await ring(maria.id, { link: '/ad/2' });
  await world.call(maria, authApi.logout);
  await work();
  expect(service.received).toHaveLength(1);
  const rows = await world.services.db
    .selectFrom('push_subscriptions')
    .select('id')
    .where('user_id', '=', maria.id)
    .execute();
  expect(rows).toEqual([]);
});

test('a browser that gave its subscription up is forgotten, one in trouble is tried again', async () => {
  const anna = await world.user();
  const [gone, troubled, moved] = [service.browser(), service.browser(), service.browser()];
  for (const device of [gone, troubled, moved]) await subscribe(anna, device);
  service.answer(gone, 410);
  service.answer(troubled, 503);
  service.answer(moved, 307);
  await ring(anna.id);
  await expect(work()).rejects.toThrow('The push service answered 503');
  await work();
  expect(service.received).toEqual([]);
  expect((await world.call(anna, notificationsApi.settings)).body.devices).toBe(2);
  expect((await world.call(anna, pushApi.unsubscribe, { body: { endpoint: troubled.endpoint } })).body.devices).toBe(1);
});

test('what was read meanwhile is not pushed any more', async () => {
  const anna = await world.user();
  await subscribe(anna, service.browser());
  await ring(anna.id);
  await world.call(anna, notificationsApi.markAllRead, { body: {} });
  await work();
  expect(service.received).toEqual([]);
});

test('a topic that is switched off is not pushed, and what nobody asked for neither', async () => {
  const anna = await world.user();
  await subscribe(anna, service.browser());
  const change = (topics: object[]) => world.call(anna, notificationsApi.changeSettings, { body: { topics } as never });
  await change([{ topic: 'favorites', push: 0 }]);
  await ring(anna.id);
  await ring(anna.id, { kind: 'like', link: '/feed/1', values: { what: 'publication' } } as Partial<Notice>);
  await work();
  expect(service.received).toEqual([]);

  await change([
    { topic: 'favorites', push: 1 },
    { topic: 'likes', push: 1 },
  ]);
  await ring(anna.id, { link: '/ad/2' });
  await ring(anna.id, { kind: 'like', link: '/feed/2', values: { what: 'publication' } } as Partial<Notice>);
  await work();
  expect(service.received.map(({ opened }) => opened)).toMatchObject([{ kind: 'price_drop' }, { kind: 'like' }]);
});

test('an address that no text can hold is refused, and not looked for', async () => {
  const anna = await world.user();
  const body = { endpoint: 'https://push.example/a\u0000b' };
  const { statusCode, body: refusal } = await world.call(anna, pushApi.unsubscribe, { body });
  expect({ statusCode, refusal }).toMatchObject({ statusCode: 400, refusal: { code: 'invalid_input' } });
});

test('at night nothing is pushed; in the morning one push tells that something waits', async () => {
  const anna = await world.user();
  await subscribe(anna, service.browser(), { time_zone: 'Europe/Moscow' });
  now = NIGHT;
  for (let i = 0; i < 3; i++) await ring(anna.id, { link: `/ad/${i}` });
  const waiting = await work();
  expect(service.received).toEqual([]);
  expect(waiting.map(({ run_at }) => run_at)).toEqual([new Date('2126-11-22T05:00:00Z')]);

  now = new Date('2126-11-22T05:00:00Z');
  await work();
  expect(service.received.map(({ opened }) => opened)).toEqual([{ kind: 'summary', unread: 3 }]);
});

test('a relative who may be needed is told at night too', async () => {
  const maria = await world.user();
  await subscribe(maria, service.browser(), { time_zone: 'Europe/Moscow' });
  now = NIGHT;
  const values = { what: 'silent', at: '2126-11-21T19:00:00Z', place: 'Вокзал' };
  await ring(maria.id, { kind: 'meeting_relative', link: '/', values } as Partial<Notice>);
  await work();
  expect(service.received.map(({ opened }) => opened)).toMatchObject([{ kind: 'meeting_relative' }]);
});

test('the clock that counts is that of the person’s zone', async () => {
  const olga = await world.user();
  await subscribe(olga, service.browser(), { time_zone: 'America/Los_Angeles' });
  now = NIGHT;
  await ring(olga.id);
  await work();
  expect(service.received).toHaveLength(1);
});
