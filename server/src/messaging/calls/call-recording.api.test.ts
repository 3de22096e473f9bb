import { callsApi } from '@app/contract/messaging/calls';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
import { enterRoom, expectEvent } from '../../../test/media/call-room.ts';
import { startTwoNodes, type TestNode } from '../../../test/nodes.ts';
import { openSocket, type SocketClient } from '../../../test/socket-client.ts';
import type { Actor, World } from '../../../test/world.ts';

let world: World;
let origin: string;
let second: TestNode;

beforeAll(async () => {
  const nodes = await startTwoNodes();
  ({ world, origin, second } = nodes);
  return nodes.close;
});

const POLL = { timeout: 10_000, interval: 20 };
const hearsNews = (socket: SocketClient, state: string, by: Actor) =>
  expect
    .poll(() => socket.received.filter(({ type }) => type === 'recording'), POLL)
    .toContainEqual(expect.objectContaining({ state, user_id: by.id }));
const sees = (socket: SocketClient, recording: object | null) => expectEvent(socket, 'state', { call: { recording } });

const inRoom = (actor: Actor, roomId: string, at = origin) => enterRoom(at, actor, roomId);

async function talking(anna: Actor, maria: Actor) {
  const { body } = await world.call(anna, callsApi.start, { body: { user_id: maria.id } });
  const annas = await inRoom(anna, body.room_id);
  const marias = await inRoom(maria, body.room_id, second.origin);
  await expectEvent(annas, 'state', { call: { state: 'running' } });
  return { roomId: body.room_id, annas, marias };
}

async function settled(socket: SocketClient): Promise<void> {
  const before = socket.received.filter(({ type }) => type === 'beat').length;
  socket.send({ type: 'await' });
  socket.send({ type: 'beat' });
  await expect.poll(() => socket.received.filter(({ type }) => type === 'beat').length, POLL).toBe(before + 1);
}

test('a call is recorded once both agreed, on whichever nodes they are, and anybody stops it; both see how long', async () => {
  const [anna, maria] = [await world.user(), await world.user()];
  const { roomId, annas, marias } = await talking(anna, maria);
  annas.send({ type: 'record', is: 'ask' });
  await hearsNews(marias, 'asked', anna);
  await sees(marias, { id: 1, by: anna.id, state: 'asked', agreed: [anna.id] });
  marias.send({ type: 'record', is: 'agree', id: 1 });
  for (const socket of [annas, marias]) {
    await hearsNews(socket, 'started', anna);
    await sees(socket, { id: 1, by: anna.id, state: 'running', agreed: expect.arrayContaining([anna.id, maria.id]) });
  }
  expect((await world.call(maria, callsApi.current)).body.call?.recording).toMatchObject({ state: 'running' });
  await sql`update calls set recording_since = recording_since - interval '90 seconds' where room_id = ${roomId}`.execute(
    world.services.db,
  );
  marias.send({ type: 'record', is: 'stop', id: 1 });
  for (const socket of [annas, marias]) {
    await hearsNews(socket, 'stopped', maria);
    await sees(socket, null);
  }
  await world.call(anna, callsApi.hangup, { params: { room_id: roomId } });
  await expectEvent(marias, 'state', { call: { state: 'ended' } });
  for (const person of [anna, maria])
    expect((await world.call(person, callsApi.history)).body.list[0]?.recorded_s).toBeGreaterThanOrEqual(90);
  for (const socket of [annas, marias]) socket.close();
});

test('a no ends the asking, and the next one waits; a recording that was never made is in nobody’s history', async () => {
  const [anna, maria] = [await world.user(), await world.user()];
  const { roomId, annas, marias } = await talking(anna, maria);
  annas.send({ type: 'record', is: 'ask' });
  await sees(marias, { state: 'asked' });
  marias.send({ type: 'record', is: 'refuse', id: 1 });
  await hearsNews(annas, 'refused', maria);
  await sees(annas, null);
  annas.send({ type: 'record', is: 'ask' });
  await expectEvent(annas, 'refused', { of: 'record', code: 'recording_refused', message: expect.any(String) });
  await world.call(anna, callsApi.hangup, { params: { room_id: roomId } });
  await expectEvent(marias, 'state', { call: { state: 'ended' } });
  expect((await world.call(anna, callsApi.history)).body.list[0]?.recorded_s).toBe(0);
  for (const socket of [annas, marias]) socket.close();
});

test('a third person halts it until they agree, is shown what runs, and has agreed to nothing in their history else', async () => {
  const [anna, maria, olga] = [await world.user(), await world.user(), await world.user()];
  const { roomId, annas, marias } = await talking(anna, maria);
  annas.send({ type: 'record', is: 'ask' });
  await sees(marias, { state: 'asked' });
  marias.send({ type: 'record', is: 'agree', id: 1 });
  await sees(annas, { state: 'running' });
  marias.send({ type: 'add_user', user_id: olga.id });
  await expectEvent(annas, 'add_user', { user_id: olga.id });
  await sees(annas, { state: 'running' });
  const olgas = await inRoom(olga, roomId);
  await sees(olgas, { id: 1, by: anna.id, state: 'paused' });
  await hearsNews(annas, 'paused', anna);
  await sees(annas, { state: 'paused' });
  olgas.send({ type: 'record', is: 'agree', id: 1 });
  await sees(annas, { state: 'running' });
  await hearsNews(annas, 'resumed', anna);
  olgas.send({ type: 'hangup' });
  await expectEvent(annas, 'hangup', { user_id: olga.id });
  annas.close();
  await sees(marias, { state: 'paused' });
  await world.call(anna, callsApi.hangup, { params: { room_id: roomId } });
  await expectEvent(marias, 'state', { call: { state: 'ended', recording: null } });
  for (const socket of [marias, olgas]) socket.close();
});

test('outsiders, the rung and guests who wait are neither heard nor told about recordings', async () => {
  const [anna, maria, olga, guest, outsider] = await Promise.all(Array.from({ length: 5 }, () => world.user()));
  if (!anna || !maria || !olga || !guest || !outsider) throw new Error('people are missing');
  const { roomId, annas, marias } = await talking(anna, maria);
  annas.send({ type: 'add_user', user_id: olga.id });
  await expectEvent(annas, 'add_user', { user_id: olga.id });
  const at = (actor: Actor) => openSocket(origin, `/ws/entercall/${roomId}/${actor.id}/`, { actor });
  const others = [await at(olga), await at(guest), await at(outsider)];
  others[1]?.send({ type: 'visitor' });
  await expectEvent(annas, 'visitor', { user_id: guest.id, state: 'asks' });
  annas.send({ type: 'record', is: 'ask' });
  await sees(marias, { state: 'asked' });
  for (const socket of others) {
    for (const step of [{ is: 'ask' }, { is: 'agree', id: 1 }, { is: 'refuse', id: 1 }, { is: 'stop', id: 1 }])
      socket.send({ type: 'record', ...step });
    await settled(socket);
  }
  marias.send({ type: 'record', is: 'agree', id: 1 });
  await sees(annas, { id: 1, by: anna.id, state: 'running' });
  for (const socket of others) {
    await settled(socket);
    expect(socket.received.filter(({ type }) => type === 'recording' || type === 'refused')).toEqual([]);
    for (const event of socket.received)
      if (event.type === 'state') expect(event).toMatchObject({ call: { recording: null } });
  }
  const second = await at(maria);
  second.send({ type: 'record', is: 'stop', id: 1 });
  await settled(second);
  await sees(annas, { state: 'running' });
  for (const socket of [annas, marias, second, ...others]) socket.close();
});
