import { CAPTION_MAX, CAPTIONS_PER_SECOND_MAX, callsApi } from '@app/contract/messaging/calls';
import { CLOSE_CODES } from '@app/contract/platform/socket';
import { sql } from 'kysely';
import { beforeAll, expect, test } from 'vitest';
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
const all = (socket: SocketClient, type: string) => socket.received.filter((event) => event.type === type);
const hears = (socket: SocketClient, type: string, more: object = {}) =>
  expect.poll(() => all(socket, type).at(-1), POLL).toMatchObject({ type, ...more });

const roomOf = (actor: Actor, roomId: string, at = origin) =>
  openSocket(at, `/ws/entercall/${roomId}/${actor.id}/`, { actor });

async function inRoom(actor: Actor, roomId: string, at = origin): Promise<SocketClient> {
  const socket = await roomOf(actor, roomId, at);
  socket.send({ type: 'init' });
  await hears(socket, 'init', { user_id: actor.id });
  return socket;
}

/** Two people in a call, each on a node of its own. */
async function talking(anna: Actor, maria: Actor) {
  const { body } = await world.call(anna, callsApi.start, { body: { user_id: maria.id } });
  const annas = await inRoom(anna, body.room_id);
  const marias = await inRoom(maria, body.room_id, second.origin);
  await hears(annas, 'init', { user_id: maria.id });
  return { roomId: body.room_id, annas, marias };
}

/** What was sent to the socket before is handled, and what the other node published is here. */
async function settled(...sockets: SocketClient[]): Promise<void> {
  for (const socket of sockets) {
    const before = all(socket, 'beat').length;
    socket.send({ type: 'await' });
    socket.send({ type: 'beat' });
    await expect.poll(() => all(socket, 'beat').length, POLL).toBe(before + 1);
    await sql`select pg_sleep(0.05)`.execute(world.services.db);
  }
}

const want = (socket: SocketClient, wants: 0 | 1 = 1, speech = 'off') =>
  socket.send({ type: 'captions', wants, speech });
const say = (socket: SocketClient, text: string, final: 0 | 1 = 0, more: object = {}) =>
  socket.send({ type: 'caption', text, final, ...more });

test('whoever wants captions says so to the others, and gets the words of the session’s person, on whichever node', async () => {
  const [anna, maria] = await Promise.all([world.user(), world.user()]);
  const { annas, marias } = await talking(anna, maria);
  want(annas);
  await hears(marias, 'captions', { user_id: anna.id, wants: 1, speech: 'off' });
  want(marias, 0, 'on');
  await hears(annas, 'captions', { user_id: maria.id, wants: 0, speech: 'on' });

  say(marias, 'Добрый');
  say(marias, '  Добрый\nвечер ', 1, { user_id: anna.id, firstname: 'Чужое' });
  await hears(annas, 'caption', { final: 1 });
  expect(all(annas, 'caption')).toEqual([
    { type: 'caption', user_id: maria.id, text: 'Добрый', final: 0 },
    { type: 'caption', user_id: maria.id, text: 'Добрый вечер', final: 1 },
  ]);
  expect([...all(marias, 'caption'), ...all(annas, 'captions').slice(1)]).toEqual([]);

  want(annas, 0);
  await hears(marias, 'captions', { wants: 0 });
  say(marias, 'Уже никому', 1);
  say(annas, 'Никто не просил', 1);
  await settled(marias, annas, marias);
  expect(all(annas, 'caption')).toHaveLength(2);
  expect(all(marias, 'caption')).toEqual([]);
  for (const socket of [annas, marias]) socket.close();
});

test('the rung, guests who wait, outsiders, a second page and whoever has left neither send nor get captions', async () => {
  const [anna, maria, olga, guest, outsider] = await Promise.all(Array.from({ length: 5 }, () => world.user()));
  if (!anna || !maria || !olga || !guest || !outsider) throw new Error('people are missing');
  const { roomId, annas, marias } = await talking(anna, maria);
  annas.send({ type: 'add_user', user_id: olga.id });
  await hears(annas, 'add_user', { user_id: olga.id });
  const olgas = await roomOf(olga, roomId);
  const guests = await roomOf(guest, roomId);
  guests.send({ type: 'visitor' });
  await hears(annas, 'visitor', { user_id: guest.id, state: 'asks' });
  const outsiders = await roomOf(outsider, roomId);
  outsiders.send({ type: 'init' });
  const others = [olgas, guests, outsiders, await roomOf(maria, roomId)];
  for (const socket of others) {
    want(socket, 1, 'on');
    say(socket, 'Слышно?', 1);
  }
  await settled(...others);
  want(annas);
  await hears(marias, 'captions', { user_id: anna.id });
  expect(all(annas, 'captions').concat(all(annas, 'caption'))).toEqual([]);
  say(marias, 'Только для своих', 1);
  await hears(annas, 'caption', { user_id: maria.id });
  await settled(...others);
  for (const socket of others) expect([...all(socket, 'captions'), ...all(socket, 'caption')]).toEqual([]);

  olgas.send({ type: 'init' });
  await hears(annas, 'init', { user_id: olga.id });
  await hears(olgas, 'init', { user_id: olga.id });
  want(olgas);
  await hears(annas, 'captions', { user_id: olga.id });
  olgas.send({ type: 'hangup' });
  await hears(annas, 'hangup', { user_id: olga.id });
  await hears(olgas, 'hangup', { user_id: olga.id });
  say(olgas, 'Я уже вышла', 1);
  say(marias, 'Без неё', 1);
  await hears(annas, 'caption', { text: 'Без неё' });
  await settled(olgas, annas);
  expect(all(olgas, 'caption')).toEqual([]);
  expect(all(annas, 'caption').map(({ text }) => text)).toEqual(['Только для своих', 'Без неё']);
  for (const socket of [annas, marias, ...others]) socket.close();
});

test('before anybody answered nothing is passed on', async () => {
  const [anna, maria] = await Promise.all([world.user(), world.user()]);
  const { body } = await world.call(anna, callsApi.start, { body: { user_id: maria.id } });
  const annas = await inRoom(anna, body.room_id);
  const marias = await roomOf(maria, body.room_id);
  want(marias);
  want(annas);
  say(annas, 'Есть кто?', 1);
  await settled(annas, marias);
  expect([...all(marias, 'captions'), ...all(marias, 'caption')]).toEqual([]);
  for (const socket of [annas, marias]) socket.close();
});

test('more captions than a person can say are dropped, and come again a second later', async () => {
  const [anna, maria] = await Promise.all([world.user(), world.user()]);
  const { annas, marias } = await talking(anna, maria);
  want(annas);
  await hears(marias, 'captions');
  for (let i = 1; i <= 2 * CAPTIONS_PER_SECOND_MAX; i++) say(marias, `Слово ${i}`);
  await settled(marias, annas);
  expect(all(annas, 'caption').map(({ text }) => text)).toEqual(
    Array.from({ length: CAPTIONS_PER_SECOND_MAX }, (_, i) => `Слово ${i + 1}`),
  );
  await sql`select pg_sleep(1.05)`.execute(world.services.db);
  say(marias, 'Снова', 1);
  await hears(annas, 'caption', { text: 'Снова' });
  for (const socket of [annas, marias]) socket.close();
});

test('a caption of the full length passes; a longer, empty or foreign one closes the socket and reaches nobody', async () => {
  const [anna, maria] = await Promise.all([world.user(), world.user()]);
  const { roomId, annas, marias } = await talking(anna, maria);
  want(annas);
  await hears(marias, 'captions');
  const longest = '語'.repeat(CAPTION_MAX);
  say(marias, longest, 1);
  await hears(annas, 'caption', { text: longest });
  let page = marias;
  for (const wrong of [
    { type: 'caption', text: `${longest}語`, final: 1 },
    { type: 'caption', text: ' \n ', final: 1 },
    { type: 'caption', text: 7 },
    { type: 'caption' },
    { type: 'captions', wants: 1, speech: 'loud' },
  ]) {
    page.send(wrong);
    expect((await page.closed).code).toBe(CLOSE_CODES.malformed);
    page = await inRoom(maria, roomId, second.origin);
  }
  await settled(annas);
  expect(all(annas, 'caption')).toHaveLength(1);
  expect(all(annas, 'captions')).toEqual([]);
  for (const socket of [annas, page]) socket.close();
});

test('captions are kept in no table', async () => {
  const [anna, maria] = await Promise.all([world.user(), world.user()]);
  const { annas, marias } = await talking(anna, maria);
  want(annas);
  await hears(marias, 'captions');
  const secret = 'Тайнослово';
  say(marias, secret, 1);
  await hears(annas, 'caption', { text: secret });
  const { rows: tables } = await sql<{ name: string }>`
    select quote_ident(table_schema) || '.' || quote_ident(table_name) as name from information_schema.tables
    where table_type = 'BASE TABLE' and table_schema not in ('pg_catalog', 'information_schema')`.execute(
    world.services.db,
  );
  expect(tables.map(({ name }) => name)).toContain('public.call_messages');
  for (const { name } of tables) {
    const { rows } = await sql`
      select from ${sql.raw(name)} as t where t::text like ${`%${secret}%`} limit 1`.execute(world.services.db);
    expect([name, rows.length]).toEqual([name, 0]);
  }
  for (const socket of [annas, marias]) socket.close();
});
