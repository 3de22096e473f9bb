import { type ChatEvent, chatApi } from '@app/contract/messaging/chat';
import { circleApi } from '@app/contract/people/circle';
import { sql } from 'kysely';
import { beforeAll, describe, expect, test } from 'vitest';
import { chatsOf, succeeded } from '../../../test/chats.ts';
import { startTwoNodes, type TestNode } from '../../../test/nodes.ts';
import { openSocket, type SocketClient } from '../../../test/socket-client.ts';
import type { Actor, World } from '../../../test/world.ts';

let world: World;
let people: ReturnType<typeof chatsOf>;
let origin: string;
let second: TestNode;
const logged: string[] = [];
beforeAll(async () => {
  const logTo = { write: (text: string) => void logged.push(text) };
  const nodes = await startTwoNodes({ environment: { LOG_LEVEL: 'debug' }, logTo });
  ({ world, origin, second } = nodes);
  people = chatsOf(world);
  return nodes.close;
});

/** Opens the user's own event stream after the event number `after`. */
async function follow(actor: Actor, at = origin, after: number | string = 'now'): Promise<SocketClient> {
  const socket = await openSocket(at, `/ws/notifications/${actor.id}/?after=${after}`, { actor });
  await expect.poll(() => socket.received.some(({ type }) => type === 'unread')).toBe(true);
  return socket;
}

const eventsOf = (socket: SocketClient) =>
  socket.received.filter(({ type, seq }) => String(type).startsWith('chat_') && seq !== undefined) as (ChatEvent & {
    seq: number;
  })[];
const messagesOf = (socket: SocketClient) =>
  eventsOf(socket).flatMap((event) => (event.type === 'chat_message' ? [event.message.content] : []));
const numbersOf = (socket: SocketClient) =>
  socket.received.flatMap(({ seq }) => (typeof seq === 'number' ? [seq] : []));
const last = (socket: SocketClient) => eventsOf(socket).at(-1);

describe('a person’s own connection', () => {
  test('tells both people every message in order, on any node, with the row and the badge', async () => {
    const [anna, timur] = await people.pair();
    const lines = [await follow(anna), await follow(timur, second.origin), await follow(timur)];
    for (const text of ['Раз', 'Два', 'Три']) await people.say(anna, timur, text);
    for (const socket of lines) await expect.poll(() => messagesOf(socket)).toEqual(['Раз', 'Два', 'Три']);
    const [mine, theirs] = lines.map((socket) => last(socket as SocketClient));
    expect(mine).toMatchObject({
      user_id: timur.id,
      message: { mine: 1, client_key: null },
      chat: { unread: 0 },
      counts: { unread: 0 },
    });
    expect(theirs).toMatchObject({
      user_id: anna.id,
      message: { mine: 0 },
      chat: { unread: 3, user: { id: anna.id }, last_message: { content: 'Три' } },
      counts: { unread: 3, chats: 1 },
    });
  });

  test('begins with what waits', async () => {
    const [anna, timur] = await people.pair();
    await people.say(anna, timur);
    const socket = await follow(timur);
    expect(socket.received.slice(1)).toEqual([
      { type: 'chat_counts', counts: { unread: 1, chats: 1, requests: 0 } },
      { type: 'unread', count: expect.any(Number) },
    ]);
  });

  test('goes on after a break where it stopped, without a hole and without a repeat', async () => {
    const [anna, timur] = await people.pair();
    const before = await follow(timur);
    await people.say(anna, timur, 'Раз');
    await expect.poll(() => messagesOf(before)).toEqual(['Раз']);
    const at = last(before)?.seq ?? 0;
    before.close();
    const { id } = await people.say(anna, timur, 'Два');
    succeeded(await world.call(anna, chatApi.edit, { params: { id }, body: { content: 'Два!' } }));
    await people.say(anna, timur, 'Три');
    const gone = await people.say(anna, timur, 'Лишнее');
    succeeded(await world.call(anna, chatApi.removeMessages, { body: { ids: [gone.id], both: 1 } }));
    const after = await follow(timur, second.origin, at);
    await expect.poll(() => numbersOf(after).at(-1)).toBe(at + 5);
    expect(numbersOf(after).filter((seq) => seq > at && seq <= at + 5)).toContain(at + 1);
    expect(eventsOf(after).map(({ seq }) => seq)).toEqual([1, 2, 3, 4, 5].map((n) => at + n));
    expect(eventsOf(after).map(({ type }) => type)).toEqual([
      'chat_message',
      'chat_changed',
      'chat_message',
      'chat_changed',
      'chat_changed',
    ]);
    expect(messagesOf(after)).toEqual(['Два!', 'Три']);
    expect(last(after)).toMatchObject({ message: { deleted: 1, content: '' } });
  });

  test('tells what changes: edits, reactions, pins, marks, deletions, pinned chats', async () => {
    const [anna, timur] = await people.pair();
    const { id, seq } = await people.say(anna, timur, 'Раз');
    const [mine, theirs] = [await follow(anna), await follow(timur)];
    const heard = async (socket: SocketClient, expected: object) =>
      expect.poll(() => last(socket)).toMatchObject(expected);
    succeeded(await world.call(timur, chatApi.react, { params: { id }, body: { reaction: '👍' } }));
    await heard(mine, { type: 'chat_changed', message: { id, reactions: [{ reaction: '👍', count: 1, mine: 0 }] } });
    await heard(theirs, { type: 'chat_changed', message: { reactions: [{ mine: 1 }] } });
    succeeded(await world.call(timur, chatApi.markRead, { ...people.to(anna), body: { seq } }));
    await heard(mine, { type: 'chat_marks', user_id: timur.id, chat: { read_seq: seq, delivered_seq: seq } });
    await heard(theirs, { type: 'chat_marks', chat: { unread: 0 }, counts: { unread: 0 } });
    succeeded(await world.call(anna, chatApi.change, { ...people.to(timur), body: { pinned: 1 } }));
    await heard(mine, { type: 'chat_line', chat: { pinned: 1 } });
    succeeded(await world.call(timur, chatApi.removeMessages, { body: { ids: [id] } }));
    await heard(theirs, { type: 'chat_deleted', ids: [id], up_to_seq: null, chat: null });
    succeeded(await world.call(anna, chatApi.remove, { ...people.to(timur), query: { both: 1 } }));
    await heard(mine, { type: 'chat_deleted', ids: [], up_to_seq: seq, chat: null });
    await heard(theirs, { type: 'chat_deleted', up_to_seq: seq });
    succeeded(await world.call(timur, circleApi.block, people.to(anna)));
    await heard(mine, { type: 'chat_line', chat: { may_write: 0, blocked: 0 } });
    await heard(theirs, { type: 'chat_line', chat: { may_write: 0, blocked: 1 } });
  });

  test('tells of a chat that was declined nothing, and its numbers have no hole', async () => {
    const [anna, stranger] = [await world.user(), await world.user()];
    await people.say(stranger, anna, 'Раз');
    succeeded(await world.call(anna, chatApi.answerRequest, { ...people.to(stranger), body: { answer: 'decline' } }));
    const [mine, theirs] = [await follow(anna, origin, 0), await follow(stranger)];
    const told = numbersOf(mine).length;
    const { id } = await people.say(stranger, anna, 'Два');
    succeeded(await world.call(stranger, chatApi.edit, { params: { id }, body: { content: 'Два!' } }));
    succeeded(await world.call(stranger, chatApi.pinMessage, { params: { id }, body: {} }));
    await expect.poll(() => eventsOf(theirs)).toHaveLength(3);
    const [friend] = [await world.user()];
    await people.befriend(anna, friend);
    await people.say(friend, anna, 'Привет');
    await expect.poll(() => messagesOf(mine).at(-1)).toBe('Привет');
    expect(numbersOf(mine).length).toBeGreaterThan(told);
    expect(messagesOf(mine)).not.toContain('Два!');
    expect(eventsOf(mine).filter(({ type }) => type === 'chat_changed')).toEqual([]);
    expect(await people.line(anna, stranger)).toMatchObject({ unread: 0 });
    expect(await people.line(stranger, anna)).toMatchObject({ delivered_seq: 0, read_seq: 0, may_write: 1 });
    await people.say(anna, stranger, 'Всё же отвечу');
    await people.say(stranger, anna, 'Спасибо');
    await expect.poll(() => messagesOf(mine).at(-1)).toBe('Спасибо');
    expect(await people.texts(anna, stranger)).toEqual(['Раз', 'Два!', 'Всё же отвечу', 'Спасибо']);
    expect(await people.line(anna, stranger)).toMatchObject({ unread: 1, folder: 'main' });
  });

  test('of a client that knows notifications only says nothing of chats', async () => {
    const [anna, timur] = await people.pair();
    const bell = await openSocket(origin, `/ws/notifications/${timur.id}/`, { actor: timur });
    const own = await follow(timur);
    await people.say(anna, timur, 'Раз');
    await expect.poll(() => messagesOf(own)).toEqual(['Раз']);
    expect(bell.received.map(({ type }) => type).filter((type) => type !== 'notification')).toEqual([]);
  });

  test('keeps no text of a message anywhere but in the message', async () => {
    const [anna, timur] = await people.pair();
    await people.say(anna, timur, 'Канарейка поёт на рассвете');
    succeeded(await world.call(timur, chatApi.search, { query: { search: 'Канарейка' } }));
    await world.call(timur, chatApi.list, { query: { search: 'Канарейка' } });
    const { rows: tables } = await sql<{ name: string }>`
      select table_name as name from information_schema.tables
      where table_schema = 'public' and table_type = 'BASE TABLE'`.execute(world.services.db);
    const holding: string[] = [];
    for (const { name } of tables) {
      const { rows } = await sql`select from ${sql.table(name)} t where t::text like '%Канарейка%'`.execute(
        world.services.db,
      );
      if (rows.length > 0) holding.push(name);
    }
    expect(holding).toEqual(['messages']);
    expect(logged.join('')).toContain('/api/chat');
    expect(logged.join('')).not.toMatch(/Канарейка|%D0%9A%D0%B0%D0%BD/);
  });
});

describe('the socket of one chat', () => {
  const dialog = (actor: Actor, other: { id: number }, my = actor, at = origin) =>
    openSocket(at, `/ws/chat/${my.id}/${other.id}/`, { actor });
  async function open(actor: Actor, other: Actor, at = origin): Promise<SocketClient> {
    const socket = await dialog(actor, other, actor, at);
    socket.send({ type: 'beat' });
    await expect.poll(() => socket.received).toEqual([{ type: 'beat' }]);
    socket.received.length = 0;
    await new Promise((resolve) => setTimeout(resolve, 200));
    return socket;
  }

  test('tells its messages with their meta, its marks, and nothing of other chats', async () => {
    const [anna, timur] = await people.pair();
    const olga = await world.user();
    const sockets = [await open(anna, timur), await open(timur, anna, second.origin)] as const;
    await people.say(olga, timur, 'Мимо');
    const { id } = await people.say(anna, timur, 'Раз');
    for (const socket of sockets)
      await expect
        .poll(() => socket.received.at(-1))
        .toMatchObject({ type: 'message', meta: { id, content: 'Раз', seq: 1 } });
    sockets[1].send({ type: 'read', seq: 1 });
    await expect
      .poll(() => sockets[0].received.at(-1))
      .toEqual({ type: 'marks', meta: { delivered_seq: 1, read_seq: 1 } });
    succeeded(await world.call(anna, chatApi.removeMessages, { body: { ids: [id], both: 1 } }));
    await expect.poll(() => sockets[1].received.at(-1)).toMatchObject({ type: 'changed', meta: { id, deleted: 1 } });
    expect(sockets[1].received.filter(({ type }) => type === 'message')).toHaveLength(1);
  });

  test('tells that the other one types, not too often, and only where both show it', async () => {
    const [anna, timur] = await people.pair();
    const [mine, theirs, line] = [await open(anna, timur), await open(timur, anna), await follow(timur)];
    const typing = (socket: SocketClient) => socket.received.filter(({ type }) => type === 'typing');
    for (let i = 0; i < 5; i++) mine.send({ type: 'typing', what: 'voice' });
    await expect.poll(() => typing(theirs)).toEqual([{ type: 'typing', user_id: anna.id, what: 'voice' }]);
    await expect.poll(() => typing(line)).toHaveLength(1);
    succeeded(await world.call(timur, chatApi.changeSettings, { body: { shows_typing: 0 } }));
    theirs.send({ type: 'typing' });
    const stranger = await world.user();
    const unknown = await open(stranger, timur);
    unknown.send({ type: 'typing' });
    await people.say(anna, timur, 'Готово');
    await expect.poll(() => theirs.received.at(-1)).toMatchObject({ type: 'message' });
    expect(typing(mine)).toEqual([]);
    expect(typing(line)).toHaveLength(1);
  });

  test('tells nobody who waits in the requests, or was declined, that the answer is being typed', async () => {
    const [anna, timur] = [await world.user(), await world.user()];
    await people.say(anna, timur, 'Здравствуйте');
    const [mine, theirs] = [await open(anna, timur), await open(timur, anna)];
    theirs.send({ type: 'typing' });
    succeeded(await world.call(timur, chatApi.answerRequest, { ...people.to(anna), body: { answer: 'decline' } }));
    const again = await open(timur, anna);
    again.send({ type: 'typing' });
    // A response on the same socket shows that all earlier messages were handled.
    for (const socket of [theirs, again]) {
      socket.send({ type: 'beat' });
      await expect.poll(() => socket.received.at(-1)).toEqual({ type: 'beat' });
    }
    await people.say(anna, timur, 'Вы здесь?');
    await expect.poll(() => mine.received.at(-1)).toMatchObject({ type: 'message' });
    expect(mine.received.filter(({ type }) => type === 'typing')).toEqual([]);
    await people.say(timur, anna, 'Да');
    const third = await open(timur, anna);
    third.send({ type: 'typing' });
    await expect.poll(() => mine.received.at(-1)).toEqual({ type: 'typing', user_id: timur.id, what: 'text' });
  });

  test('lets in only its own person, for somebody who is there and not behind a block', async () => {
    const [anna, timur] = await people.pair();
    const stranger = await world.user();
    const code = async (socket: SocketClient) => (await socket.closed).code;
    expect(await code(await openSocket(origin, `/ws/chat/${anna.id}/${timur.id}/`, { actor: null }))).toBe(4401);
    expect(await code(await dialog(stranger, timur, anna))).toBe(4403);
    expect(await code(await dialog(anna, { id: 99_999_999 }))).toBe(4403);
    expect(await code(await dialog(anna, anna))).toBe(4403);
    const [mine, theirs] = [await open(anna, timur), await open(timur, anna)];
    succeeded(await world.call(timur, chatApi.block, people.to(anna)));
    expect(await code(mine)).toBe(4403);
    expect(await code(theirs)).toBe(4403);
    expect(await code(await dialog(anna, timur))).toBe(4403);
  });

  test('is closed on what it does not understand', async () => {
    const [anna, timur] = await people.pair();
    for (const said of [{ type: 'typing', what: 'thinking' }, { type: 'read' }, { type: 'read', seq: -1 }]) {
      const socket = await open(anna, timur);
      socket.send(said);
      expect((await socket.closed).code).toBe(1007);
    }
  });
});
