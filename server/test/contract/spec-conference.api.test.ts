import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { openSocket } from '../socket-client.ts';
import { type Actor, createWorld, type World } from '../world.ts';
import { createOutsideClient, type OutsideClient } from './outside-client.ts';
import { REFUSAL } from './spec-shapes.ts';

let world: World;
let client: OutsideClient;
let anna: Actor;
let timur: Actor;

beforeAll(async () => {
  world = await createWorld();
  client = await createOutsideClient(world);
});

afterAll(() => world.close());

beforeAll(async () => {
  anna = await world.user({ firstname: 'Анна', lastname: 'Шевченко' });
  timur = await world.user({ firstname: 'Тимур', lastname: 'Галиев' });
});

const MESSAGE = {
  room_id: expect.any(String),
  user_id: expect.any(Number),
  message: expect.any(String),
  files: expect.any(Array),
  firstname: expect.any(String),
  lastname: expect.any(String),
  photo: null,
};

async function call(caller = anna, callee = timur): Promise<string> {
  // A call with one remaining participant ends a second later; until then that participant is busy.
  const current = async () => (await client.send('GET', '/api/calls/current', { as: callee })).body.call;
  await expect.poll(current, { timeout: 15_000 }).toBeNull();
  const { status, body } = await client.send('POST', '/api/video/conference', {
    as: caller,
    body: { user_id: callee.id },
  });
  expect(status).toBe(200);
  expect(body.room_id).toMatch(/^[\w-]{22}$/);
  return String(body.room_id);
}

const notification = (actor: Actor) => openSocket(client.origin, `/ws/callnotification/${actor.id}/`, { actor });
const enter = (actor: Actor, room: string, as = actor) =>
  openSocket(client.origin, `/ws/entercall/${room}/${as.id}/`, { actor });
type Socket = Awaited<ReturnType<typeof enter>>;
const hears = (socket: Socket, event: object) =>
  expect.poll(() => socket.received, { timeout: 10_000 }).toContainEqual(expect.objectContaining(event));

test('POST video/conference {user_id} answers the room, as JSON, as a form and as an address line', async () => {
  for (const spelling of ['json', 'multipart', 'urlencoded'] as const) {
    const answer = await client.send('POST', '/api/video/conference', {
      as: anna,
      body: { user_id: timur.id },
      spelling,
    });
    expect(answer).toMatchObject({ status: 200, body: { room_id: expect.any(String) } });
  }
  const refused = async (as: Actor | null, user_id: number, status: number, code: string) =>
    expect(await client.send('POST', '/api/video/conference', { as, body: { user_id } })).toMatchObject({
      status,
      body: { ...REFUSAL, code },
    });
  await refused(null, timur.id, 401, 'unauthorized');
  const shy = await world.user();
  await sql`update users set may_call = 'circle' where id = ${shy.id}`.execute(world.services.db);
  await refused(await world.user(), shy.id, 403, 'call_not_allowed');
  await refused(await world.user(), 99_999_999, 404, 'not_found');
});

test('/ws/callnotification/{id}/ and /ws/entercall/{room}/{user}/ carry a call from init to hangup', async () => {
  const [annas, timurs] = [await notification(anna), await notification(timur)];
  annas.send({ type: 'ping', user_id: timur.id, self_user: anna.id });
  await hears(timurs, { type: 'pong', user_id: anna.id });
  timurs.send({ payload: { user_id: anna.id }, type: 'ok' });
  await hears(annas, { type: 'ok', payload: { user_id: timur.id } });

  const room = await call();
  await hears(timurs, {
    type: 'init',
    room_id: room,
    user_id: anna.id,
    firstname: 'Анна',
    lastname: 'Шевченко',
    users: [anna.id],
    names: ['Анна Шевченко'],
  });
  const caller = await enter(anna, room);
  caller.send({ type: 'init' });
  await hears(caller, { type: 'init', user_id: anna.id });
  caller.send({ type: 'await' });
  await hears(caller, { type: 'await', users: [timur.id], names: ['Тимур Галиев'] });
  const callee = await enter(timur, room);
  callee.send({ type: 'init' });
  await hears(caller, { type: 'init', user_id: timur.id, firstname: 'Тимур' });

  const third = await world.user({ firstname: 'Ольга' });
  const thirds = await notification(third);
  caller.send({ type: 'add_user', user_id: third.id });
  await hears(callee, { type: 'add_user', user_id: third.id, by: anna.id, firstname: 'Ольга' });
  await hears(thirds, { type: 'add_user', room_id: room, user_id: anna.id });
  thirds.send({ type: 'hangup', user_id: anna.id });
  await hears(caller, { type: 'hangup', user_id: third.id, reason: 'declined' });

  const guest = await world.user({ firstname: 'Гость' });
  const guests = await enter(guest, room);
  guests.send({ type: 'visitor' });
  await hears(callee, { type: 'visitor', user_id: guest.id, firstname: 'Гость', state: 'asks' });

  callee.send({ type: 'chat', message: 'Слышно?' });
  for (const socket of [caller, callee])
    await hears(socket, { ...MESSAGE, type: 'chat', user_id: timur.id, message: 'Слышно?' });
  callee.send({ type: 'exit' });
  await hears(caller, { type: 'exit', user_id: timur.id });
  caller.send({ type: 'visitor', user_id: guest.id, admit: 0 });
  await hears(guests, { type: 'visitor', state: 'refused' });
  caller.send({ type: 'hangup' });
  await hears(caller, { type: 'hangup', user_id: anna.id, reason: 'left' });
  for (const socket of [annas, timurs, caller, callee, thirds, guests]) socket.close();
});

test('a page that answers `pong` with its own id answers whoever asked', async () => {
  const [annas, timurs, others] = [
    await notification(anna),
    await notification(timur),
    await notification(await world.user()),
  ];
  timurs.send({ type: 'ok', payload: { user_id: timur.id } });
  annas.send({ type: 'ping', user_id: String(timur.id), self_user: String(anna.id) });
  await hears(timurs, { type: 'pong', user_id: anna.id });
  timurs.send({ type: 'ok', payload: { user_id: timur.id } });
  await hears(annas, { type: 'ok', payload: { user_id: timur.id } });
  expect([annas.received.filter(({ type }) => type === 'ok').length, others.received]).toEqual([1, []]);
  for (const socket of [annas, timurs, others]) socket.close();
});

test('the sockets of calls open without the slash at the end, and to a client that keeps no cookies', async () => {
  const igor = await world.user();
  const room = await call(igor, await world.user());
  const headers = { authorization: `Bearer ${igor.token}` };
  for (const path of [`/ws/callnotification/${igor.id}`, `/ws/entercall/${room}/${igor.id}`]) {
    for (const [address, sent] of [
      [path, { actor: igor }],
      [`${path}/`, { actor: null, headers }],
    ] as const) {
      const socket = await openSocket(client.origin, address, sent);
      socket.send({ type: 'hello', user_id: null });
      socket.send({ type: 'beat' });
      await hears(socket, { type: 'beat' });
      socket.close();
    }
  }
});

test('hangup with the caller’s id or with one’s own refuses the call that rings', async () => {
  const igor = await world.user();
  for (const { id } of [anna, igor]) {
    const igors = await notification(igor);
    const room = await call(anna, igor);
    const caller = await enter(anna, room);
    caller.send({ type: 'init' });
    await hears(igors, { type: 'init', room_id: room });
    igors.send({ type: 'hangup', user_id: id });
    await hears(caller, { type: 'hangup', user_id: igor.id, reason: 'declined' });
    await hears(igors, { type: 'hangup', room_id: room });
    for (const socket of [caller, igors]) socket.close();
  }
});

test('every message of a room may carry all the fields of a call message, and each is understood', async () => {
  const room = await call();
  const sender = { room_id: room, user_id: anna.id, firstname: 'Чужое', lastname: 'Имя', photo: null };
  const caller = await enter(anna, room);
  const callee = await enter(timur, room);
  caller.send({ type: 'init', ...sender, users: [anna.id], names: ['Чужое Имя'] });
  callee.send({ type: 'init', ...sender, user_id: timur.id, users: [], names: [] });
  await hears(caller, { type: 'init', user_id: timur.id });
  caller.send({ type: 'await', ...sender, users: [], names: [] });
  await hears(caller, { type: 'await', users: [] });

  const [third, fourth] = [await world.user({ firstname: 'Ольга' }), await world.user({ firstname: 'Павел' })];
  caller.send({ type: 'add_user', ...sender, user_id: String(third.id), users: null, names: ['Ольга'] });
  caller.send({ type: 'add_user', ...sender, users: [anna.id, timur.id, fourth.id], names: [] });
  for (const { id } of [third, fourth]) await hears(callee, { type: 'add_user', user_id: id, by: anna.id });

  const file = { field: 'files', name: 'план.txt', bytes: new TextEncoder().encode('План') };
  const sent = { as: anna, body: { room_id: room, message: 'Вот план' }, files: [file] };
  const { body: message } = await client.send('PUT', '/api/conference/chat', sent);
  caller.send({ ...message, type: 'chat' });
  caller.send({ type: 'chat', id: 'a1', ...sender, message: 'А это без файлов', files: message.files, timestamp: '' });
  await hears(callee, { type: 'chat', message: 'А это без файлов', user_id: anna.id, firstname: 'Анна', files: [] });
  const { body } = await client.send('GET', `/api/conference/chat?room_id=${room}`, { as: timur });
  expect(body).toMatchObject({ total: 2, list: [{ message: 'А это без файлов' }, { message: 'Вот план' }] });
  callee.send({ ...message, type: 'chat', message: 'Как у неё', files: null });
  await hears(caller, { type: 'chat', message: 'Как у неё', user_id: timur.id });

  callee.send({ type: 'hangup', ...sender, user_id: timur.id });
  await hears(caller, { type: 'hangup', user_id: timur.id, reason: 'left' });
  caller.send({ type: 'exit', ...sender });
  caller.send({ type: 'visitor', ...sender, admit: null });
  caller.send({ type: 'hangup', ...sender, user_id: null });
  await hears(caller, { type: 'hangup', user_id: anna.id, reason: 'left' });
  for (const socket of [caller, callee]) socket.close();
});

test('a search says who is in the conference already, or rung into it: to whoever is in, and to nobody else', async () => {
  const lastname = 'Созвонов';
  const [host, rung, free] = [
    await world.user({ lastname }),
    await world.user({ lastname }),
    await world.user({ lastname }),
  ];
  const found = async (as: Actor) => {
    const { body } = await client.send('GET', `/api/users?search=${encodeURIComponent(lastname)}&size=5`, { as });
    const list = body.list as { id: number; added_to_conf: number }[];
    return [host, rung, free].map(({ id }) => list.find((one) => one.id === id)?.added_to_conf);
  };
  expect(await found(host)).toEqual([0, 0, 0]);
  const room = await call(host, rung);
  expect([await found(host), await found(rung), await found(free)]).toEqual([
    [1, 1, 0],
    [0, 0, 0],
    [0, 0, 0],
  ]);
  await client.send('POST', `/api/calls/${room}/accept`, { as: rung });
  expect(await found(rung)).toEqual([1, 1, 0]);
  await client.send('POST', `/api/calls/${room}/hangup`, { as: rung });
  expect(await found(host)).toEqual([1, 0, 0]);
});

test('conference/chat takes a text as a form, as JSON and as an address line, and comes in pages of twenty-five, the newest first', async () => {
  const igor = await world.user();
  const room = await call(anna, igor);
  await client.send('POST', `/api/calls/${room}/accept`, { as: igor });
  for (const spelling of ['multipart', 'json', 'urlencoded'] as const) {
    const body = { room_id: room, user_id: igor.id, message: spelling, firstname: '', lastname: '', photo: '' };
    const answer = await client.send('PUT', '/api/conference/chat', { as: anna, body, spelling });
    expect(answer).toMatchObject({ status: 200, body: { ...MESSAGE, user_id: anna.id, message: spelling, files: [] } });
  }
  const eleven = Array.from({ length: 11 }, (_, i) => ({
    field: 'files[]',
    name: `${i}.txt`,
    bytes: new TextEncoder().encode('План'),
  }));
  const send = async (files: typeof eleven) =>
    client.send('PUT', '/api/conference/chat', { as: anna, body: { room_id: room, message: '' }, files });
  expect(await send(eleven)).toMatchObject({ status: 400, body: { ...REFUSAL, code: 'too_many_files' } });
  expect((await send(eleven.slice(1))).body.files).toHaveLength(10);
  const empty = { as: anna, body: { room_id: room, message: ' ' } };
  expect(await client.send('PUT', '/api/conference/chat', empty)).toMatchObject({
    status: 400,
    body: { ...REFUSAL, code: 'message_empty' },
  });
  for (let i = 4; i < 27; i += 1)
    await client.send('PUT', '/api/conference/chat', { as: igor, body: { room_id: room, message: `Слово ${i}` } });
  const page = async (query: string) => {
    const { body } = await client.send('GET', `/api/conference/chat?room_id=${room}${query}`, { as: igor });
    expect(body.total).toBe(27);
    return (body.list as { message: string }[]).map(({ message }) => message);
  };
  const [first, second] = [await page(''), await page('&page=2')];
  expect([first.length, first[0], second]).toEqual([25, 'Слово 26', ['urlencoded', 'json', 'multipart'].slice(1)]);
  expect(await page('&page=9')).toEqual([]);
  for (const as of [anna, igor]) await client.send('POST', `/api/calls/${room}/hangup`, { as });
});

test('somebody else’s id in the path, and a room that is none, close with 4403', async () => {
  const room = await call();
  const stranger = await world.user();
  expect((await (await enter(stranger, room, anna)).closed).code).toBe(4403);
  expect((await (await enter(stranger, 'A'.repeat(22))).closed).code).toBe(4403);
  expect(
    (await (await openSocket(client.origin, `/ws/entercall/${room}/${anna.id}/`, { actor: null })).closed).code,
  ).toBe(4401);
  await client.send('POST', `/api/calls/${room}/hangup`, { as: anna });
});

test('PUT conference/chat answers the message, GET conference/chat?room_id lists them; who wrote is who is signed in', async () => {
  const room = await call();
  await client.send('POST', `/api/calls/${room}/accept`, { as: timur });
  const { status, body } = await client.send('PUT', '/api/conference/chat', {
    as: anna,
    body: {
      room_id: room,
      user_id: timur.id,
      message: 'Вот план',
      firstname: 'Чужое',
      lastname: 'Имя',
      photo: '/x.png',
    },
    files: [{ field: 'files', name: 'план.txt', bytes: new TextEncoder().encode('План') }],
  });
  expect({ status, body }).toMatchObject({
    status: 200,
    body: { ...MESSAGE, user_id: anna.id, firstname: 'Анна', message: 'Вот план' },
  });
  const list = await client.send('GET', `/api/conference/chat?room_id=${room}`, { as: timur });
  expect(list).toMatchObject({ status: 200, body: { total: 1, list: [{ ...MESSAGE, files: [expect.any(String)] }] } });
  expect(await client.send('GET', `/api/conference/chat?room_id=${room}`, { as: await world.user() })).toMatchObject({
    status: 404,
  });
});
