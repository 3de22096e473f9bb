import { chatApi, PREVIEW_MAX } from '@app/contract/messaging/chat';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chatsOf, findDrift, rejection, succeeded } from '../../../../test/chats.ts';
import { type Actor, createWorld, type World } from '../../../../test/world.ts';
import { insertDemoChats, recordCall } from '../chat.public.ts';

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

const mark = (who: Actor, other: Actor, body: { seq?: number; marked?: 0 | 1 }) =>
  world.call(who, chatApi.markRead, { ...people.to(other), body });
const delivered = (who: Actor, ...list: [Actor, number][]) =>
  world.call(who, chatApi.delivered, { body: { list: list.map(([{ id: user_id }, seq]) => ({ user_id, seq })) } });
const endsOf = ({ list }: { list: { user: { id: number } }[] }) => list.map(({ user }) => user.id);

describe('the list of chats', () => {
  test('has pinned ones first, then those with the newest message, and what is unread', async () => {
    const anna = await world.user();
    const others = [await world.user(), await world.user(), await world.user()] as const;
    for (const other of others) {
      await people.befriend(anna, other);
      await people.say(other, anna, 'Раз');
    }
    await people.say(anna, others[0], 'Ответ');
    succeeded(await world.call(anna, chatApi.change, { ...people.to(others[1]), body: { pinned: 1 } }));
    const answer = await people.list(anna);
    expect(endsOf(answer)).toEqual([others[1].id, others[0].id, others[2].id]);
    expect(answer.total).toBe(3);
    expect(answer.counts).toEqual({ unread: 3, chats: 3, requests: 0 });
    expect(endsOf(await people.list(anna, { size: 2, page: 2 }))).toEqual([others[2].id]);
    expect(endsOf(await people.list(anna, { page: 1_000_000 }))).toEqual([]);
  });

  test('leaves no chat out where folders are not asked for, and tells them apart where they are', async () => {
    const [anna, friend] = await people.pair();
    const [stranger, put, away] = [await world.user(), await world.user(), await world.user()];
    await people.say(friend, anna, 'Раз');
    await people.say(stranger, anna, 'Два');
    await people.say(anna, put, 'Три');
    succeeded(await world.call(anna, chatApi.change, { ...people.to(put), body: { archived: 1 } }));
    await people.say(away, anna, 'Четыре');
    succeeded(await world.call(anna, chatApi.answerRequest, { ...people.to(away), body: { answer: 'decline' } }));
    expect(endsOf(await people.list(anna))).toEqual([put.id, stranger.id, friend.id]);
    expect(endsOf(await people.list(anna, { folder: 'main' }))).toEqual([friend.id]);
    expect(endsOf(await people.list(anna, { folder: 'requests' }))).toEqual([stranger.id]);
    expect(endsOf(await people.list(anna, { folder: 'archive' }))).toEqual([put.id]);
  });

  test('shows a message without the marks of its text, and sends the text as it was typed', async () => {
    const [anna, igor] = await people.pair();
    const content = '> Торг есть?\n**Да**, _немного_';
    await people.say(igor, anna, content);
    const [chat] = (await people.list(anna)).list;
    expect(chat?.last_message).toMatchObject({ content, preview: 'Торг есть? Да, немного' });
  });

  test('is searched by parts of names in any order, and by the last message', async () => {
    const anna = await world.user();
    const olga = await world.user({ firstname: 'Ольга', lastname: 'Лебедева' });
    const petr = await world.user({ firstname: 'Пётр', lastname: 'Рыбаков' });
    await people.say(anna, olga, 'Завтра в кафе у моста');
    await people.say(anna, petr, 'Лодка 100% ещё есть');
    const found = async (search: string) => endsOf(await people.list(anna, { search }));
    expect(await found('лебед оль')).toEqual([olga.id]);
    expect(await found('ПЕТР')).toEqual([petr.id]);
    expect(await found('моста кафе')).toEqual([olga.id]);
    expect(await found('100%')).toEqual([petr.id]);
    expect(await found('%')).toEqual([petr.id]);
    expect(await found('нет такого')).toEqual([]);
    expect((await people.list(anna, { search: 'лодка' })).total).toBe(1);
  });

  test('shows the beginning of a long message, in whole characters, or what was sent instead of a text', async () => {
    const [anna, timur] = await people.pair();
    const preview = async () => (await people.line(anna, timur)).last_message?.preview;
    await people.say(timur, anna, '😀'.repeat(PREVIEW_MAX));
    expect(await preview()).toBe('😀'.repeat(PREVIEW_MAX));
    await people.say(timur, anna, '😀'.repeat(PREVIEW_MAX + 1));
    expect(await preview()).toBe(`${'😀'.repeat(PREVIEW_MAX)}…`);
    await people.say(timur, anna, 'Раз\n\nдва');
    expect(await preview()).toBe('Раз два');
    await people.say(timur, anna, '', { card_kind: 'user', card_id: anna.id });
    expect(await preview()).toMatch(/^Контакт: Проба/);
    await world.services.db
      .transaction()
      .execute((tx) =>
        recordCall(world.services, tx, { callerId: timur.id, calleeId: anna.id, outcome: 'unanswered' }),
      );
    expect(await preview()).toBe('Пропущенный звонок');
    expect((await people.line(timur, anna)).last_message?.preview).toBe('Звонок без ответа');
    const english = await world.call(anna, chatApi.list, { headers: { 'accept-language': 'en' } });
    expect(english.body.list[0]?.last_message).toMatchObject({ kind: 'missed_call', preview: 'Missed call' });
  });

  test('keeps the chat with somebody who is gone, under the name of nobody', async () => {
    const [anna, timur] = await people.pair();
    await people.say(timur, anna, 'Раз');
    await sql`update users set deleted_at = now() where id = ${timur.id}`.execute(world.services.db);
    const [chat] = (await people.list(anna)).list;
    expect(chat).toMatchObject({ may_write: 0, last_message: { content: 'Раз' } });
    expect(chat?.user).toEqual({
      id: timur.id,
      firstname: 'Пользователь удалён',
      lastname: '',
      photo: null,
      deleted: 1,
    });
    expect((await people.read(anna, timur)).list[0]?.user.deleted).toBe(1);
  });
});

describe('marks', () => {
  test('say how far the other received and read, and never go back', async () => {
    const [anna, timur] = await people.pair();
    for (const text of ['Раз', 'Два', 'Три']) await people.say(anna, timur, text);
    const seen = async () => {
      const { delivered_seq, read_seq } = await people.line(anna, timur);
      return [delivered_seq, read_seq];
    };
    expect(await seen()).toEqual([0, 0]);
    succeeded(await delivered(timur, [anna, 2]));
    expect(await seen()).toEqual([2, 0]);
    expect(succeeded(await mark(timur, anna, { seq: 1 }))).toEqual({ unread: 2, chats: 1, requests: 0 });
    expect(await seen()).toEqual([2, 1]);
    succeeded(await mark(timur, anna, { seq: 99 }));
    succeeded(await mark(timur, anna, { seq: 2 }));
    succeeded(await delivered(timur, [anna, 1], [anna, 999]));
    expect(await seen()).toEqual([3, 3]);
    expect(await people.line(timur, anna)).toMatchObject({ unread: 0, my_read_seq: 3 });
    const [other] = await people.pair();
    expect(rejection(await mark(timur, other, { seq: 1 }))).toBe('404 not_found');
    succeeded(await delivered(timur, [other, 5]));
  });

  test('come with reading a page that proves itself like a write, unless it asks to leave them', async () => {
    const [anna, timur] = await people.pair();
    for (const text of ['Раз', 'Два', 'Три']) await people.say(anna, timur, text);
    const unread = async () => (await people.line(timur, anna)).unread;
    await people.read(timur, anna, { mark: 0 });
    await world.app.inject({ url: `/api/chat/${anna.id}`, headers: { cookie: `token=${timur.token}` } });
    expect(await unread()).toBe(3);
    await people.read(timur, anna, { before_seq: 3 });
    expect(await unread()).toBe(1);
    await world.app.inject({ url: `/api/chat/${anna.id}`, headers: { authorization: `Bearer ${timur.token}` } });
    expect(await unread()).toBe(0);
  });

  test('of reading are shown by neither where one of the two does not show them', async () => {
    const [anna, timur] = await people.pair();
    await people.say(anna, timur, 'Раз');
    await people.say(timur, anna, 'Два');
    for (const [who, other] of [
      [anna, timur],
      [timur, anna],
    ] as const)
      succeeded(await mark(who, other, { seq: 2 }));
    succeeded(await world.call(timur, chatApi.changeSettings, { body: { shows_reads: 0 } }));
    expect(await people.line(anna, timur)).toMatchObject({ delivered_seq: 2, read_seq: 0 });
    expect(await people.line(timur, anna)).toMatchObject({ delivered_seq: 2, read_seq: 0, my_read_seq: 2 });
    succeeded(await world.call(timur, chatApi.changeSettings, { body: { shows_reads: 1 } }));
    expect(await people.line(anna, timur)).toMatchObject({ read_seq: 2 });
  });

  test('of somebody who has not taken the writer in show nothing', async () => {
    const [anna, stranger] = [await world.user(), await world.user()];
    await people.say(stranger, anna, 'Раз');
    succeeded(await delivered(anna, [stranger, 1]));
    succeeded(await mark(anna, stranger, { seq: 1 }));
    expect(await people.line(stranger, anna)).toMatchObject({ delivered_seq: 0, read_seq: 0 });
    await people.say(anna, stranger, 'Два');
    expect(await people.line(stranger, anna)).toMatchObject({ delivered_seq: 1, read_seq: 1 });
  });

  test('show a chat as unread when its reader wants it so', async () => {
    const [anna, timur] = await people.pair();
    await people.say(timur, anna, 'Раз');
    succeeded(await mark(anna, timur, { seq: 1 }));
    expect(succeeded(await mark(anna, timur, { marked: 1 }))).toEqual({ unread: 0, chats: 1, requests: 0 });
    expect(await people.line(anna, timur)).toMatchObject({ marked: 1, unread: 0 });
    await people.read(anna, timur, {});
    expect(await people.line(anna, timur)).toMatchObject({ marked: 0 });
  });
});

describe('the badge', () => {
  test('counts neither what is muted, nor archived, nor from strangers', async () => {
    const anna = await world.user();
    const [friend, muted, archived] = [await world.user(), await world.user(), await world.user()];
    for (const other of [friend, muted, archived]) {
      await people.befriend(anna, other);
      await people.say(other, anna);
    }
    await people.say(await world.user(), anna);
    succeeded(await world.call(anna, chatApi.change, { ...people.to(muted), body: { mute: 0 } }));
    succeeded(await world.call(anna, chatApi.change, { ...people.to(archived), body: { archived: 1 } }));
    expect(succeeded(await world.call(anna, chatApi.counts))).toEqual({ unread: 1, chats: 1, requests: 1 });
    await people.say(archived, anna);
    expect((await people.line(anna, archived)).folder).toBe('main');
    expect(succeeded(await world.call(anna, chatApi.counts))).toEqual({ unread: 3, chats: 2, requests: 1 });
  });
});

describe('demo chats', () => {
  test('count as if they had been held', async () => {
    const [anna, timur] = [await world.user(), await world.user()];
    const at = new Date(Date.now() - 60_000);
    await world.services.db.transaction().execute((tx) =>
      insertDemoChats(tx, [
        {
          between: [timur.id, anna.id],
          messages: [
            { from: 0, content: 'Раз', at, reactions: [{ by: 1, reaction: '👍' }], isPinned: true },
            { from: 1, content: 'Два', at, replyTo: 0 },
            { from: 0, content: 'Три', at },
          ],
          members: [{ isPinned: true }, { unread: 1, draft: 'Хор', mutedUntil: 'infinity' }],
        },
      ]),
    );
    expect(await findDrift(world)).toEqual([]);
    expect(await people.line(anna, timur)).toMatchObject({
      unread: 1,
      draft: 'Хор',
      muted: 1,
      muted_until: null,
      my_read_seq: 2,
    });
    const { list } = await people.read(timur, anna);
    expect(list.map(({ reply, reactions, pinned }) => [reply?.content, reactions.length, pinned])).toEqual([
      [undefined, 0, 0],
      ['Раз', 0, 0],
      [undefined, 1, 1],
    ]);
  });
});
