import { setTimeout as sleep } from 'node:timers/promises';
import { circleApi } from '@app/contract/people/circle';
import { presenceApi, WATCHED_USERS_MAX } from '@app/contract/people/presence';
import { privacyApi } from '@app/contract/people/privacy';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { startAnotherNode, startTwoNodes, type TestNode } from '../../../test/nodes.ts';
import { startRedisPeer } from '../../../test/redis-peer.ts';
import { openSocket, type SocketClient } from '../../../test/socket-client.ts';
import type { Actor, World } from '../../../test/world.ts';
import { findPresence } from '../../people/presence/presence.public.ts';

const PATIENCE = { timeout: 15_000, interval: 50 };

let world: World;
let origin: string;
let second: TestNode;

beforeAll(async () => {
  const nodes = await startTwoNodes();
  ({ world, origin, second } = nodes);
  return nodes.close;
});

async function open(actor: Actor, at = origin): Promise<SocketClient> {
  const socket = await openSocket(at, `/ws/callnotification/${actor.id}/`, { actor });
  await settled(socket);
  return socket;
}

/** Messages of a socket are handled in order, so a response shows that all earlier messages were handled. */
async function settled(socket: SocketClient): Promise<void> {
  const beats = () => socket.received.filter(({ type }) => type === 'beat').length;
  const before = beats();
  socket.send({ type: 'watch', user_ids: [] });
  socket.send({ type: 'beat' });
  await expect.poll(beats).toBe(before + 1);
}

const isOnline = async (id: number) => (await findPresence(world.services.db, [id])).get(id)?.online;
const told = (socket: SocketClient) => socket.received.filter(({ type }) => type !== 'beat');

async function quiet(...sockets: SocketClient[]): Promise<void> {
  for (let i = 0; i < 3; i++) {
    for (const socket of sockets) await settled(socket);
    await sql`select pg_sleep(0.05)`.execute(world.services.db);
  }
}

test('who asks whether a person is there hears so from that person, whichever node they are on', async () => {
  const [anna, maria] = [await world.user(), await world.user()];
  const [annas, marias] = [await open(anna), await open(maria, second.origin)];
  annas.send({ type: 'ping', user_id: maria.id, self_user: 1 });
  await expect.poll(() => told(marias)).toEqual([{ type: 'pong', user_id: anna.id }]);
  marias.send({ payload: { user_id: anna.id }, type: 'ok' });
  await expect.poll(() => told(annas)).toEqual([{ type: 'ok', payload: { user_id: maria.id } }]);
  annas.send({ type: 'ping', payload: { user_id: maria.id, self_user: anna.id } });
  await expect.poll(() => told(marias)).toHaveLength(2);
  marias.send({ payload: { user_id: anna.id }, type: 'ok' });
  await expect.poll(() => told(annas)).toHaveLength(2);
  for (const socket of [annas, marias]) socket.close();
});

test('all pages of a person are asked, and one answer is told to the page that asked', async () => {
  const [anna, maria] = [await world.user(), await world.user()];
  const [asking, idle] = [await open(anna), await open(anna)];
  const pages = [await open(maria), await open(maria, second.origin)];
  asking.send({ type: 'ping', user_id: maria.id });
  for (const page of pages) await expect.poll(() => told(page)).toEqual([{ type: 'pong', user_id: anna.id }]);
  for (const page of pages) page.send({ payload: { user_id: anna.id }, type: 'ok' });
  await expect.poll(() => told(asking)).toEqual([{ type: 'ok', payload: { user_id: maria.id } }]);
  await quiet(asking, idle);
  expect([told(asking).length, told(idle).length]).toEqual([1, 0]);
  for (const socket of [asking, idle, ...pages]) socket.close();
});

test('an answer that nobody asked for reaches nobody', async () => {
  const [anna, maria, olga] = [await world.user(), await world.user(), await world.user()];
  const [annas, marias, olgas] = [await open(anna), await open(maria), await open(olga)];
  annas.send({ type: 'ping', user_id: maria.id });
  await expect.poll(() => told(marias)).toHaveLength(1);
  olgas.send({ payload: { user_id: anna.id }, type: 'ok' });
  marias.send({ payload: { user_id: olga.id }, type: 'ok' });
  await quiet(annas, marias, olgas);
  expect([told(annas), told(olgas)]).toEqual([[], []]);
  for (const socket of [annas, marias, olgas]) socket.close();
});

test('whoever does not show being here is asked by nobody whom it does not concern', async () => {
  const [anna, maria, friend] = [await world.user(), await world.user(), await world.user()];
  await world.call(maria, privacyApi.set, { body: { online: 'circle' } });
  await world.call(friend, circleApi.request, { params: { id: maria.id } });
  await world.call(maria, circleApi.accept, { params: { id: friend.id } });
  const [annas, marias, friends] = [await open(anna), await open(maria), await open(friend)];
  annas.send({ type: 'ping', user_id: maria.id });
  await quiet(annas, marias);
  expect(told(marias)).toEqual([]);
  friends.send({ type: 'ping', user_id: maria.id });
  await expect.poll(() => told(marias)).toEqual([{ type: 'pong', user_id: friend.id }]);
  for (const socket of [annas, marias, friends]) socket.close();
});

test('those who watch a person see them come and go, across nodes and pages', async () => {
  const [anna, maria] = [await world.user(), await world.user()];
  const annas = await open(anna);
  annas.send({ type: 'watch', user_ids: [maria.id] });
  await expect.poll(() => told(annas)).toEqual([{ type: 'presence', user_id: maria.id, online: 0, last_seen: null }]);

  const [one, two] = [await open(maria, second.origin), await open(maria)];
  await expect.poll(() => told(annas).at(-1), PATIENCE).toMatchObject({ user_id: maria.id, online: 1 });
  one.close();
  two.close();
  const three = await open(maria);
  await expect.poll(() => isOnline(maria.id)).toBe(true);
  three.close();
  await expect
    .poll(() => told(annas).at(-1), PATIENCE)
    .toMatchObject({
      type: 'presence',
      user_id: maria.id,
      online: 0,
      last_seen: expect.stringMatching(/:00\.000Z$/),
    });
  expect(told(annas)).toHaveLength(3);
  expect(await isOnline(maria.id)).toBe(false);
  annas.close();
});

test('whoever may not see it, and whoever was blocked meanwhile, sees a person who is not there', async () => {
  const [anna, maria, hidden] = [await world.user(), await world.user(), await world.user()];
  await world.call(hidden, privacyApi.set, { body: { online: 'nobody' } });
  const sockets = [await open(maria), await open(hidden)];
  for (const { id } of [maria, hidden]) await expect.poll(() => isOnline(id), PATIENCE).toBe(true);
  const annas = await open(anna);
  annas.send({ type: 'watch', user_ids: [maria.id, hidden.id, 999_999_999] });
  await expect.poll(() => told(annas)).toHaveLength(3);
  expect(told(annas)).toEqual([
    expect.objectContaining({ user_id: maria.id, online: 1 }),
    { type: 'presence', user_id: hidden.id, online: 0, last_seen: null },
    { type: 'presence', user_id: 999_999_999, online: 0, last_seen: null },
  ]);
  const asked = await world.call(anna, presenceApi.online, {
    query: { ids: [hidden.id, maria.id, 999_999_999].join(',') },
  });
  expect(asked.body.list.map(({ user_id, online, last_seen }) => [user_id, online, last_seen !== null])).toEqual([
    [hidden.id, 0, false],
    [maria.id, 1, true],
    [999_999_999, 0, false],
  ]);

  await world.call(maria, circleApi.block, { params: { id: anna.id } });
  sockets[0]?.close();
  await expect
    .poll(() => told(annas).at(-1), PATIENCE)
    .toEqual({ type: 'presence', user_id: maria.id, online: 0, last_seen: null });
  for (const socket of [...sockets, annas]) socket.close();
});

test('whoever is unblocked sees again who is there, and so does whoever unblocked', { tags: ['long'] }, async () => {
  const [anna, maria] = [await world.user(), await world.user()];
  const [annas, marias] = [await open(anna), await open(maria, second.origin)];
  for (const { id } of [anna, maria]) await expect.poll(() => isOnline(id), PATIENCE).toBe(true);
  await world.call(maria, circleApi.block, { params: { id: anna.id } });
  annas.send({ type: 'watch', user_ids: [maria.id] });
  marias.send({ type: 'watch', user_ids: [anna.id] });
  for (const page of [annas, marias])
    await expect.poll(() => told(page), PATIENCE).toEqual([expect.objectContaining({ online: 0, last_seen: null })]);
  // The first comparison with the database tells a state of its own accord.
  await sleep(6000);
  await world.call(maria, circleApi.unblock, { params: { id: anna.id } });
  for (const page of [annas, marias])
    await expect.poll(() => told(page).slice(1), PATIENCE).toEqual([expect.objectContaining({ online: 1 })]);
  for (const socket of [annas, marias]) socket.close();
});

test('a node that hears nothing from the others still hides a person from whoever was blocked', {
  tags: ['long'],
}, async () => {
  const [anna, maria] = [await world.user(), await world.user()];
  const redis = await startRedisPeer();
  const deaf = await startAnotherNode(world, { config: { redisUrl: redis.url } });
  const [annas, marias] = [await open(anna, deaf.origin), await open(maria)];
  annas.send({ type: 'watch', user_ids: [maria.id] });
  await expect.poll(() => told(annas).at(-1), PATIENCE).toMatchObject({ user_id: maria.id, online: 1 });
  await redis.kill();
  await world.call(maria, circleApi.block, { params: { id: anna.id } });
  await expect
    .poll(() => told(annas).at(-1), { timeout: 45_000, interval: 50 })
    .toEqual({ type: 'presence', user_id: maria.id, online: 0, last_seen: null });
  for (const socket of [annas, marias]) socket.close();
  await deaf.close();
});

test('the people of a node that died are gone when its lease is over, and come back with it', async () => {
  const [anna, maria] = [await world.user(), await world.user()];
  const [annas, marias] = [await open(anna), await open(maria, second.origin)];
  annas.send({ type: 'watch', user_ids: [maria.id] });
  await expect.poll(() => told(annas).at(-1), PATIENCE).toMatchObject({ online: 1 });
  // Simulates a stalled node: the lease expires and another node deletes its rows.
  await sql`
    update presence_nodes set alive_until = now() - interval '1 second'
    where node in (select node from presences where user_id = ${maria.id})`.execute(world.services.db);
  expect(await isOnline(maria.id)).toBe(false);
  // The node continues, finds its lease gone and writes all of its users again.
  await expect.poll(() => isOnline(maria.id), PATIENCE).toBe(true);
  await expect.poll(() => told(annas).at(-1), PATIENCE).toMatchObject({ user_id: maria.id, online: 1 });
  for (const socket of [annas, marias]) socket.close();
});

test('messages that are none close the socket, those of tomorrow are passed over', async () => {
  const anna = await world.user();
  const socket = await open(anna);
  for (const type of ['init', 'add_user', 'pong']) socket.send({ type, user_id: 'anything' });
  await settled(socket);
  expect(socket.isOpen()).toBe(true);
  socket.close();
  const wrong = [
    { type: 'ping' },
    { type: 'ping', payload: {} },
    { type: 'ping', user_id: 'x' },
    { type: 'ping', user_id: -1 },
    { type: 'ok' },
    { type: 'hangup' },
    { type: 'hangup', user_id: 1, room_id: 'short' },
    { type: 'ok', payload: null },
    { type: 'watch', user_ids: 'all' },
    { type: 'watch', user_ids: Array.from({ length: WATCHED_USERS_MAX + 1 }, (_, i) => i + 1) },
  ];
  for (const message of wrong) {
    const other = await open(anna);
    other.send(message);
    expect((await other.closed).code).toBe(1007);
  }
  const foreign = await openSocket(origin, `/ws/callnotification/${anna.id}/`, { actor: await world.user() });
  expect((await foreign.closed).code).toBe(4403);
});
