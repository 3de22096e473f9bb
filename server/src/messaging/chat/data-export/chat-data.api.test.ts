import { text } from 'node:stream/consumers';
import { chatApi } from '@app/contract/messaging/chat';
import { usersApi } from '@app/contract/people/users';
import { sql } from 'kysely';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { runQueuedJobs } from '../../../../test/queued-jobs.ts';
import { type Actor, createWorld, PASSWORD, type World } from '../../../../test/world.ts';
import { erasePeople } from '../../../people/auth/erase-people.job.ts';
import { jsonStream } from '../../../people/data-export/write-archive.ts';
import { exportChatOf } from './export-chat-data.public.ts';

const DAY_MS = 86_400_000;

let now = Date.now();
let world: World;
beforeAll(async () => {
  world = await createWorld({ clock: () => new Date(now) });
});
afterAll(() => world.close());

const write = (from: Actor, to: Actor, content: string) =>
  world.call(from, chatApi.send, { params: { id: to.id }, body: { content } });
const leave = (person: Actor) =>
  world.call(person, usersApi.remove, { params: { id: person.id }, body: { current_password: PASSWORD } });
const countChats = async (oneId: number): Promise<number> => {
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from chats where ${oneId} in (low_id, high_id)`.execute(world.services.db);
  return rows[0]?.count ?? 0;
};

test('a person’s archive has their chats and what they wrote, and not what others wrote', async () => {
  const [anna, igor] = [await world.user(), await world.user()];
  await write(anna, igor, 'От Анны');
  const { body } = await write(igor, anna, 'От Игоря');
  await world.call(anna, chatApi.react, { params: { id: body.id }, body: { reaction: '👍' } });
  await world.call(anna, chatApi.draft, { params: { id: igor.id }, body: { text: 'Черновик' } });
  await world.call(anna, chatApi.change, { params: { id: igor.id }, body: { mute: 0 } });
  await world.call(anna, chatApi.changeSettings, { body: { quick_replies: ['Да'], seller_replies: ['Нет'] } });
  await world.call(anna, chatApi.schedule, {
    params: { id: igor.id },
    body: { content: 'Потом', send_at: new Date(now + DAY_MS).toISOString() },
  });
  const archive = await text(jsonStream(await exportChatOf(world.services.db, anna.id)));
  expect(JSON.parse(archive)).toMatchObject({
    settings: { shows_reads: true, quick_replies: ['Да'], seller_replies: ['Нет'] },
    dialogs: [{ with_user_id: igor.id, draft: 'Черновик', is_muted_forever: true, muted_until: null }],
    messages: [{ seq: 1, content: 'От Анны' }],
    scheduled: [{ content: 'Потом', receiver_id: igor.id }],
    written_first: [{ stranger_id: igor.id }],
  });
  expect(archive).not.toContain('От Игоря');
  const nobody = await world.user();
  expect(JSON.parse(await text(jsonStream(await exportChatOf(world.services.db, nobody.id))))).toEqual({
    settings: null,
    dialogs: [],
    messages: [],
    scheduled: [],
    written_first: [],
  });
});

test('a chat whose two ends are erased is gone, also when that happens at once', async () => {
  const [anna, igor, olga] = [await world.user(), await world.user(), await world.user()];
  await write(anna, igor, 'Раз');
  await write(igor, anna, 'Два');
  await write(igor, olga, 'Три');
  await leave(anna);
  await leave(igor);
  expect(await countChats(anna.id)).toBe(1);
  now += 31 * DAY_MS;
  await Promise.all([erasePeople.run(world.services, {}), erasePeople.run(world.services, {})]);
  expect(await countChats(anna.id)).toBe(0);
  expect(await countChats(igor.id)).toBe(1);
  await sql`update users set deleted_at = ${new Date(now - 31 * DAY_MS)} where id = ${olga.id}`.execute(
    world.services.db,
  );
  await erasePeople.run(world.services, {});
  expect(await countChats(igor.id)).toBe(0);
  const { rows } = await sql`select from messages where sender_id in (${anna.id}, ${igor.id})`.execute(
    world.services.db,
  );
  expect(rows).toEqual([]);
});

test('whoever was talked to keeps the chat with nobody, and can do with it what they like', async () => {
  const [anna, igor] = [await world.user(), await world.user()];
  await write(anna, igor, 'До встречи');
  await write(igor, anna, 'Пока');
  await leave(anna);
  now += 31 * DAY_MS;
  await erasePeople.run(world.services, {});
  await runQueuedJobs(world);
  const reader = {
    ...igor,
    token: await world.services.sessions.create(world.services.db, igor.id, { ip: '127.0.0.1', userAgent: 'test' }),
  };
  const { body } = await world.call(reader, chatApi.list, { query: {} });
  expect(body.list[0]).toMatchObject({
    user: { firstname: 'Пользователь удалён', lastname: '', photo: null, deleted: 1 },
    may_write: 0,
    last_message: { content: 'Пока' },
  });
  const params = { id: anna.id };
  expect((await world.call(reader, chatApi.markRead, { params, body: { seq: 2 } })).statusCode).toBe(200);
  expect((await world.call(reader, chatApi.change, { params, body: { pinned: 1, archived: 0 } })).statusCode).toBe(200);
  expect((await write(reader, anna, 'Ау')).statusCode).toBe(404);
  const found = await world.call(reader, chatApi.search, { query: { search: 'встреча' } });
  expect(found.body.list.map(({ message }) => message.content)).toEqual(['До встречи']);
  expect((await world.call(reader, chatApi.remove, { params, query: { both: 1 } })).statusCode).toBe(200);
});

test('whatever goes with a message or a chat is found by an index', async () => {
  const { rows } = await sql<{ table: string }>`
    select c.conrelid::regclass::text as table from pg_constraint c
    where c.contype = 'f' and c.confdeltype = 'c' and c.confrelid in ('messages'::regclass, 'chats'::regclass)
      and not exists (select from pg_index i where i.indrelid = c.conrelid and i.indkey[0] = c.conkey[1] and i.indpred is null)`.execute(
    world.services.db,
  );
  expect(rows).toEqual([]);
});
