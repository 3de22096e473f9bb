import { randomUUID } from 'node:crypto';
import { chatApi } from '@app/contract/chat';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createWorld, type World } from '../../test/world.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test('two people write to each other and see the same', async () => {
  const [anna, timur] = [await world.user({ firstname: 'Анна' }), await world.user({ firstname: 'Тимур' })];
  const to = (id: number, content: string) => ({ params: { id }, body: { content } });
  const sent = await world.call(anna, chatApi.send, to(timur.id, 'Здравствуйте!'));
  expect(sent.statusCode).toBe(200);
  expect(sent.body).toMatchObject({ seq: 1, mine: 1, content: 'Здравствуйте!' });
  const list = await world.call(timur, chatApi.list);
  expect(list.body.counts).toEqual({ unread: 0, chats: 0, requests: 1 });
  expect(list.body.list).toMatchObject([
    { folder: 'requests', unread: 1, last_message: { preview: 'Здравствуйте!', mine: 0 } },
  ]);
  await world.call(timur, chatApi.send, to(anna.id, 'И вам'));
  const page = await world.call(timur, chatApi.messages, { params: { id: anna.id } });
  expect(page.body.list.map(({ content }) => content)).toEqual(['И вам', 'Здравствуйте!']);
  expect(page.body.total).toBe(2);
  expect(page.body.chat).toMatchObject({ unread: 0, my_read_seq: 2 });
  const mine = await world.call(anna, chatApi.messages, { params: { id: timur.id } });
  expect(mine.body.chat).toMatchObject({ read_seq: 2, delivered_seq: 2, unread: 0, folder: 'main' });
});

test('fifty at once under one key are one message', async () => {
  const [anna, timur] = [await world.user(), await world.user()];
  const client_key = randomUUID();
  const answers = await Promise.all(
    Array.from({ length: 50 }, () =>
      world.call(anna, chatApi.send, { params: { id: timur.id }, body: { content: 'Раз', client_key } }),
    ),
  );
  expect(new Set(answers.map(({ statusCode, body }) => `${statusCode} ${body.id} ${body.seq}`)).size).toBe(1);
});
