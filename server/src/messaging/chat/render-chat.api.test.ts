import { chatApi } from '@app/contract/messaging/chat';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { chatsOf } from '../../../test/chats.ts';
import { createWorld, type World } from '../../../test/world.ts';
import { callInProcess } from '../../platform/http/bind.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';

let world: World;
beforeAll(async () => {
  world = await createWorld();
});
afterAll(() => world.close());

test('a page that is rendered reads the newest messages and leaves them unread', async () => {
  const people = chatsOf(world);
  const [anna, timur] = await people.pair();
  await people.say(timur, anna, 'Видно сразу');
  const viewer: SignedInViewer = {
    userId: anna.id,
    sessionId: 1,
    isStaff: false,
    isSuperuser: false,
    isPaid: false,
    lang: 'ru',
    ip: '127.0.0.1',
  };
  const page = await callInProcess(world.app, viewer, chatApi.messages, {
    params: { id: timur.id },
    query: { mark: 0 },
  });
  expect(page.list.map(({ content }) => content)).toEqual(['Видно сразу']);
  expect((await people.line(anna, timur)).unread).toBe(1);
});
