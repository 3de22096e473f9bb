import { type CallMedia, callsApi, RING_SECONDS } from '@app/contract/messaging/calls';
import { circleApi } from '@app/contract/people/circle';
import { privacyApi } from '@app/contract/people/privacy';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { startTwoNodes, type TestNode } from '../../../test/nodes.ts';
import { rounds } from '../../../test/rounds.ts';
import { openSocket, type SocketClient } from '../../../test/socket-client.ts';
import type { Actor, World } from '../../../test/world.ts';
import { requireFound } from '../../platform/failure.ts';
import { stepCall } from './call-state.ts';
import { findCall } from './calls.queries.ts';
import { publishOutcome } from './change-call.ts';
import { roomTopic } from './publish-call-events.ts';

let world: World;
let origin: string;
let second: TestNode;

beforeAll(async () => {
  const nodes = await startTwoNodes({
    environment: { STUN_URLS: 'stun:localhost:3478', TURN_URLS: 'turn:localhost:3478', TURN_SECRET: 'proverka' },
  });
  ({ world, origin, second } = nodes);
  return nodes.close;
});

const POLL = { timeout: 10_000, interval: 20 };
const line = (actor: Actor, at = origin) => openSocket(at, `/ws/callnotification/${actor.id}/`, { actor });
const room = (actor: Actor, roomId: string, at = origin) =>
  openSocket(at, `/ws/entercall/${roomId}/${actor.id}/`, { actor });
const typesOf = (socket: SocketClient) => socket.received.map(({ type }) => type);
const last = (socket: SocketClient, type: string) => socket.received.findLast((event) => event.type === type);
const hears = (socket: SocketClient, type: string, more: object = {}) =>
  expect
    .poll(() => socket.received.filter((event) => event.type === type).at(-1), POLL)
    .toMatchObject({ type, ...more });

async function settled(...sockets: SocketClient[]): Promise<void> {
  for (const socket of sockets) {
    const before = typesOf(socket).filter((type) => type === 'beat').length;
    socket.send({ type: 'await' });
    socket.send({ type: 'beat' });
    await expect.poll(() => typesOf(socket).filter((type) => type === 'beat').length, POLL).toBe(before + 1);
    await sql`select pg_sleep(0.05)`.execute(world.services.db);
  }
}

async function start(by: Actor, ...others: Actor[]): Promise<string> {
  const answer = await world.call(by, callsApi.start, { body: { user_id: others.map(({ id }) => id) } });
  expect(answer.statusCode).toBe(200);
  return answer.body.room_id;
}

async function inRoom(actor: Actor, roomId: string, at = origin): Promise<SocketClient> {
  const socket = await room(actor, roomId, at);
  socket.send({ type: 'init' });
  await hears(socket, 'state', {
    call: { people: expect.arrayContaining([expect.objectContaining({ user_id: actor.id, state: 'joined' })]) },
  });
  return socket;
}

const two = () => Promise.all([world.user(), world.user()]);

test('a ring reaches every page of a person; the answer of one silences the others and brings both media', async () => {
  const [anna, maria] = await two();
  const pages = [await line(maria), await line(maria, second.origin)];
  const roomId = await start(anna, maria);
  for (const page of pages)
    await hears(page, 'init', { room_id: roomId, user_id: anna.id, firstname: 'Проба', users: [anna.id], video: 0 });
  const annas = await inRoom(anna, roomId);
  expect(last(annas, 'state')).toMatchObject({ call: { state: 'ringing' } });
  await settled(annas);
  expect(typesOf(annas)).not.toContain('media');

  const marias = await inRoom(maria, roomId, second.origin);
  for (const page of pages) await hears(page, 'hangup', { room_id: roomId, reason: 'answered_elsewhere' });
  await hears(annas, 'media', {
    mode: 'peer',
    peer: { user_id: maria.id, polite: 0 },
    ice: [{ urls: ['stun:localhost:3478'] }, { username: expect.stringMatching(`:${anna.id}-${roomId}$`) }],
  });
  await hears(marias, 'media', { mode: 'peer', peer: { user_id: anna.id, polite: 1 } });

  annas.send({ type: 'signal', to: maria.id, data: { sdp: 'х'.repeat(5000) } });
  await hears(marias, 'signal', { from: anna.id, data: { sdp: 'х'.repeat(5000) } });
  annas.send({ type: 'hangup' });
  await hears(marias, 'hangup', { user_id: anna.id, reason: 'left' });
  await hears(marias, 'state', { call: { state: 'ended' } });
  const history = await world.call(maria, callsApi.history);
  expect(history.body).toMatchObject({
    total: 1,
    list: [{ room_id: roomId, outgoing: 0, outcome: 'answered', people: [{ user_id: anna.id }] }],
  });
  for (const socket of [annas, marias, ...pages]) socket.close();
});

test('a page that comes while it rings is told of the ring, and of its end', async () => {
  const [anna, maria] = await two();
  const roomId = await start(anna, maria);
  const late = await line(maria);
  await hears(late, 'init', { room_id: roomId });
  expect((await world.call(maria, callsApi.current)).body).toMatchObject({
    call: null,
    ring: { room_id: roomId, rings_until: expect.any(String) },
  });
  await world.call(anna, callsApi.hangup, { params: { room_id: roomId } });
  await hears(late, 'hangup', { room_id: roomId, reason: 'cancelled', user_id: anna.id });
  late.close();
});

test('nobody answers for 45 seconds: it was missed, whichever node lives', async () => {
  const [anna, maria] = await two();
  const [marias, roomId] = [await line(maria), await start(anna, maria)];
  const { body } = await world.call(anna, callsApi.current);
  expect(body.call?.people.find(({ user_id }) => user_id === maria.id)?.state).toBe('ringing');
  const { rows } = await sql<{ seconds: number }>`
    select extract(epoch from rings_until - rung_at)::int as seconds from call_participants where user_id = ${maria.id}`.execute(
    world.services.db,
  );
  expect(rows[0]?.seconds).toBe(RING_SECONDS);
  await sql`update call_participants set rings_until = now() where user_id = ${maria.id}`.execute(world.services.db);
  await sql`update calls set due_at = now() where room_id = ${roomId}`.execute(world.services.db);
  const { expireCalls } = await import('./expire-calls.job.ts');
  await sql`select pg_sleep(0.01)`.execute(world.services.db);
  await expireCalls.run(second.services, {});
  await hears(marias, 'hangup', { reason: 'missed', user_id: anna.id });
  await expect.poll(async () => (await world.call(anna, callsApi.current)).body.call, POLL).toBeNull();
  expect((await world.call(anna, callsApi.history)).body.list[0]).toMatchObject({
    outcome: 'missed',
    outgoing: 1,
    duration_s: 0,
  });
  marias.close();
});

test('whoever is in a call is busy: shown who knocks, without a ring', async () => {
  const [anna, maria, olga] = [await world.user(), await world.user(), await world.user({ firstname: 'Ольга' })];
  const roomId = await start(anna, maria);
  await world.call(maria, callsApi.accept, { params: { room_id: roomId } });
  expect((await world.call(maria, callsApi.start, { body: { user_id: olga.id } })).body.code).toBe('in_call');
  const marias = await line(maria);
  const knocked = await world.call(olga, callsApi.start, { body: { user_id: maria.id } });
  expect(knocked.body.call.people).toContainEqual(expect.objectContaining({ user_id: maria.id, state: 'busy' }));
  await hears(marias, 'knock', { user_id: olga.id, firstname: 'Ольга' });
  expect(typesOf(marias)).not.toContain('init');
  await expect.poll(async () => (await world.call(olga, callsApi.current)).body.call, POLL).toBeNull();
  expect((await world.call(olga, callsApi.history)).body.list[0]).toMatchObject({ outcome: 'busy' });
  expect((await world.call(olga, callsApi.accept, { params: { room_id: roomId } })).statusCode).toBe(404);
  marias.close();
});

test('only friends, or everybody where a person allows it; nobody past a block, over the socket neither', async () => {
  const [anna, maria] = await two();
  const ask = () => world.call(anna, callsApi.start, { body: { user_id: maria.id } });
  await world.call(maria, privacyApi.set, { body: { call: 'circle' } });
  expect((await ask()).body.code).toBe('call_not_allowed');
  await world.call(anna, circleApi.request, { params: { id: maria.id } });
  await world.call(maria, circleApi.accept, { params: { id: anna.id } });
  const { room_id } = (await ask()).body;
  const marias = await line(maria);
  await hears(marias, 'init', { room_id });
  await world.call(maria, circleApi.block, { params: { id: anna.id } });
  await hears(marias, 'hangup', { room_id, reason: 'cancelled' });
  expect((await ask()).body.code).toBe('call_not_allowed');
  expect((await world.call(maria, callsApi.start, { body: { user_id: anna.id } })).body.code).toBe('call_not_allowed');
  expect((await world.call(anna, callsApi.start, { body: { user_id: anna.id } })).body.code).toBe('call_not_allowed');
  expect((await world.call(anna, callsApi.start, { body: { user_id: 99_999_999 } })).body.code).toBe('not_found');
  const [olga, friend] = await two();
  const third = await start(olga, friend);
  await world.call(friend, callsApi.accept, { params: { room_id: third } });
  const olgas = await inRoom(olga, third);
  await world.call(anna, privacyApi.set, { body: { call: 'nobody' } });
  olgas.send({ type: 'add_user', user_id: anna.id });
  await hears(olgas, 'refused', { of: 'add_user', code: 'call_not_allowed', message: expect.any(String) });
  for (const socket of [marias, olgas]) socket.close();
});

test('a block ends a call of the two alone at once', async () => {
  const [anna, maria] = await two();
  const roomId = await start(anna, maria);
  const annas = await inRoom(anna, roomId);
  await world.call(maria, callsApi.accept, { params: { room_id: roomId } });
  await world.call(anna, circleApi.block, { params: { id: maria.id } });
  await hears(annas, 'state', { call: { state: 'ended' } });
  annas.close();
});

test('eight people are in a call; the ninth is refused with a clear text', async () => {
  const people = await Promise.all(Array.from({ length: 10 }, () => world.user()));
  const [anna, ...others] = people as [Actor, ...Actor[]];
  const roomId = await start(anna, ...others.slice(0, 6));
  for (const other of others.slice(0, 6)) await world.call(other, callsApi.accept, { params: { room_id: roomId } });
  const add = (actor: Actor) =>
    world.call(anna, callsApi.add, { params: { room_id: roomId }, body: { user_id: actor.id } });
  expect((await add(others[6] as Actor)).statusCode).toBe(200);
  const ninth = await add(others[7] as Actor);
  expect(ninth.body).toMatchObject({ code: 'call_full', message: 'В звонке может быть не больше 8 человек' });
  const at = await world.call(anna, callsApi.start, { body: { user_id: others.map(({ id }) => id) } });
  expect(at.statusCode).toBe(400);
  await world.call(others[6] as Actor, callsApi.decline, { params: { room_id: roomId } });
  expect((await add(others[7] as Actor)).statusCode).toBe(200);
});

test('a third person moves everybody to the room, each with a join token of their own', async () => {
  const [anna, maria, olga] = [await world.user(), await world.user(), await world.user()];
  const roomId = await start(anna, maria);
  const [annas, marias, olgasLine] = [
    await inRoom(anna, roomId),
    await inRoom(maria, roomId, second.origin),
    await line(olga),
  ];
  await hears(marias, 'media', { mode: 'peer' });
  marias.send({ type: 'add_user', user_id: olga.id });
  await hears(olgasLine, 'add_user', { room_id: roomId, user_id: maria.id });
  await hears(annas, 'add_user', { user_id: olga.id, by: maria.id });
  await hears(annas, 'media', { mode: 'peer' });
  const olgas = await inRoom(olga, roomId);
  const tokens = new Set<unknown>();
  for (const socket of [annas, marias, olgas]) {
    await hears(socket, 'media', { mode: 'room', seat: { engine: 'sfu', token: expect.any(String) } });
    tokens.add((last(socket, 'media') as unknown as CallMedia).seat?.token);
  }
  expect(tokens.size).toBe(3);
  annas.send({ type: 'signal', to: maria.id, data: 'no more' });
  await settled(annas, marias);
  expect(typesOf(marias)).not.toContain('signal');
  olgas.send({ type: 'hangup' });
  await hears(annas, 'hangup', { user_id: olga.id });
  expect(last(annas, 'state')).toMatchObject({ call: { state: 'running' } });
  for (const socket of [annas, marias, olgas, olgasLine]) socket.close();
});

test('whoever is in asks another one to be silent: heard by that one alone, and by nobody outside', async () => {
  const [anna, maria, olga, guest] = await Promise.all([world.user(), world.user(), world.user(), world.user()]);
  const roomId = await start(anna, maria, olga);
  const annas = await inRoom(anna, roomId);
  const marias = await inRoom(maria, roomId, second.origin);
  const olgas = await inRoom(olga, roomId);
  const guests = await room(guest, roomId);
  for (const to of [maria, anna, guest]) annas.send({ type: 'mute', user_id: to.id });
  guests.send({ type: 'mute', user_id: maria.id });
  await hears(marias, 'mute', { to: maria.id, user_id: anna.id, firstname: 'Проба' });
  await settled(annas, olgas, guests);
  expect(marias.received.filter(({ type }) => type === 'mute')).toHaveLength(1);
  for (const socket of [annas, olgas, guests]) expect(typesOf(socket)).not.toContain('mute');
  for (const socket of [annas, marias, olgas, guests]) socket.close();
});

test('a guest with the link asks in; who is inside lets them in or not', async () => {
  const [anna, maria, guest, other] = await Promise.all([world.user(), world.user(), world.user(), world.user()]);
  const roomId = await start(anna, maria);
  const annas = await inRoom(anna, roomId);
  const guests = await room(guest, roomId);
  for (const type of ['init', 'media', 'await', 'exit', 'hangup']) guests.send({ type });
  guests.send({ type: 'chat', message: 'Эй' });
  guests.send({ type: 'signal', to: anna.id, data: 1 });
  guests.send({ type: 'add_user', user_id: other.id });
  await settled(guests, annas);
  expect(guests.received.filter(({ type }) => type !== 'beat')).toEqual([]);
  expect(typesOf(annas).filter((type) => type === 'chat' || type === 'signal' || type === 'visitor')).toEqual([]);
  guests.send({ type: 'visitor' });
  await hears(annas, 'visitor', { user_id: guest.id, state: 'asks' });
  annas.send({ type: 'visitor', user_id: guest.id, admit: 1 });
  await hears(guests, 'visitor', { user_id: guest.id, state: 'admitted' });
  guests.send({ type: 'init' });
  await hears(guests, 'state', { call: { room_id: roomId } });
  const others = await room(other, roomId);
  others.send({ type: 'visitor' });
  await hears(annas, 'visitor', { user_id: other.id, state: 'asks' });
  annas.send({ type: 'visitor', user_id: other.id, admit: 0 });
  await hears(others, 'visitor', { user_id: other.id, state: 'refused' });
  others.send({ type: 'visitor' });
  await settled(others, annas);
  expect(
    annas.received.filter(({ type, user_id, state }) => type === 'visitor' && user_id === other.id && state === 'asks'),
  ).toHaveLength(1);
  for (const socket of [annas, guests, others]) socket.close();
});

test('a page that reloads is in the same call again; one that stays away has left', async () => {
  const [anna, maria] = await two();
  const roomId = await start(anna, maria);
  const annas = await inRoom(anna, roomId);
  const first = await inRoom(maria, roomId);
  first.close();
  await hears(annas, 'exit', { user_id: maria.id });
  expect((await world.call(maria, callsApi.current)).body.call?.room_id).toBe(roomId);
  const again = await inRoom(maria, roomId, second.origin);
  await hears(again, 'media', { mode: 'peer' });
  const newest = await inRoom(maria, roomId);
  await hears(again, 'hangup', { user_id: maria.id, reason: 'entered_elsewhere' });
  expect((await again.closed).code).toBe(4403);
  newest.close();
  await expect.poll(() => typesOf(annas).filter((type) => type === 'exit').length, POLL).toBe(2);
  await sql`update calls set due_at = now() where room_id = ${roomId}`.execute(world.services.db);
  await sql`update call_participants set online_until = now() where user_id = ${maria.id} and state = 'joined'`.execute(
    world.services.db,
  );
  await hears(annas, 'hangup', { user_id: maria.id, reason: 'lost' });
  await hears(annas, 'hangup', { user_id: anna.id, reason: 'alone' });
  annas.close();
}, 30_000);

test('a page that enters is not closed in favour of the page that it takes over from', async () => {
  const [anna, maria] = await two();
  const roomId = await start(anna, maria);
  const old = await inRoom(maria, roomId, second.origin);
  const client = await world.services.pool.connect();
  await client.query('begin');
  await client.query('select from calls where room_id = $1 for update', [roomId]);
  const newest = await room(maria, roomId);
  await hears(newest, 'state');
  newest.send({ type: 'init' });
  await sql`select pg_sleep(0.2)`.execute(world.services.db);
  // An event makes the page read the call, in which the old page still is, while its own entering waits for the lock.
  const states = typesOf(newest).length;
  world.services.live.publish(roomTopic(roomId), { kind: 'told', told: [] });
  await expect.poll(() => typesOf(newest).length, POLL).toBeGreaterThan(states);
  await client.query('commit');
  client.release();
  expect((await old.closed).code).toBe(4403);
  await settled(newest);
  expect(typesOf(newest)).not.toContain('hangup');
  newest.close();
});

test('fifty calls at once to one person are one call, and two who call each other are in one', async () => {
  const [anna, maria] = await two();
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => world.call(anna, callsApi.start, { body: { user_id: maria.id } })),
  );
  expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body.room_id}`)).size).toBe(1);
  const [one, other] = await two();
  const crossed = await Promise.all([
    world.call(one, callsApi.start, { body: { user_id: other.id } }),
    world.call(other, callsApi.start, { body: { user_id: one.id } }),
  ]);
  expect(crossed.map(({ statusCode }) => statusCode)).toEqual([200, 200]);
  expect(crossed[0].body.room_id).toBe(crossed[1].body.room_id);
  expect((await world.call(one, callsApi.current)).body.call?.state).toBe('running');
});

test('a key repeated is the same call, with other people it is refused', async () => {
  const [anna, maria, olga] = [await world.user(), await world.user(), await world.user()];
  const headers = { 'idempotency-key': 'one-call' };
  const ask = (to: Actor) => world.call(anna, callsApi.start, { body: { user_id: to.id }, headers });
  const { room_id } = (await ask(maria)).body;
  await world.call(anna, callsApi.hangup, { params: { room_id } });
  expect((await ask(maria)).body).toMatchObject({ room_id, call: { state: 'ended' } });
  expect((await ask(olga)).body.code).toBe('idempotency_mismatch');
});

test('two accepts at once, accept against cancel, add against hangup: one of them comes first, nothing is left over', async () => {
  for (let i = 0; i < rounds(2, 5); i++) {
    const [anna, maria, olga] = [await world.user(), await world.user(), await world.user()];
    const params = { room_id: await start(anna, maria) };
    const answers = await Promise.all([
      ...[0, 1, 2].map(() => world.call(maria, callsApi.accept, { params })),
      fetch(`${second.origin}/api/calls/${params.room_id}/accept`, {
        method: 'POST',
        headers: { authorization: `Bearer ${maria.token}` },
      }).then(({ status }) => ({ statusCode: status })),
    ]);
    expect(answers.map(({ statusCode }) => statusCode)).toEqual([200, 200, 200, 200]);
    const [added] = await Promise.all([
      world.call(anna, callsApi.add, { params, body: { user_id: olga.id } }),
      world.call(maria, callsApi.hangup, { params }),
    ]);
    expect([200, 410]).toContain(added.statusCode);
    await world.call(anna, callsApi.hangup, { params });
    expect((await world.call(olga, callsApi.current)).body.ring).toBeNull();
    const next = { room_id: await start(anna, maria) };
    const [accepted] = await Promise.all([
      world.call(maria, callsApi.accept, { params: next }),
      world.call(anna, callsApi.hangup, { params: next }),
    ]);
    expect([200, 410]).toContain(accepted.statusCode);
    await expect
      .poll(async () => (await world.call(maria, callsApi.current)).body, POLL)
      .toEqual({ call: null, ring: null });
  }
});

test('a step whose commit is confirmed after that of the next one does not put off the end of the call', async () => {
  const { db } = world.services;
  const [anna, maria] = await two();
  const params = { room_id: await start(anna, maria) };
  await world.call(maria, callsApi.accept, { params });
  const call = requireFound(await findCall(db, params.room_id));
  await db.transaction().execute(async (tx) => {
    await publishOutcome(world.services, tx, call, stepCall(call, { type: 'clock' }, call.now));
    await world.call(anna, callsApi.hangup, { params });
  });
  await expect
    .poll(async () => (await world.call(maria, callsApi.current)).body, POLL)
    .toEqual({ call: null, ring: null });
});

test('whoever rings one person again and again, or everybody, has to wait', async () => {
  const [anna, maria] = await two();
  const codes: unknown[] = [];
  for (let i = 0; i < 8; i++) {
    const { body } = await world.call(anna, callsApi.start, { body: { user_id: maria.id } });
    codes.push(body.code);
    if (body.room_id) await world.call(anna, callsApi.hangup, { params: { room_id: body.room_id } });
  }
  expect(codes.slice(0, 6)).toEqual(Array(6).fill(undefined));
  expect(codes.slice(6)).toEqual(['too_many_calls', 'too_many_calls']);
});
