import { randomUUID } from 'node:crypto';
import { callsApi } from '@app/contract/messaging/calls';
import { chatApi } from '@app/contract/messaging/chat';
import { chatFilesApi } from '@app/contract/messaging/chat-files';
import { notificationsApi, pushApi } from '@app/contract/notifications/notifications';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startPushService } from '../../../test/push-service.ts';
import { runQueuedJobs } from '../../../test/queued-jobs.ts';
import { type Actor, createWorld, type World } from '../../../test/world.ts';
import { eraseUserData } from '../../platform/domain/user-data.ts';
import { sweepCalls } from './sweep-calls.job.ts';

const NOON = new Date(new Date().setUTCHours(9, 0, 0, 0));

let world: World;
let devices: Awaited<ReturnType<typeof startPushService>>;

beforeAll(async () => {
  devices = await startPushService();
  world = await createWorld({ environment: { PUSH_SERVICES: devices.origin }, clock: () => NOON });
});
afterAll(async () => {
  await world.close();
  await devices.close();
});

const people = (count: number) => Promise.all(Array.from({ length: count }, () => world.user()));

async function talk(...all: Actor[]): Promise<string> {
  const [first, ...others] = all as [Actor, ...Actor[]];
  const { room_id } = (await world.call(first, callsApi.start, { body: { user_id: others.map(({ id }) => id) } })).body;
  for (const other of others) await world.call(other, callsApi.accept, { params: { room_id } });
  return room_id;
}

const say = (by: Actor, room_id: string, more: object = {}) =>
  world.call(by, callsApi.sendMessage, { body: { room_id, message: 'Слышно?', ...more } });
const read = (by: Actor, room_id: string, more: object = {}) =>
  world.call(by, callsApi.chat, { query: { room_id, ...more } });
const note = (text: string) => ({
  field: 'files',
  name: 'план.txt',
  type: 'text/plain',
  bytes: new TextEncoder().encode(text),
});
const fetchFile = async (by: Actor, url: string) =>
  (await world.app.inject({ url, headers: { authorization: `Bearer ${by.token}` } })).statusCode;

test('a message is the session’s person’s, whatever the call says, and comes in pages of twenty-five', async () => {
  const [anna, maria, olga] = (await people(3)) as [Actor, Actor, Actor];
  const room = await talk(anna, maria);
  const claimed = { user_id: olga.id, firstname: 'Ольга', lastname: 'Чужая', photo: '/x.webp' };
  const { body } = await say(anna, room, { message: 'Первая', ...claimed });
  expect(body).toMatchObject({ user_id: anna.id, firstname: 'Проба', photo: null, message: 'Первая', mine: 1 });
  for (let i = 2; i <= 27; i++) await say(maria, room, { message: `${i}` });
  const first = (await read(anna, room)).body;
  expect([first.list.length, first.total, first.list[0]?.message]).toEqual([25, 27, '27']);
  expect((await read(anna, room, { page: 2 })).body.list.map(({ message }) => message)).toEqual(['2', 'Первая']);
  expect((await read(anna, room, { before_id: first.list[23]?.id })).body.list[0]?.message).toBe('3');
  for (const answer of [await read(olga, room), await say(olga, room)]) expect(answer.statusCode).toBe(404);
  expect((await say(anna, room, { message: '' })).body.code).toBe('message_empty');
  await world.call(maria, callsApi.hangup, { params: { room_id: room } });
  expect((await say(maria, room)).statusCode).toBe(404);
  expect((await read(maria, room)).body.total).toBe(27);
});

test('fifty repeats of one key are one message', async () => {
  const [anna, maria] = (await people(2)) as [Actor, Actor];
  const room = await talk(anna, maria);
  const client_key = randomUUID();
  const answers = await Promise.all(Array.from({ length: 50 }, () => say(anna, room, { client_key })));
  expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body.id}`)).size).toBe(1);
  expect((await read(maria, room)).body).toMatchObject({ total: 1, list: [{ client_key: null }] });
});

test('files are for the people of the call, those who come later among them, and go with it', async () => {
  const [anna, maria, olga, stranger] = (await people(4)) as [Actor, Actor, Actor, Actor];
  const room = await talk(anna, maria);
  const sent = await world.call(anna, callsApi.sendMessage, {
    body: { room_id: room, message: '' },
    files: [note('Раз')],
  });
  expect(sent.body.attachments).toMatchObject([{ name: 'план.txt' }]);
  const { body: file } = await world.call(anna, chatFilesApi.upload, { files: [{ ...note('Два'), field: 'file' }] });
  expect((await say(maria, room, { file_ids: [file.id] })).statusCode).toBe(404);
  expect((await say(anna, room, { file_ids: [file.id] })).body.files).toHaveLength(1);
  const [url = ''] = sent.body.files;
  expect([await fetchFile(anna, url), await fetchFile(maria, url)]).toEqual([200, 200]);
  expect([await fetchFile(olga, url), await fetchFile(stranger, url)]).toEqual([404, 404]);
  await world.call(anna, callsApi.add, { params: { room_id: room }, body: { user_id: olga.id } });
  expect(await fetchFile(olga, url)).toBe(404);
  await world.call(olga, callsApi.accept, { params: { room_id: room } });
  expect(await fetchFile(olga, url)).toBe(200);

  for (const person of [anna, maria, olga]) await world.call(person, callsApi.hangup, { params: { room_id: room } });
  await sql`update calls set ended_at = now() - interval '366 days' where room_id = ${room}`.execute(world.services.db);
  await sweepCalls.run(world.services, {});
  expect((await read(anna, room)).statusCode).toBe(404);
  expect(await fetchFile(anna, url)).toBe(404);
});

test('whoever is erased leaves the call, and what they wrote and sent goes', async () => {
  const [anna, maria] = (await people(2)) as [Actor, Actor];
  const room = await talk(anna, maria);
  const { body } = await world.call(anna, callsApi.sendMessage, {
    body: { room_id: room, message: '' },
    files: [note('Моё')],
  });
  await world.services.db.transaction().execute((tx) => eraseUserData(world.services, tx, anna.id));
  expect(await fetchFile(maria, body.files[0] ?? '')).toBe(404);
  expect((await read(maria, room)).body.total).toBe(0);
  await expect.poll(async () => (await world.call(maria, callsApi.current)).body.call).toBeNull();
  expect((await world.call(maria, callsApi.history)).body.list).toMatchObject([{ room_id: room, people: [] }]);
});

test('a call that nobody took rings devices, then stands in chat and bell, once', async () => {
  const [anna, maria] = (await people(2)) as [Actor, Actor];
  await world.call(maria, pushApi.subscribe, { body: devices.browser() });
  const { room_id } = (await world.call(anna, callsApi.start, { body: { user_id: maria.id } })).body;
  await runQueuedJobs(world);
  expect(devices.received.at(-1)).toMatchObject({
    opened: { kind: 'call', room_id, user_id: anna.id, unread: 0 },
    headers: { urgency: 'high' },
  });
  expect(Number(devices.received.at(-1)?.headers.ttl)).toBeLessThanOrEqual(45);
  await world.call(anna, callsApi.hangup, { params: { room_id } });
  const before = devices.received.length;
  await runQueuedJobs(world);
  expect(devices.received.slice(before).map(({ opened }) => opened)).toContainEqual({
    kind: 'call_over',
    room_id,
    user_id: anna.id,
    unread: 0,
  });
  const chat = await world.call(maria, chatApi.messages, { params: { id: anna.id } });
  expect(chat.body.list).toMatchObject([{ kind: 'missed_call', user: { id: anna.id } }]);
  const bell = await world.call(maria, notificationsApi.list);
  expect(bell.body.list.filter(({ kind }) => kind === 'missed_call')).toHaveLength(1);
  const { rows } = await sql<{ id: number }>`select id from calls where room_id = ${room_id}`.execute(
    world.services.db,
  );
  expect(rows).toHaveLength(1);
  const { recordMissedCalls } = await import('./record-missed-calls.job.ts');
  await recordMissedCalls.run(world.services, { room_id, missed: [{ user: maria.id, by: anna.id }] });
  expect((await world.call(maria, chatApi.messages, { params: { id: anna.id } })).body.total).toBe(1);
});

test('whoever declines has missed nothing', async () => {
  const [anna, maria] = (await people(2)) as [Actor, Actor];
  const { room_id } = (await world.call(anna, callsApi.start, { body: { user_id: maria.id } })).body;
  await world.call(maria, callsApi.decline, { params: { room_id } });
  await runQueuedJobs(world);
  const { list } = (await world.call(maria, chatApi.messages, { params: { id: anna.id } })).body;
  expect(list.map(({ kind, call }) => [kind, call?.declined])).toEqual([['call', 1]]);
  expect((await world.call(maria, chatApi.counts)).body.unread).toBe(0);
  await expect.poll(async () => (await world.call(anna, callsApi.history)).body.list[0]?.outcome).toBe('declined');
});
