import { callsApi } from '@app/contract/messaging/calls';
import type { CallListening } from '@app/contract/messaging/listening';
import type { Audience } from '@app/contract/people/privacy';
import { musicApi, type Track } from '@app/contract/publishing/music';
import { beforeAll, expect, test } from 'vitest';
import { enterRoom, expectEvent } from '../../../test/media/call-room.ts';
import { startTwoNodes, type TestNode } from '../../../test/nodes.ts';
import { openSocket, type SocketClient } from '../../../test/socket-client.ts';
import { wav } from '../../../test/uploads/sounds.ts';
import type { Actor, World } from '../../../test/world.ts';
import { findCall } from './calls.queries.ts';

let world: World;
let origin: string;
let second: TestNode;
beforeAll(async () => {
  const nodes = await startTwoNodes();
  ({ world, origin, second } = nodes);
  return nodes.close;
});

const POLL = { timeout: 10_000, interval: 20 };
const last = (socket: SocketClient, type: string) => socket.received.filter((event) => event.type === type).at(-1);
const sees = (socket: SocketClient, listening: object | null) => expectEvent(socket, 'state', { call: { listening } });

const inRoom = (actor: Actor, roomId: string, at = origin) => enterRoom(at, actor, roomId);

async function talking() {
  const [anna, maria] = [await world.user({ firstname: 'Анна' }), await world.user()];
  const { body } = await world.call(anna, callsApi.start, { body: { user_id: maria.id } });
  const annas = await inRoom(anna, body.room_id);
  const marias = await inRoom(maria, body.room_id, second.origin);
  await expectEvent(annas, 'state', { call: { state: 'running' } });
  return { anna, maria, roomId: body.room_id, annas, marias };
}

let tones = 300;
async function track(by: Actor, audience: Audience = 'all', seconds = 2): Promise<Track> {
  const { body } = await world.call(by, musicApi.addPlaylist, { body: { name: 'Вечер', audience } });
  const bytes = wav({ hertz: ++tones, seconds });
  const files = [{ field: 'audio', name: 'Песня.wav', type: 'audio/wav', bytes }];
  const added = await world.call(by, musicApi.add, { body: { playlist_id: body.id }, files });
  const [made] = added.body.music;
  if (made === undefined) throw new Error('no track');
  return made;
}

async function settled(socket: SocketClient): Promise<void> {
  const before = socket.received.filter(({ type }) => type === 'beat').length;
  socket.send({ type: 'await' });
  socket.send({ type: 'beat' });
  await expect.poll(() => socket.received.filter(({ type }) => type === 'beat').length, POLL).toBe(before + 1);
}

test('what one begins all listen to, on whichever nodes they are, and anybody moves and ends it', async () => {
  const { anna, maria, roomId, annas, marias } = await talking();
  const [one, two] = [await track(anna), await track(anna, 'all', 3)];
  annas.send({ type: 'listen', is: 'start', track_ids: [one.id, two.id], index: 1 });
  const tracks = [
    { id: one.id, duration_ms: 2000 },
    { id: two.id, duration_ms: 3000 },
  ];
  for (const socket of [annas, marias]) {
    await expectEvent(socket, 'listening', { state: 'started', user_id: anna.id, firstname: 'Анна' });
    await sees(socket, { revision: 1, by: anna.id, tracks, index: 1, position_ms: 0, playing: 1 });
  }
  marias.send({ type: 'listen', is: 'set', index: 0, position_ms: 1500, playing: 0 });
  for (const socket of [annas, marias])
    await sees(socket, { revision: 2, by: maria.id, index: 0, position_ms: 1500, playing: 0 });
  expect((await world.call(maria, callsApi.current)).body.call?.listening).toMatchObject({ revision: 2 });
  marias.send({ type: 'listen', is: 'stop' });
  await expectEvent(annas, 'listening', { state: 'stopped', user_id: maria.id });
  await sees(annas, null);

  annas.send({ type: 'listen', is: 'start', track_ids: [one.id] });
  await sees(marias, { revision: 4 });
  await world.call(anna, callsApi.hangup, { params: { room_id: roomId } });
  await expectEvent(marias, 'state', { call: { state: 'ended', listening: null } });
  annas.close();
  marias.close();
});

test('two changes at once end in one of them, the same for everybody, under the higher revision', async () => {
  const { anna, annas, marias, roomId } = await talking();
  const one = await track(anna, 'all', 30);
  annas.send({ type: 'listen', is: 'start', track_ids: [one.id] });
  await sees(marias, { revision: 1 });
  for (let at = 1; at <= 10; at++) {
    annas.send({ type: 'listen', is: 'set', index: 0, position_ms: at * 100, playing: 1 });
    marias.send({ type: 'listen', is: 'set', index: 0, position_ms: at * 100 + 7, playing: 0 });
  }
  for (const socket of [annas, marias]) await sees(socket, { revision: 21 });
  const [first, other] = [annas, marias].map(
    (socket) => (last(socket, 'state') as { call: { listening: CallListening } } | undefined)?.call.listening,
  );
  expect(first).toEqual(other);
  expect([1000, 1007]).toContain(first?.position_ms);
  expect((await findCall(world.services.db, roomId))?.listeningRevision).toBe(21);
  annas.close();
  marias.close();
});

test('only tracks that their sender sees are begun, and who may not see one does not hear it', async () => {
  const { anna, maria, annas, marias } = await talking();
  const [secret, open] = [await track(anna, 'me'), await track(anna)];
  marias.send({ type: 'listen', is: 'start', track_ids: [secret.id] });
  await settled(marias);
  expect(last(marias, 'listening')).toBeUndefined();
  marias.send({ type: 'listen', is: 'start', track_ids: [secret.id, open.id] });
  await sees(annas, { tracks: [{ id: open.id }] });

  annas.send({ type: 'listen', is: 'start', track_ids: [secret.id, open.id] });
  await sees(marias, { tracks: [{ id: secret.id }, { id: open.id }] });
  expect((await world.call(maria, musicApi.one, { params: { id: secret.id } })).statusCode).toBe(404);
  const played = await world.app.inject({ url: secret.src, headers: { cookie: `token=${maria.token}` } });
  expect(played.statusCode).toBe(404);
  expect(JSON.stringify(last(marias, 'state'))).not.toContain(secret.title);
  annas.close();
  marias.close();
});

test('who is not in the call neither begins nor sees anything, nor asks for the time', async () => {
  const { anna, annas, marias, roomId } = await talking();
  const one = await track(anna);
  const guest = await world.user();
  const guests = await openSocket(origin, `/ws/entercall/${roomId}/${guest.id}/`, { actor: guest });
  const theirs = await track(guest);
  guests.send({ type: 'listen', is: 'start', track_ids: [theirs.id] });
  guests.send({ type: 'clock', sent: 1 });
  guests.send({ type: 'visitor' });
  await expectEvent(annas, 'visitor', { state: 'asks' });
  annas.send({ type: 'listen', is: 'start', track_ids: [one.id] });
  await sees(marias, { by: anna.id, revision: 1 });
  await settled(guests);
  expect(guests.received.filter(({ type }) => type === 'clock' || type === 'listening')).toEqual([]);
  expect(JSON.stringify(guests.received)).not.toContain('"tracks"');
  for (const socket of [annas, marias, guests]) socket.close();
});

test('the server says its time, by which the changes are dated', async () => {
  const { anna, annas, marias } = await talking();
  const one = await track(anna);
  const before = Date.now();
  marias.send({ type: 'clock', sent: 12.5 });
  await expectEvent(marias, 'clock', { sent: 12.5 });
  annas.send({ type: 'listen', is: 'start', track_ids: [one.id] });
  await sees(annas, { revision: 1 });
  annas.send({ type: 'clock', sent: 7 });
  await expectEvent(annas, 'clock', { sent: 7 });
  const times = [marias, annas].map((socket) => Number((last(socket, 'clock') as { server_ms?: number }).server_ms));
  const state = last(annas, 'state') as { call: { listening: CallListening } } | undefined;
  const changed = Date.parse(state?.call.listening.changed_at ?? '');
  // The database of the test runs on this machine.
  const order = [before, times[0] ?? 0, changed, times[1] ?? 0, Date.now() + 1];
  expect(order).toEqual(order.toSorted((a, b) => a - b));
  annas.close();
  marias.close();
});
