import { type chatApi as Api, chatApi } from '@app/contract/messaging/chat';
import { circleApi } from '@app/contract/people/circle';
import type { QueryOf } from '@app/contract/platform/endpoint';
import { sql } from 'kysely';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { type Actor, createWorld, type World } from '../../../../test/world.ts';
import { insertDemoChats } from '../chat.public.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

const write = async (from: Actor, to: Actor, content: string, more: object = {}): Promise<number> =>
  (await world.call(from, chatApi.send, { params: { id: to.id }, body: { content, ...more } })).body.id;
const find = async (me: Actor, query: Partial<QueryOf<typeof Api.search>>) =>
  (await world.call(me, chatApi.search, { query: query as QueryOf<typeof Api.search> })).body;
const texts = async (me: Actor, query: Partial<QueryOf<typeof Api.search>>) =>
  (await find(me, query)).list.map(({ message }) => message.content);
const pair = async () => [await world.user(), await world.user()] as const;

describe('messages are found', () => {
  test('by any form of their words, and by the beginning of the last one', async () => {
    const [anna, igor] = await pair();
    await write(anna, igor, 'Продаю зелёные лодки с мотором');
    await write(igor, anna, 'Мне бы весло');
    for (const search of ['лодка', 'зеленую лодку', 'мотор лодки', 'ЗЕЛЁН', 'мото']) {
      expect(await texts(igor, { search })).toEqual(['Продаю зелёные лодки с мотором']);
    }
    expect(await texts(igor, { search: 'самолёт' })).toEqual([]);
    expect(await texts(igor, { search: 'лодка самолёт' })).toEqual([]);
  });

  test('also when they were typed under the other keyboard, or in the other alphabet', async () => {
    const [anna, igor] = await pair();
    await write(anna, igor, 'Велосипед ещё продаётся');
    for (const search of ['dtkjcbgtl', 'velosiped']) expect(await texts(anna, { search })).toHaveLength(1);
  });

  test('in other languages by their words as they are', async () => {
    const [anna, igor] = await pair();
    await write(anna, igor, 'Où est le vélo rouge?');
    await write(anna, igor, '자전거 있어요');
    expect(await texts(igor, { search: 'vélo' })).toHaveLength(1);
    expect(await texts(igor, { search: '자전거' })).toHaveLength(1);
  });

  test('by somebody with thousands of messages as well: a rare word, a number, the newest with a common one', async () => {
    const [anna, igor] = await pair();
    const first = await write(anna, igor, 'Мачта и парус');
    const { db } = world.services;
    await sql`
      insert into messages (chat_id, seq, sender_id, content)
      select chat_id, 1 + n, sender_id, 'Волна ' || n from messages, generate_series(1, 5100) n where id = ${first}`.execute(
      db,
    );
    const last = { shown_seq: 5101, shown_count: 5101, shown_at: new Date() };
    await db.updateTable('chat_members').set(last).where('user_id', 'in', [anna.id, igor.id]).execute();
    expect(await texts(igor, { search: 'парусом' })).toEqual(['Мачта и парус']);
    expect(await texts(igor, { search: 'волна 4321' })).toEqual(['Волна 4321']);
    const { list, total } = await find(igor, { search: 'волн' });
    expect([total, list[0]?.message.content]).toEqual([1000, 'Волна 5100']);
  });

  test('newest first, in one chat or in all, with the other end of each', async () => {
    const [anna, igor] = await pair();
    const olga = await world.user();
    await write(anna, igor, 'Кот один');
    await write(olga, anna, 'Кот два');
    await write(igor, anna, 'Кот три');
    const { list, total } = await find(anna, { search: 'кот' });
    expect(list.map(({ message, user }) => [message.content, user.id])).toEqual([
      ['Кот три', igor.id],
      ['Кот два', olga.id],
      ['Кот один', igor.id],
    ]);
    expect(total).toBe(3);
    expect(await texts(anna, { search: 'кот', user_id: olga.id })).toEqual(['Кот два']);
    expect(await texts(anna, { search: 'кот', from: 'me' })).toEqual(['Кот один']);
    expect(await texts(anna, { search: 'кот', from: 'them', user_id: igor.id })).toEqual(['Кот три']);
    expect((await find(anna, { search: 'кот', size: 2, page: 2 })).list).toHaveLength(1);
  });

  test('by their day in Moscow', async () => {
    const [anna, igor] = await pair();
    const at = (moment: string) => new Date(moment);
    await world.services.db.transaction().execute((tx) =>
      insertDemoChats(tx, [
        {
          between: [anna.id, igor.id],
          messages: [
            { from: 0, content: 'Кит первого', at: at('2026-03-01T20:59:00Z') },
            { from: 1, content: 'Кит второго', at: at('2026-03-01T21:01:00Z') },
            { from: 0, content: 'Кит третьего', at: at('2026-03-02T21:00:00Z') },
          ],
        },
      ]),
    );
    const of = (since?: string, until?: string) => texts(anna, { search: 'кит', since, until });
    expect(await of('2026-03-02', '2026-03-02')).toEqual(['Кит второго']);
    expect(await of(undefined, '2026-03-01')).toEqual(['Кит первого']);
    expect(await of('2026-03-03')).toEqual(['Кит третьего']);
    expect(await texts(anna, { since: '2026-03-02' })).toEqual(['Кит третьего', 'Кит второго']);
  });

  test('by what they carry', async () => {
    const [anna, igor] = await pair();
    await write(anna, igor, 'Смотрите https://example.com');
    await write(anna, igor, '', { card_kind: 'user', card_id: anna.id });
    expect(await texts(igor, { kind: 'link' })).toEqual(['Смотрите https://example.com']);
    const { list } = await find(igor, { kind: 'card' });
    expect(list.map(({ message }) => message.card?.id)).toEqual([anna.id]);
    expect(await texts(igor, { kind: 'voice' })).toEqual([]);
    expect(await texts(igor, { kind: 'link', search: 'смотрит' })).toHaveLength(1);
  });

  test('as they are after a change', async () => {
    const [anna, igor] = await pair();
    const id = await write(anna, igor, 'Рыба');
    await world.call(anna, chatApi.edit, { params: { id }, body: { content: 'Мясо https://example.com' } });
    expect(await texts(igor, { search: 'рыба' })).toEqual([]);
    expect(await texts(igor, { search: 'мясо' })).toHaveLength(1);
    expect(await texts(igor, { kind: 'link' })).toHaveLength(1);
  });
});

describe('messages are not found', () => {
  test('by anybody but the two', async () => {
    const [anna, igor] = await pair();
    await write(anna, igor, 'Секретный пароль');
    const others = [
      await world.user(),
      await world.user({ groups: ['admin'] }),
      await world.user({ is_superuser: true }),
    ];
    for (const other of others) {
      for (const query of [{ search: 'пароль' }, { search: 'пароль', user_id: anna.id }]) {
        expect(await find(other, query)).toEqual({ list: [], total: 0 });
      }
    }
  });

  test('once they are deleted, for oneself or for both, alone or with the chat', async () => {
    const [anna, igor] = await pair();
    const hidden = await write(anna, igor, 'Слон один');
    const gone = await write(anna, igor, 'Слон два');
    await write(anna, igor, 'Слон три');
    await world.call(igor, chatApi.removeMessages, { body: { ids: [hidden] } });
    expect(await texts(igor, { search: 'слон' })).toEqual(['Слон три', 'Слон два']);
    expect(await texts(anna, { search: 'слон' })).toHaveLength(3);
    await world.call(anna, chatApi.removeMessages, { body: { ids: [gone], both: 1 } });
    expect(await texts(igor, { search: 'слон' })).toEqual(['Слон три']);
    const { rows } = await sql`select search from messages where id = ${gone}`.execute(world.services.db);
    expect(rows).toEqual([{ search: null }]);
    await world.call(igor, chatApi.remove, { params: { id: anna.id }, query: { both: 0 } });
    expect(await texts(igor, { search: 'слон' })).toEqual([]);
    expect(await texts(anna, { search: 'слон' })).toEqual(['Слон три', 'Слон один']);
  });

  test('in a chat that was declined', async () => {
    const [anna, igor] = await pair();
    await write(igor, anna, 'Кредит всем');
    expect(await texts(anna, { search: 'кредит' })).toHaveLength(1);
    await world.call(anna, chatApi.answerRequest, { params: { id: igor.id }, body: { answer: 'decline' } });
    expect(await texts(anna, { search: 'кредит' })).toEqual([]);
    expect(await texts(igor, { search: 'кредит' })).toHaveLength(1);
  });

  test('by nothing, nor by marks and operators of the index', async () => {
    const [anna, igor] = await pair();
    await write(anna, igor, 'Обычный текст');
    for (const search of ['', '   ', '@1', `@${anna.id}`, `&${anna.id}`, '#link', "' | '@1", '!()&|:*', '\\']) {
      expect(await texts(igor, { search, user_id: undefined })).toEqual([]);
    }
    expect((await find(igor, {})).list).toEqual([]);
    for (const bound of ['since', 'until']) {
      const year = (digits: string) =>
        world.call(igor, chatApi.search, { query: { [bound]: `${digits}-01-01` } as never });
      expect((await year('0000')).statusCode).toBe(400);
      for (const digits of ['0001', '9999']) expect((await year(digits)).statusCode).toBe(200);
    }
    await write(anna, igor, `@${igor.id} #voice &${igor.id}`);
    expect(await texts(await world.user(), { search: String(igor.id) })).toEqual([]);
    expect(await texts(igor, { kind: 'voice' })).toEqual([]);
    await world.call(igor, circleApi.block, { params: { id: anna.id } });
    expect(await texts(igor, { search: 'обычный' })).toHaveLength(1);
  });
});
