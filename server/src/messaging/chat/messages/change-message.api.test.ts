import { randomUUID } from 'node:crypto';
import { chatApi, EDIT_HOURS, FORWARDED_MAX, PINNED_MESSAGES_MAX } from '@app/contract/messaging/chat';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chatsOf, findDrift, rejection, succeeded } from '../../../../test/chats.ts';
import { type Actor, createWorld, type World } from '../../../../test/world.ts';

const TIMES = 50;
const HOUR_MS = 3_600_000;

let now = Date.now();
let world: World;
let people: ReturnType<typeof chatsOf>;
beforeAll(async () => {
  world = await createWorld({ clock: () => new Date(now) });
  people = chatsOf(world);
});
afterAll(async () => {
  expect(await findDrift(world)).toEqual([]);
  await world.close();
});

const edit = (who: Actor, id: number, content: string) =>
  world.call(who, chatApi.edit, { params: { id }, body: { content } });
const remove = (who: Actor, ids: number[], both: 0 | 1 = 0) =>
  world.call(who, chatApi.removeMessages, { body: { ids, both } });
const react = (who: Actor, id: number, reaction: '👍' | '❤️' | null) =>
  world.call(who, chatApi.react, { params: { id }, body: { reaction } });
const pin = (who: Actor, id: number, pinned: 0 | 1 = 1) =>
  world.call(who, chatApi.pinMessage, { params: { id }, body: { pinned } });
const one = (who: Actor, id: number) => world.call(who, chatApi.one, { params: { id } });
const forward = (who: Actor, to: Actor, ids: number[], client_key?: string) =>
  world.call(who, chatApi.forward, { ...people.to(to), body: { ids, client_key } });

describe('the text of a message', () => {
  test('is changed by its sender for two days, and both see that it was', async () => {
    const [anna, timur] = await people.pair();
    const { id } = await people.say(anna, timur, 'Превет');
    expect(succeeded(await edit(anna, id, 'Привет'))).toMatchObject({ content: 'Привет', edited: expect.any(String) });
    expect(succeeded(await one(timur, id))).toMatchObject({ content: 'Привет', edited: expect.any(String) });
    expect(rejection(await edit(timur, id, 'Пока'))).toBe('404 not_found');
    expect(rejection(await edit(anna, id, '  '))).toBe('400 message_empty');
    const before = now;
    now += EDIT_HOURS * HOUR_MS + 1;
    expect(rejection(await edit(anna, id, 'Поздно'))).toBe('409 edit_too_late');
    expect(succeeded(await edit(anna, id, 'Привет')).content).toBe('Привет');
    now = before;
  });

  test('gets no link past the warning by being changed, and of friends none is warned', async () => {
    const [anna, friend] = await people.pair();
    const stranger = await world.user();
    const link = 'Смотрите: https://example.com/promo';
    for (const [from, warnings] of [
      [stranger, ['link']],
      [friend, []],
    ] as const) {
      const { id } = await people.say(from, anna, 'Здравствуйте');
      expect(succeeded(await edit(from, id, link)).warnings).toEqual([]);
      expect(succeeded(await one(anna, id))).toMatchObject({ content: link, warnings });
    }
  });

  test('is nobody else’s to read or change, and nobody’s across a block', async () => {
    const [anna, timur] = await people.pair();
    const [other] = await people.pair();
    const { id } = await people.say(anna, timur);
    for (const answer of [
      await edit(other, id, 'Я'),
      await one(other, id),
      await react(other, id, '👍'),
      await pin(other, id),
    ])
      expect(rejection(answer)).toBe('404 not_found');
    expect(rejection(await remove(other, [id], 1))).toBe('404 not_found');
    succeeded(await world.call(timur, chatApi.block, people.to(anna)));
    for (const answer of [await edit(anna, id, 'Я'), await react(anna, id, '👍'), await pin(timur, id)])
      expect(rejection(answer)).toBe('403 blocked');
    expect(succeeded(await one(anna, id)).content).toBe('Здравствуйте');
  });
});

describe('reactions', () => {
  test('are one of each person; the next one takes its place', async () => {
    const [anna, timur] = await people.pair();
    const { id } = await people.say(anna, timur);
    succeeded(await react(timur, id, '👍'));
    succeeded(await react(anna, id, '👍'));
    expect(succeeded(await one(timur, id)).reactions).toEqual([{ reaction: '👍', count: 2, mine: 1 }]);
    now += 1000;
    const { reactions } = succeeded(await react(timur, id, '❤️'));
    expect(reactions).toEqual([
      { reaction: '👍', count: 1, mine: 0 },
      { reaction: '❤️', count: 1, mine: 1 },
    ]);
    expect(succeeded(await react(timur, id, null)).reactions).toEqual([{ reaction: '👍', count: 1, mine: 0 }]);
    const many = Array.from({ length: TIMES }, (_, i) => react(timur, id, i % 2 ? '👍' : '❤️'));
    for (const answer of await Promise.all(many)) succeeded(answer);
    const total = succeeded(await one(anna, id)).reactions.reduce((sum, { count }) => sum + count, 0);
    expect(total).toBe(2);
  });
});

describe('pinned messages', () => {
  test('stand over the chat for both, no more than twenty', async () => {
    const [anna, timur] = await people.pair();
    const ids: number[] = [];
    for (let i = 0; i <= PINNED_MESSAGES_MAX; i++) ids.push((await people.say(anna, timur, `${i}`)).id);
    const answers = await Promise.all(ids.map((id) => pin(timur, id)));
    expect(answers.map(rejection).sort()).toEqual([...Array(PINNED_MESSAGES_MAX).fill('200'), '409 pins_full'].sort());
    const head = succeeded(await world.call(anna, chatApi.header, people.to(timur)));
    expect(head.pinned).toHaveLength(PINNED_MESSAGES_MAX);
    const [first] = head.pinned;
    expect(succeeded(await pin(anna, first?.id ?? 0, 0)).pinned).toBe(0);
    succeeded(
      await remove(
        anna,
        head.pinned.map(({ id }) => id),
        1,
      ),
    );
    expect(succeeded(await world.call(anna, chatApi.header, people.to(timur))).pinned).toEqual([]);
  });
});

describe('deleting messages', () => {
  test('for oneself leaves them to the other', async () => {
    const [anna, timur] = await people.pair();
    const [first, second] = [await people.say(timur, anna, 'Раз'), await people.say(timur, anna, 'Два')];
    succeeded(await remove(anna, [second.id]));
    expect(await people.texts(anna, timur)).toEqual(['Раз']);
    expect(await people.texts(timur, anna)).toEqual(['Раз', 'Два']);
    expect(await people.line(anna, timur)).toMatchObject({ unread: 1, last_message: { id: first.id } });
    expect(rejection(await one(anna, second.id))).toBe('404 not_found');
    succeeded(await remove(anna, [second.id]));
  });

  test('for both leaves nothing of one’s own, and takes the rest from oneself alone', async () => {
    const [anna, timur] = await people.pair();
    const [mine, theirs] = [await people.say(anna, timur, 'Моё'), await people.say(timur, anna, 'Его')];
    succeeded(await remove(anna, [mine.id, theirs.id], 1));
    expect(await people.texts(timur, anna)).toEqual(['Его']);
    expect(rejection(await world.call(anna, chatApi.messages, people.to(timur)))).toBe('404 not_found');
    expect(await people.line(timur, anna)).toMatchObject({ unread: 0, last_message: { content: 'Его' } });
    const { rows } = await sql`select content from messages where id = ${mine.id}`.execute(world.services.db);
    expect(rows).toEqual([{ content: '' }]);
    expect((await people.say(anna, timur, 'Снова')).seq).toBe(3);
  });

  test('is of one chat at a time', async () => {
    const [anna, timur] = await people.pair();
    const olga = await world.user();
    const ids = [(await people.say(anna, timur)).id, (await people.say(anna, olga)).id];
    expect(rejection(await remove(anna, ids, 1))).toBe('404 not_found');
    expect(rejection(await remove(anna, [99_999_999]))).toBe('404 not_found');
  });

  test('at the same moment counts each message once', async () => {
    const [anna, timur] = await people.pair();
    const ids: number[] = [];
    for (let i = 0; i < 10; i++) ids.push((await people.say(anna, timur, `${i}`)).id);
    await Promise.all(
      Array.from({ length: TIMES }, (_, i) => remove(i % 2 ? anna : timur, ids.slice(i % 7), (i % 3 ? 1 : 0) as 0 | 1)),
    );
    expect(await findDrift(world)).toEqual([]);
  });
});

describe('deleting a chat', () => {
  test('for oneself empties it for oneself, and what comes later begins it anew', async () => {
    const [anna, timur] = await people.pair();
    await people.say(timur, anna, 'Раз');
    await people.say(anna, timur, 'Два');
    succeeded(await world.call(anna, chatApi.remove, people.to(timur)));
    expect((await people.list(anna)).list).toEqual([]);
    expect(await people.texts(timur, anna)).toEqual(['Раз', 'Два']);
    await people.say(timur, anna, 'Три');
    expect(await people.texts(anna, timur)).toEqual(['Три']);
    expect((await people.list(anna)).list).toMatchObject([{ unread: 1, last_message: { seq: 3 } }]);
  });

  test('for both leaves nothing of it in the database', async () => {
    const [anna, timur] = await people.pair();
    const { id } = await people.say(timur, anna, 'Раз');
    succeeded(await react(anna, id, '👍'));
    succeeded(await world.call(anna, chatApi.remove, { ...people.to(timur), query: { both: 1 } }));
    for (const who of [anna, timur]) expect((await people.list(who)).list).toEqual([]);
    const { rows } = await sql`select from messages where id = ${id}`.execute(world.services.db);
    expect(rows).toEqual([]);
    expect((await people.say(timur, anna, 'Два')).seq).toBe(2);
    const [stranger] = await people.pair();
    expect(rejection(await world.call(anna, chatApi.remove, people.to(stranger)))).toBe('404 not_found');
  });
});

describe('forwarding', () => {
  test('keeps the order and who wrote it first', async () => {
    const [anna, timur] = await people.pair();
    const [olga, pavel] = [await world.user({ firstname: 'Ольга' }), await world.user()];
    await people.befriend(anna, olga);
    await people.befriend(olga, pavel);
    const ids = [(await people.say(timur, anna, 'Раз')).id, (await people.say(anna, timur, 'Два')).id];
    const { list } = succeeded(await forward(anna, olga, ids));
    expect(list).toMatchObject([
      { content: 'Раз', forwarded: { user_id: timur.id }, mine: 1, seq: 1 },
      { content: 'Два', forwarded: { user_id: anna.id }, seq: 2 },
    ]);
    const further = succeeded(await forward(olga, pavel, [list[0]?.id ?? 0]));
    expect(further.list).toMatchObject([{ content: 'Раз', forwarded: { user_id: timur.id }, reply: null }]);
    expect(rejection(await edit(anna, list[0]?.id ?? 0, 'Иначе'))).toBe('404 not_found');
    expect((await people.line(olga, anna)).unread).toBe(2);
  });

  test('under one key happens once, however often it is asked for at the same moment', async () => {
    const [anna, timur] = await people.pair();
    const olga = await world.user();
    const ids = [(await people.say(timur, anna, 'Раз')).id, (await people.say(timur, anna, 'Два')).id];
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: TIMES }, () => forward(anna, olga, ids, key)));
    const sent = answers.map((answer) =>
      succeeded(answer)
        .list.map(({ id }) => id)
        .join(' '),
    );
    expect(new Set(sent).size).toBe(1);
    expect(await people.texts(olga, anna)).toEqual(['Раз', 'Два']);
  });

  test('takes only what one can read, and not to whom one may not write', async () => {
    const [anna, timur] = await people.pair();
    const [olga, pavel] = await people.pair();
    const secret = await people.say(olga, pavel, 'Тайна');
    const mine = await people.say(anna, timur, 'Моё');
    expect(rejection(await forward(anna, timur, [mine.id, secret.id]))).toBe('404 not_found');
    expect(await people.texts(timur, anna)).toEqual(['Моё']);
    expect(rejection(await forward(anna, anna, [mine.id]))).toBe('404 not_found');
    expect(rejection(await forward(anna, timur, []))).toBe('400 message_empty');
    const tooMany = Array.from({ length: FORWARDED_MAX + 1 }, (_, i) => i + 1);
    expect(rejection(await forward(anna, timur, tooMany))).toBe('400 invalid_input');
    succeeded(await world.call(timur, chatApi.block, people.to(anna)));
    expect(rejection(await forward(anna, timur, [mine.id]))).toBe('403 blocked');
  });

  test('is no way around the limit of sending', async () => {
    const limited = await createWorld({ environment: { RATE_LIMITS: 'on' } });
    try {
      const [anna, timur] = await chatsOf(limited).pair();
      const codes: number[] = [];
      for (let i = 0; i < 61; i++) {
        const call = { params: { id: timur.id }, body: { ids: [99_999_999] } };
        codes.push((await limited.call(anna, chatApi.forward, call)).statusCode);
      }
      expect(codes).toEqual([...Array(60).fill(404), 429]);
    } finally {
      await limited.close();
    }
  });
});
