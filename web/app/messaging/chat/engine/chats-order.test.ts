import type { Chat } from '@app/contract/messaging/chat';
import { expect, test } from 'vitest';
import { chatOf } from '../../../../test/sample-message.ts';
import { addChats, type ChatsSlice, upsertChat } from './chats-order.ts';

const line = (id: number, seq: number, change: Partial<Chat> = {}): Chat =>
  chatOf(seq, { ...change, user: { id, firstname: `Имя ${id}`, lastname: '', photo: null } });
const ids = ({ list }: ChatsSlice) => list.map(({ user }) => user.id);
const part = (total: number, ...list: Chat[]): ChatsSlice => ({ list, total });

test('a chat with a new message comes first, under those that are pinned', () => {
  const before = part(3, line(1, 10, { pinned: 1 }), line(2, 9), line(3, 8));
  expect(ids(upsertChat(before, 3, line(3, 20), 'main'))).toEqual([1, 3, 2]);
  expect(ids(upsertChat(before, 3, line(3, 8, { pinned: 1 }), 'main'))).toEqual([1, 3, 2]);
  const fresh = upsertChat(before, 4, line(4, 30), 'main');
  expect([ids(fresh), fresh.total]).toEqual([[1, 4, 2, 3], 4]);
});

test('a chat that was deleted or put elsewhere leaves the list', () => {
  const before = part(2, line(1, 10), line(2, 9));
  for (const gone of [null, line(2, 9, { folder: 'archive' }), line(2, 0)]) {
    const after = upsertChat(before, 2, gone, 'main');
    expect([ids(after), after.total]).toEqual([[1], 1]);
  }
  expect(upsertChat(before, 7, null, 'main')).toBe(before);
});

test('behind everything that is loaded a chat waits for its page, and stands once when that comes', () => {
  const before = part(5, line(1, 10), line(2, 9));
  const after = upsertChat(before, 3, line(3, 2), 'main');
  expect([ids(after), after.total]).toEqual([[1, 2], 6]);
  expect(ids(addChats(after, part(6, line(2, 9), line(3, 2))))).toEqual([1, 2, 3]);
});
