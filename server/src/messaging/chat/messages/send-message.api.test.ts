import { randomUUID } from 'node:crypto';
import { chatApi, MESSAGE_MAX } from '@app/contract/messaging/chat';
import { circleApi } from '@app/contract/people/circle';
import { privacyApi } from '@app/contract/people/privacy';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { chatsOf, findDrift, rejection, succeeded } from '../../../../test/chats.ts';
import { countWaiting } from '../../../../test/count-waiting.ts';
import { createWorld, type World } from '../../../../test/world.ts';
import { lockChat } from '../lock-chat.ts';

const TIMES = 50;

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

const times = <T>(make: (i: number) => T): T[] => Array.from({ length: TIMES }, (_, i) => make(i));
const upTo = (count: number) => Array.from({ length: count }, (_, i) => i + 1);

async function seqsBetween(one: { id: number }, other: { id: number }): Promise<number[]> {
  const { rows } = await sql<{ seq: number }>`
    select seq from messages join chats on chats.id = chat_id
    where low_id = ${Math.min(one.id, other.id)} and high_id = ${Math.max(one.id, other.id)} order by seq`.execute(
    world.services.db,
  );
  return rows.map(({ seq }) => seq);
}

describe('a message', () => {
  test('is there for both, in order, as it was written', async () => {
    const [anna, timur] = await people.pair();
    const sent = await people.say(anna, timur, '  Привет,\r\nкак дела? 👩‍👩‍👧  ');
    expect(sent).toMatchObject({ seq: 1, mine: 1, content: 'Привет,\nкак дела? 👩‍👩‍👧', deleted: 0, edited: null });
    await people.say(timur, anna, 'Хорошо');
    expect(await people.texts(anna, timur)).toEqual(['Привет,\nкак дела? 👩‍👩‍👧', 'Хорошо']);
    expect(await people.texts(timur, anna)).toEqual(await people.texts(anna, timur));
    const [answer] = (await people.read(anna, timur)).list;
    expect(answer).toMatchObject({ mine: 0, user: { id: timur.id, firstname: 'Проба' } });
  });

  test('answers another one, which may be gone by then', async () => {
    const [anna, timur] = await people.pair();
    const question = await people.say(anna, timur, 'Когда?');
    const answer = await people.say(timur, anna, 'Завтра', { reply_to: question.id });
    expect(answer.reply).toEqual({
      id: question.id,
      user_id: anna.id,
      name: expect.stringContaining('Проба'),
      content: 'Когда?',
      kind: 'text',
    });
    succeeded(await world.call(anna, chatApi.removeMessages, { body: { ids: [question.id], both: 1 } }));
    const one = succeeded(await world.call(timur, chatApi.one, { params: { id: answer.id } }));
    expect(one.reply).toMatchObject({ id: question.id, kind: 'gone', content: '' });
    const [other] = await people.pair();
    const elsewhere = await people.say(timur, other, 'Другое');
    expect((await people.say(timur, anna, 'Вот', { reply_to: elsewhere.id })).reply).toBeNull();
  });

  test('needs something in it, and is not longer than it may be', async () => {
    const [anna, timur] = await people.pair();
    expect(rejection(await people.write(anna, timur, ' \n '))).toBe('400 message_empty');
    expect(rejection(await people.write(anna, timur, 'я'.repeat(MESSAGE_MAX + 1)))).toBe('400 invalid_input');
    expect((await people.say(anna, timur, 'я'.repeat(MESSAGE_MAX))).content).toHaveLength(MESSAGE_MAX);
  });
});

describe('exactly once', () => {
  test('fifty repeats of one key at once are one message', async () => {
    const [anna, timur] = await people.pair();
    const client_key = randomUUID();
    const sent = await Promise.all(times(() => people.say(anna, timur, 'Раз', { client_key })));
    expect(new Set(sent.map(({ id, seq }) => `${id} ${seq}`)).size).toBe(1);
    expect(await seqsBetween(anna, timur)).toEqual([1]);
    expect((await people.line(timur, anna)).unread).toBe(1);
  });

  test('fifty different messages at once have fifty numbers without a hole', async () => {
    const [anna, timur] = await people.pair();
    const sent = await Promise.all(
      times((i) => people.say(anna, timur, `Сообщение ${i}`, { client_key: randomUUID() })),
    );
    expect(sent.map(({ seq }) => seq).sort((a, b) => a - b)).toEqual(upTo(TIMES));
    expect(await seqsBetween(anna, timur)).toEqual(upTo(TIMES));
    expect((await people.line(timur, anna)).unread).toBe(TIMES);
  });

  test('two who write to each other for the first time at the same moment share one chat', async () => {
    const [anna, timur] = [await world.user(), await world.user()];
    await Promise.all(
      times((i) => (i % 2 === 0 ? people.say(anna, timur, `а${i}`) : people.say(timur, anna, `т${i}`))),
    );
    expect(await seqsBetween(anna, timur)).toEqual(upTo(TIMES));
    expect((await people.line(anna, timur)).folder).toBe('main');
    expect((await people.line(timur, anna)).folder).toBe('main');
  });

  test('a crowd that writes to one person at once, and is answered at once, stands nobody in the way', async () => {
    const seller = await world.user();
    const crowd = await Promise.all(upTo(10).map(() => world.user()));
    await Promise.all(
      times((i) => {
        const other = crowd[i % crowd.length] ?? seller;
        return i % 3 === 0 ? people.say(seller, other, `${i}`) : people.say(other, seller, `${i}`);
      }),
    );
    for (const other of crowd) expect(await seqsBetween(seller, other)).toEqual(upTo(5));
  });

  test('the header names the key as well, and another key is another message', async () => {
    const [anna, timur] = await people.pair();
    const key = randomUUID();
    const send = (headers: Record<string, string>) =>
      world.call(anna, chatApi.send, { ...people.to(timur), body: { content: 'Раз' }, headers });
    const first = succeeded(await send({ 'idempotency-key': key }));
    const again = succeeded(await send({ 'idempotency-key': key }));
    expect(again.id).toBe(first.id);
    expect(again.client_key).toBe(key);
    expect(succeeded(await send({})).seq).toBe(2);
  });

  test('a key of any form is honoured for a day, with one input, and is free again when nothing was sent', async () => {
    const [anna, timur] = await people.pair();
    const send = (content: string, to = timur) =>
      world.call(anna, chatApi.send, {
        ...people.to(to),
        body: { content },
        headers: { 'idempotency-key': 'order-17' },
      });
    const sent = await Promise.all(times(() => send('Раз')));
    expect(new Set(sent.map((answer) => succeeded(answer).id)).size).toBe(1);
    expect(rejection(await send('Два'))).toBe('422 idempotency_mismatch');
    const { db } = world.services;
    await sql`
      update idempotency_keys set created_at = now() - interval '25 hours'
      where scope = ${`user:${anna.id}`} and key = 'order-17'`.execute(db);
    expect(succeeded(await send('Два')).seq).toBe(2);

    const [olga, igor] = await people.pair();
    const ask = (content: string) =>
      world.call(olga, chatApi.send, { ...people.to(igor), body: { content }, headers: { 'idempotency-key': 'x' } });
    expect(rejection(await ask(''))).toBe('400 message_empty');
    expect(succeeded(await ask('Раз')).seq).toBe(1);
  });

  test('a key belongs to one chat, also when both are written to at once', async () => {
    const [anna, timur] = await people.pair();
    const olga = await world.user();
    const client_key = randomUUID();
    const answers = await Promise.all([
      people.write(anna, timur, 'Раз', { client_key }),
      people.write(anna, olga, 'Раз', { client_key }),
    ]);
    expect(answers.map(rejection).sort()).toEqual(['200', '422 idempotency_mismatch']);
  });

  test('what was sent under a key is not sent again after it was taken back', async () => {
    const [anna, timur] = await people.pair();
    const client_key = randomUUID();
    const sent = await people.say(anna, timur, 'Раз', { client_key });
    succeeded(await world.call(anna, chatApi.removeMessages, { body: { ids: [sent.id], both: 1 } }));
    expect(await people.say(anna, timur, 'Раз', { client_key })).toMatchObject({
      id: sent.id,
      deleted: 1,
      content: '',
    });
    expect(await seqsBetween(anna, timur)).toEqual([1]);
  });

  test('what was sent under a key is answered, though its card is gone by now', async () => {
    const [anna, timur] = await people.pair();
    const olga = await world.user();
    const card = { client_key: randomUUID(), card_kind: 'user' as const, card_id: olga.id };
    const sent = await people.say(anna, timur, '', card);
    succeeded(await world.call(olga, chatApi.block, people.to(anna)));
    await sql`update users set status = 'suspended' where id = ${olga.id}`.execute(world.services.db);
    expect(await people.say(anna, timur, '', card)).toMatchObject({ id: sent.id, card: { state: 'gone' } });
    const again = { ...card, client_key: randomUUID() };
    expect(rejection(await people.write(anna, timur, '', again))).toBe('404 not_found');
  });
});

describe('who is not reached', () => {
  test('nobody writes to themselves, to nobody, or to those who are gone', async () => {
    const anna = await world.user();
    expect(rejection(await people.write(anna, anna))).toBe('404 not_found');
    expect(rejection(await people.write(anna, { ...anna, id: 99_999_999 }))).toBe('404 not_found');
    for (const change of [sql`deleted_at = now()`, sql`status = 'suspended'`, sql`status = 'registered'`]) {
      const gone = await world.user();
      await sql`update users set ${change} where id = ${gone.id}`.execute(world.services.db);
      expect(rejection(await people.write(anna, gone))).toBe('404 not_found');
    }
    const { rows } = await sql`select from chat_members where user_id = ${anna.id}`.execute(world.services.db);
    expect(rows).toEqual([]);
  });

  test('neither of two between whom there is a block writes to the other, and what was said stays', async () => {
    const [anna, timur] = await people.pair();
    await people.say(anna, timur, 'Раз');
    expect(succeeded(await world.call(timur, chatApi.block, people.to(anna)))).toEqual({ blocked: 1 });
    for (const [from, other] of [
      [anna, timur],
      [timur, anna],
    ] as const) {
      expect(rejection(await people.write(from, other))).toBe('403 blocked');
      expect(await people.texts(from, other)).toEqual(['Раз']);
    }
    expect(await people.line(timur, anna)).toMatchObject({ blocked: 1, may_write: 0 });
    expect(await people.line(anna, timur)).toMatchObject({ blocked: 0, may_write: 0 });
    expect(succeeded(await world.call(timur, circleApi.isBlocked, people.to(anna)))).toEqual({ blocked: 1 });
    expect(succeeded(await world.call(timur, chatApi.unblock, people.to(anna)))).toEqual({ blocked: 0 });
    await people.say(anna, timur, 'Два');
  });

  test('whoever lets only the circle write is not reached by others', async () => {
    const [anna, friend] = await people.pair();
    const other = await world.user();
    await people.say(other, anna, 'Раньше');
    succeeded(await world.call(anna, privacyApi.set, { body: { write: 'circle' } }));
    expect(rejection(await people.write(other, anna))).toBe('403 blocked');
    await people.say(friend, anna);
    succeeded(await world.call(anna, privacyApi.set, { body: { write: 'nobody' } }));
    expect(rejection(await people.write(friend, anna))).toBe('403 blocked');
    expect(await people.line(friend, anna)).toMatchObject({ may_write: 0 });
  });

  test('a block and messages at once leave no message after the block', async () => {
    const [anna, timur] = await people.pair();
    const answers = await Promise.all([
      ...times((i) => people.write(anna, timur, `${i}`)),
      world.call(timur, chatApi.block, people.to(anna)),
    ]);
    const sent = answers.slice(0, TIMES).filter(({ statusCode }) => statusCode === 200).length;
    expect(await seqsBetween(anna, timur)).toEqual(upTo(sent));
    expect(rejection(await people.write(anna, timur))).toBe('403 blocked');
  });

  test('a block waits for what is being sent, and is there for whatever comes next', async () => {
    const [anna, timur] = await people.pair();
    await people.say(anna, timur);
    const { db } = world.services;
    const [held, sent] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
    const sending = db.transaction().execute(async (tx) => {
      await lockChat(tx, anna.id, timur.id);
      held.resolve();
      await sent.promise;
    });
    await held.promise;
    let isBlocked = false;
    const blocking = world.call(timur, chatApi.block, people.to(anna)).then(() => {
      isBlocked = true;
    });
    await expect.poll(async () => isBlocked || (await countWaiting(db)) > 0).toBe(true);
    expect(isBlocked).toBe(false);
    sent.resolve();
    await Promise.all([sending, blocking]);
    expect(rejection(await people.write(anna, timur))).toBe('403 blocked');
  });
});
