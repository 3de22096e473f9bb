import { chatApi } from '@app/contract/messaging/chat';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chatsOf, findDrift, rejection, succeeded } from '../../../../test/chats.ts';
import { type Actor, createWorld, type World } from '../../../../test/world.ts';
import { insertDemoChats } from '../chat.public.ts';

let world: World;
let people: ReturnType<typeof chatsOf>;
beforeAll(async () => {
  world = await createWorld();
  people = chatsOf(world);
});
afterAll(async () => {
  expect(await findDrift(world)).toEqual([]);
  await world.close();
});

async function longDialog(count: number): Promise<[Actor, Actor]> {
  const two = [await world.user(), await world.user()] as [Actor, Actor];
  const messages = Array.from({ length: count }, (_, i) => ({
    from: (i % 2) as 0 | 1,
    content: `${i + 1}`,
    at: new Date(Date.now() - (count - i) * 1000),
  }));
  await world.services.db
    .transaction()
    .execute((tx) => insertDemoChats(tx, [{ between: [two[0].id, two[1].id], messages }]));
  return two;
}

const numbersOf = ({ list }: { list: { seq: number }[] }) => list.map(({ seq }) => seq);
const down = (from: number, to: number) => Array.from({ length: from - to + 1 }, (_, i) => from - i);

describe('pages of a chat', () => {
  test('come newest first, twenty-five at a time', async () => {
    const [anna, timur] = await longDialog(60);
    const first = await people.read(anna, timur, { mark: 0 });
    expect(numbersOf(first)).toEqual(down(60, 36));
    expect(first.total).toBe(60);
    expect(numbersOf(await people.read(anna, timur, { mark: 0, page: 3 }))).toEqual(down(10, 1));
    expect(numbersOf(await people.read(anna, timur, { mark: 0, page: 4 }))).toEqual([]);
    expect(numbersOf(await people.read(anna, timur, { mark: 0, page: 1_000_000 }))).toEqual([]);
  });

  test('of an empty chat are none for the specification’s call, and an empty one where a number is named', async () => {
    const [anna, timur] = [await world.user(), await world.user()];
    expect(rejection(await world.call(anna, chatApi.messages, people.to(timur)))).toBe('404 not_found');
    for (const [name, seq] of Object.entries({ before_seq: 10 ** 12, after_seq: 0, around_seq: 5 })) {
      const page = await people.read(anna, timur, { mark: 0, [name]: seq });
      expect(page).toMatchObject({ list: [], total: 0, chat: { user: { id: timur.id }, last_message: null } });
    }
    const nobody = { params: { id: 99_999_999 }, query: { after_seq: 0 } };
    expect(rejection(await world.call(anna, chatApi.messages, nobody))).toBe('404 not_found');
  });

  test('repeat nothing while messages come in, when they are skipped', async () => {
    const [anna, timur] = await longDialog(60);
    const seen = numbersOf(await people.read(anna, timur, { mark: 0, size: 20 }));
    for (const live of [1, 2, 3]) {
      await people.say(timur, anna, `Новое ${live}`);
      seen.push(...numbersOf(await people.read(anna, timur, { mark: 0, size: 20, page: live + 1, skip: live })));
    }
    expect(seen).toEqual(down(60, 1));
  });

  test('stay whole when messages are missing in between', async () => {
    const [anna, timur] = await longDialog(40);
    const all = (await people.read(anna, timur, { mark: 0, size: 100 })).list;
    const ids = all.filter(({ seq }) => seq % 4 === 0).map(({ id }) => id);
    succeeded(await world.call(anna, chatApi.removeMessages, { body: { ids } }));
    const left = down(40, 1).filter((seq) => seq % 4 !== 0);
    const pages = await Promise.all([1, 2, 3].map((page) => people.read(anna, timur, { mark: 0, size: 12, page })));
    expect(pages.flatMap(numbersOf)).toEqual(left);
    expect(pages[0]?.total).toBe(30);
    expect(numbersOf(await people.read(timur, anna, { mark: 0, size: 100 }))).toEqual(down(40, 1));
  });

  test('begin anywhere: before, after and around a number, before a message', async () => {
    const [anna, timur] = await longDialog(50);
    const read = async (query: Record<string, number>) =>
      numbersOf(await people.read(anna, timur, { mark: 0, size: 10, ...query }));
    expect(await read({ before_seq: 21 })).toEqual(down(20, 11));
    expect(await read({ after_seq: 45 })).toEqual([46, 47, 48, 49, 50]);
    expect(await read({ after_seq: 50 })).toEqual([]);
    expect(await read({ around_seq: 25 })).toEqual(down(30, 21));
    expect(await read({ around_seq: 1 })).toEqual(down(6, 1));
    const [newest] = (await people.read(anna, timur)).list;
    expect(await read({ before_id: newest?.id ?? 0 })).toEqual(down(49, 40));
    expect(await read({ before_id: 99_999_999 })).toEqual([]);
  });

  test('of a chat without messages are not found', async () => {
    const [anna, timur] = [await world.user(), await world.user()];
    const empty = () => world.call(anna, chatApi.messages, people.to(timur));
    expect(rejection(await empty())).toBe('404 not_found');
    await people.say(timur, anna);
    succeeded(await empty());
    succeeded(await world.call(anna, chatApi.remove, people.to(timur)));
    expect(rejection(await empty())).toBe('404 not_found');
    expect(rejection(await world.call(anna, chatApi.messages, people.to(anna)))).toBe('404 not_found');
  });

  test('cost the same at any depth of a hundred thousand messages', { tags: ['long'] }, async () => {
    const [anna, timur] = await longDialog(2);
    const { db } = world.services;
    await sql`
      insert into messages (chat_id, seq, sender_id, content)
      select chat_id, 2 + n, case when n % 2 = 0 then ${anna.id}::bigint else ${timur.id}::bigint end, 'Сообщение ' || n
      from chat_members, generate_series(1, 100000) as n where user_id = ${anna.id}`.execute(db);
    await sql`
      update chats set last_seq = 100002 where ${anna.id} in (low_id, high_id)`.execute(db);
    await sql`
      update chat_members set shown_seq = 100002, shown_count = 100002, read_seq = 100002
      where ${anna.id} in (user_id, other_id)`.execute(db);
    await sql`vacuum analyze messages`.execute(db);
    const last = await people.read(anna, timur, { mark: 0, page: 4000 });
    expect(numbersOf(last)).toEqual(down(27, 3));
    expect(last.total).toBe(100_002);
    for (const before of [100_003, 50_000, 26]) expect(await buffersOf(anna, before)).toBeLessThan(60);
  });
});

async function buffersOf(reader: Actor, before: number): Promise<number> {
  const { rows } = await sql<{ 'QUERY PLAN': [{ Plan: Record<string, number> }] }>`
    explain (analyze, buffers, format json)
    select m.id, m.seq from messages m
    where m.chat_id = (select chat_id from chat_members where user_id = ${reader.id} limit 1) and m.seq > 0
      and m.seq < ${before} and m.deleted_at is null
      and not exists (select from message_hides h where h.user_id = ${reader.id} and h.message_id = m.id)
    order by m.seq desc limit 25`.execute(world.services.db);
  const plan = rows[0]?.['QUERY PLAN'][0].Plan ?? {};
  return (plan['Shared Hit Blocks'] ?? 0) + (plan['Shared Read Blocks'] ?? 0);
}
