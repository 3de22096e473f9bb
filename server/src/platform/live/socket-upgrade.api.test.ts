import { setTimeout as sleep } from 'node:timers/promises';
import { authApi } from '@app/contract/people/auth';
import { usersApi } from '@app/contract/people/users';
import {
  SOCKET_FRAME_MAX_BYTES,
  SOCKET_MESSAGES_PER_SECOND_MAX,
  SOCKETS_PER_USER_MAX,
} from '@app/contract/platform/socket';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { startAnotherNode, startTwoNodes, type TestNode } from '../../../test/nodes.ts';
import { openSocket, requestUpgrade } from '../../../test/socket-client.ts';
import { type Actor, PASSWORD, type World } from '../../../test/world.ts';
import { insertDemoAds } from '../../market/ads/ads.public.ts';
import { notify } from '../../notifications/notifications/notifications.public.ts';
import type { Services } from '../domain/services.ts';

let world: World;
let origin: string;
let second: TestNode;

beforeAll(async () => {
  const nodes = await startTwoNodes();
  ({ world, origin, second } = nodes);
  return nodes.close;
});

const bellOf = (id: number) => `/ws/notifications/${id}/?after=`;

async function openBell(actor: Actor, at = origin) {
  const socket = await openSocket(at, bellOf(actor.id), { actor });
  await expect.poll(() => socket.received.length).toBeGreaterThan(2);
  return socket;
}

const ring = (services: Services, userId: number, title = 'Лодка') =>
  services.db
    .transaction()
    .execute((tx) => notify(tx, services, { userId, kind: 'ad_published', link: '/ad/1', values: { title } }));

async function publishedAd(owner: Actor): Promise<number> {
  const [id = 0] = await world.services.db.transaction().execute((tx) =>
    insertDemoAds(tx, [
      {
        owner_id: owner.id,
        title: 'Лодка',
        description: 'Надувная',
        price_roubles: 100,
        category_id: null,
        country_id: null,
        city_id: null,
        created_at: new Date(),
        image_ids: [],
      },
    ]),
  );
  return id;
}

test('the bell tells the count at once and each new notification as it comes', async () => {
  const anna = await world.user();
  await ring(world.services, anna.id, 'Первая');
  const socket = await openBell(anna);
  expect(socket.received).toEqual([
    { type: 'hello', seq: 1 },
    { type: 'chat_counts', counts: { unread: 0, chats: 0, requests: 0 } },
    { type: 'unread', count: 1 },
  ]);

  await ring(world.services, anna.id, 'Вторая');
  await expect.poll(() => socket.received).toHaveLength(5);
  expect(socket.received.slice(3)).toEqual([
    expect.objectContaining({
      type: 'notification',
      seq: 2,
      kind: 'ad_published',
      body: '«Вторая» видно всем',
      read: 0,
    }),
    { type: 'unread', count: 2 },
  ]);
  socket.close();
});

test('what is read on one node goes from the counters of pages on another', async () => {
  const anna = await world.user();
  await ring(world.services, anna.id);
  const [here, there] = [await openBell(anna), await openBell(anna, second.origin)];
  await ring(second.services, anna.id);
  for (const socket of [here, there])
    await expect.poll(() => socket.received.at(-1)).toEqual({ type: 'unread', count: 2 });

  const answer = await fetch(`${second.origin}/api/notifications/read`, {
    method: 'POST',
    headers: { authorization: `Bearer ${anna.token}`, 'content-type': 'application/json' },
    body: '{}',
  });
  expect(answer.status).toBe(200);
  for (const socket of [here, there])
    await expect.poll(() => socket.received.at(-1)).toEqual({ type: 'unread', count: 0, seq: 3 });
  for (const socket of [here, there]) socket.close();
});

test('a thousand events in a row all arrive on both nodes, through one listening connection each', async () => {
  const anna = await world.user();
  const sockets = [await openBell(anna), await openBell(anna), await openBell(anna, second.origin)];
  for (let i = 0; i < 1000; i++) {
    world.services.live.publish(`user:${anna.id}`, { type: 'test', i });
    if (i % 20 === 19) await sleep(2);
  }
  for (const socket of sockets) {
    const numbers = () => socket.received.flatMap((event) => (event.type === 'test' ? [event.i] : []));
    await expect.poll(() => numbers().length).toBe(1000);
    expect(numbers()).toEqual(Array.from({ length: 1000 }, (_, i) => i));
    socket.close();
  }
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database() and application_name = 'okolo-live'`.execute(world.services.db);
  expect(rows[0]?.count).toBe(2);
});

test('an event of a transaction that fails is never told', async () => {
  const anna = await world.user();
  const socket = await openBell(anna);
  const topic = `user:${anna.id}`;
  const { db, live } = world.services;
  const failing = db.transaction().execute(async (tx) => {
    await live.publishInTransaction(tx, [{ topic, event: { type: 'test', i: 1 } }]);
    throw new Error('no');
  });
  await expect(failing).rejects.toThrow('no');
  await db.transaction().execute((tx) => live.publishInTransaction(tx, [{ topic, event: { type: 'test', i: 2 } }]));
  await expect.poll(() => socket.received.at(-1)).toEqual({ type: 'test', i: 2 });
  expect(socket.received).not.toContainEqual({ type: 'test', i: 1 });
  socket.close();
});

test('a page of another site gets no socket', async () => {
  const anna = await world.user();
  const cookie = `token=${anna.token}`;
  const ask = async (headers: Record<string, string>) => {
    const { status, connection } = await requestUpgrade(origin, bellOf(anna.id), headers);
    connection.destroy();
    return status;
  };
  expect(await ask({ cookie, origin: 'https://evil.example' })).toBe(403);
  expect(await ask({ cookie, origin: 'null' })).toBe(403);
  expect(await ask({ cookie, 'sec-fetch-site': 'cross-site' })).toBe(403);
  expect(await ask({ cookie, origin: `${origin}.evil.example` })).toBe(403);
  expect(await ask({ cookie, origin })).toBe(101);
  expect(await ask({ cookie, origin: world.services.config.publicUrl })).toBe(101);
  expect(await ask({ authorization: `Bearer ${anna.token}` })).toBe(101);
});

test('somebody else’s bell closes with 4403, no session with 4401', async () => {
  const [anna, maria] = [await world.user(), await world.user({ is_superuser: true })];
  const other = await openSocket(origin, bellOf(anna.id), { actor: maria });
  expect(await other.closed).toMatchObject({ code: 4403 });
  expect(other.received).toEqual([]);
  for (const actor of [null, { ...anna, token: 'b'.repeat(43) }]) {
    const socket = await openSocket(origin, bellOf(anna.id), { actor });
    expect(await socket.closed).toMatchObject({ code: 4401 });
    expect(socket.received).toEqual([]);
  }
});

test('a session that expired, and a person who is suspended, open nothing', async () => {
  const [anna, maria] = [await world.user(), await world.user()];
  await sql`update sessions set expires_at = now() where user_id = ${anna.id}`.execute(world.services.db);
  await sql`update users set status = 'suspended' where id = ${maria.id}`.execute(world.services.db);
  for (const actor of [anna, maria]) {
    const socket = await openSocket(origin, bellOf(actor.id), { actor });
    expect(await socket.closed).toMatchObject({ code: 4401 });
  }
});

test('addresses that are no sockets, and upgrades to anything else, are plain requests', async () => {
  const anna = await world.user();
  for (const path of ['/ws/nothing/1/', '/ws/notifications/abc/', '/ws/notifications/1e3/']) {
    const { status, connection } = await requestUpgrade(origin, path, { cookie: `token=${anna.token}` });
    connection.destroy();
    expect({ path, status }).toEqual({ path, status: 404 });
  }
  expect((await fetch(`${origin}${bellOf(anna.id)}`)).status).toBe(404);
  for (const upgrade of ['websocket', 'h2c']) {
    const { status, connection } = await requestUpgrade(origin, '/healthz', { upgrade });
    connection.destroy();
    expect({ upgrade, status }).toEqual({ upgrade, status: 200 });
  }
});

test('signing out, a new password elsewhere and a suspension close the sockets', async () => {
  const [anna, maria, olga] = await Promise.all([world.user(), world.user(), world.user()]);
  const elsewhere = {
    ...maria,
    token: await world.services.sessions.create(world.services.db, maria.id, { ip: '127.0.0.1', userAgent: 'test' }),
  };
  const [annas, marias, kept, olgas] = await Promise.all([
    openBell(anna, second.origin),
    openBell(maria, second.origin),
    openBell(elsewhere),
    openBell(olga),
  ]);
  await world.call(anna, authApi.logout);
  const changed = await world.call(elsewhere, usersApi.change, {
    params: { id: maria.id },
    body: { password: 'drugoj-parol-22', current_password: PASSWORD },
  });
  expect(changed.statusCode).toBe(200);
  await sql`update users set status = 'suspended' where id = ${olga.id}`.execute(world.services.db);
  const ends = await Promise.all([annas, marias, olgas].map((socket) => socket.closed));
  expect(ends.map(({ code }) => code)).toEqual([4401, 4401, 4401]);
  expect(kept.isOpen()).toBe(true);
  kept.close();
});

test('a frame that is too large, or no message, closes the socket with the code that says so', async () => {
  const anna = await world.user();
  const after = async (data: string | Uint8Array<ArrayBuffer>) => {
    const socket = await openBell(anna);
    socket.sendRaw(data);
    return (await socket.closed).code;
  };
  const padded = (bytes: number) => {
    const frame = (filling: string) => JSON.stringify({ type: 'beat', filling });
    return frame('x'.repeat(bytes - frame('').length));
  };
  expect(await after(padded(SOCKET_FRAME_MAX_BYTES + 1))).toBe(1009);
  for (const malformed of ['hello', '[]', '"beat"', 'null', '{}', '{"type":7}', new Uint8Array([123, 125])])
    expect(await after(malformed)).toBe(1007);

  const socket = await openBell(anna);
  socket.sendRaw(padded(SOCKET_FRAME_MAX_BYTES));
  socket.send({ type: 'something of tomorrow' });
  socket.send({ type: '__proto__' });
  socket.send({ type: 'constructor' });
  socket.send({ type: 'beat' });
  await expect.poll(() => socket.received.filter(({ type }) => type === 'beat')).toHaveLength(2);
  socket.close();
});

test('whoever says more than twenty things a second is closed, whatever the number of sockets', async () => {
  const anna = await world.user();
  const sockets = [await openBell(anna), await openBell(anna)];
  for (let i = 0; i < SOCKET_MESSAGES_PER_SECOND_MAX * 2 + 1; i++) sockets[i % 2]?.send({ type: 'beat' });
  const { code } = await Promise.race(sockets.map((socket) => socket.closed));
  expect(code).toBe(1008);
  for (const socket of sockets) socket.close();
});

test('the eleventh socket of a person closes the first', async () => {
  const anna = await world.user();
  const sockets = [];
  for (let i = 0; i <= SOCKETS_PER_USER_MAX; i++) sockets.push(await openBell(anna));
  expect(await sockets[0]?.closed).toMatchObject({ code: 1008, reason: 'too many sockets' });
  expect(sockets.slice(1).every((socket) => socket.isOpen())).toBe(true);
  for (const socket of sockets) socket.close();
});

test('a reader that takes nothing is cut off, and the others hear on', { tags: ['long'] }, async () => {
  const anna = await world.user();
  const { status, connection } = await requestUpgrade(origin, bellOf(anna.id), { cookie: `token=${anna.token}` });
  expect(status).toBe(101);
  const reader = await openBell(anna);
  const gone = new Promise((resolve) => connection.once('close', resolve));
  connection.on('error', () => {});
  const filling = 'x'.repeat(7000);
  const isCutOff = async () => {
    for (let i = 0; i < 4000 && world.app.websocketServer.clients.size > 1; i++) {
      world.services.live.publish(`user:${anna.id}`, { type: 'test', filling });
      await sleep(1);
    }
  };
  await isCutOff();
  connection.resume();
  await gone;
  expect(reader.isOpen()).toBe(true);
  reader.close();
});

test('people who may see an ad hear what happens on it, until they may not', async () => {
  const [owner, buyer] = await Promise.all([world.user({ paid: true }), world.user()]);
  const ad = await publishedAd(owner);
  const path = `/ws/ads/${ad}/`;
  const open = (actor: Actor | null, at = origin) => openSocket(at, path, { actor });
  expect(await (await open(null)).closed).toMatchObject({ code: 4401 });
  expect(await (await openSocket(origin, '/ws/ads/999999999/', { actor: buyer })).closed).toMatchObject({ code: 4403 });

  const [owners, buyers] = [await open(owner), await open(buyer, second.origin)];
  for (const socket of [owners, buyers]) socket.send({ type: 'beat' });
  for (const socket of [owners, buyers]) await expect.poll(() => socket.received).toContainEqual({ type: 'beat' });
  world.services.live.publish(`ad:${ad}`, { type: 'comment', id: 1 });
  for (const socket of [owners, buyers])
    await expect.poll(() => socket.received).toContainEqual({ type: 'comment', id: 1 });

  await sql`update ads set archived_at = now() where id = ${ad}`.execute(world.services.db);
  world.services.live.publish(`ad:${ad}`, { type: 'comment', id: 2 });
  expect(await buyers.closed).toMatchObject({ code: 4403 });
  await expect.poll(() => owners.received).toContainEqual({ type: 'comment', id: 2 });
  expect(buyers.received).not.toContainEqual({ type: 'comment', id: 2 });
  owners.close();
});

test('a node that loses its listening connection keeps its sockets, and they hear what was told meanwhile', async () => {
  const anna = await world.user();
  const ad = await publishedAd(anna);
  const node = await startAnotherNode(world);
  const [bell, page] = [
    await openBell(anna, node.origin),
    await openSocket(node.origin, `/ws/ads/${ad}/`, { actor: anna }),
  ];
  page.send({ type: 'beat' });
  await expect.poll(() => page.received).toContainEqual({ type: 'beat' });
  await sql`
    select pg_terminate_backend(pid) from pg_stat_activity
    where datname = current_database() and application_name = 'okolo-live'`.execute(world.services.db);
  await ring(world.services, anna.id);
  await expect.poll(() => bell.received.at(-1)).toEqual({ type: 'unread', count: 1 });
  await expect.poll(() => page.received).toContainEqual({ type: 'limited' });
  await ring(world.services, anna.id);
  await expect.poll(() => bell.received.at(-1)).toEqual({ type: 'unread', count: 2 });
  expect(bell.received.flatMap(({ seq }) => (seq === undefined ? [] : [seq]))).toEqual([0, 1, 2]);
  await node.close();
  expect(await bell.closed).toMatchObject({ code: 1012, reason: 'spread=5000' });
});

test('a node whose database does not answer for three seconds sends everybody elsewhere', async () => {
  const anna = await world.user();
  let isGone = false;
  const node = await startAnotherNode(world, {
    adjust(services) {
      const { listEnded } = services.sessions;
      services.sessions.listEnded = (ids) => (isGone ? new Promise(() => {}) : listEnded(ids));
    },
  });
  const [socket, other] = [await openBell(anna, node.origin), await openBell(anna)];
  isGone = true;
  expect(await socket.closed).toMatchObject({ code: 1012, reason: 'spread=5000' });
  expect(other.isOpen()).toBe(true);
  other.close();
  await node.close();
});
