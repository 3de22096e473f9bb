import type { AdComment, AdReply } from '@app/contract/publishing/comments';
import { expect, test } from 'vitest';
import {
  addOlder,
  addReplies,
  type CommentsState,
  removeComment,
  startState,
  type ThreadsPage,
  upsertReply,
  upsertThread,
} from './comments-state.ts';

const user = { id: 2, firstname: 'Анна', lastname: 'Лодочкина', photo: null };
const reply = (id: number, reply_to: number): AdReply => ({
  id,
  board_id: 1,
  user,
  message: `Слово ${id}`,
  rating: 0,
  timestamp: '2026-11-17T16:40:00.000Z',
  edited: 0,
  hidden: 0,
  own: 0,
  deleted: 0,
  reply_to,
});
const comment = (id: number, replies: AdReply[] = [], replies_total = replies.length): AdComment => ({
  ...reply(id, 0),
  reply_to: null,
  replies,
  replies_total,
});
const page = (comments: AdComment[], total = comments.length): ThreadsPage => ({
  comments,
  total,
  count: total,
  abilities: { may_comment: 1, may_reply: 1, may_rate: 1, may_hide: 0, may_remove: 0, closed: '' },
});
const ids = (state: CommentsState) => state.comments.map(({ id }) => id);
const repliesOf = (state: CommentsState, id: number) =>
  state.comments.find((thread) => thread.id === id)?.replies.map((one) => one.id);

test('a new comment comes first, an older one in its place, a known one stays where it is', () => {
  const state = startState(page([comment(9), comment(5)], 4));
  expect(ids(upsertThread(state, comment(12), 5))).toEqual([12, 9, 5]);
  expect(ids(upsertThread(state, comment(7), 5))).toEqual([9, 7, 5]);
  expect(ids(upsertThread(state, comment(5), 4))).toEqual([9, 5]);
});

test('what is older than everything loaded waits for its page', () => {
  const state = startState(page([comment(9), comment(5)], 4));
  expect(ids(upsertThread(state, comment(3), 4))).toEqual([9, 5]);
  expect(ids(upsertThread(startState(page([comment(9)])), comment(3), 2))).toEqual([9, 3]);
});

test('older comments are appended once', () => {
  const state = addOlder(startState(page([comment(9), comment(5)], 4)), page([comment(5), comment(4), comment(2)], 4));
  expect(ids(state)).toEqual([9, 5, 4, 2]);
});

test('loaded replies stay when the server names only the first ones, and go when it names them all', () => {
  const first = [reply(2, 1), reply(3, 1)];
  const state = startState(page([comment(1, [...first, reply(4, 1), reply(5, 1)])]));
  expect(repliesOf(upsertThread(state, comment(1, first, 4)), 1)).toEqual([2, 3, 4, 5]);
  expect(repliesOf(upsertThread(state, comment(1, first)), 1)).toEqual([2, 3]);
});

test('a list that is read anew keeps the replies that were opened', () => {
  const before = startState(page([comment(1, [reply(2, 1), reply(3, 1), reply(4, 1)], 4)]));
  const again = startState(page([comment(6), comment(1, [reply(2, 1), reply(3, 1)], 4)]), undefined, before);
  expect(ids(again)).toEqual([6, 1]);
  expect(repliesOf(again, 1)).toEqual([2, 3, 4]);
});

test('further replies and one’s own are there once, however often they are told', () => {
  let state = startState(page([comment(1, [reply(2, 1)], 3)]));
  state = addReplies(state, 1, [reply(2, 1), reply(3, 1)], 3);
  state = upsertReply(upsertReply(state, reply(4, 1)), { ...reply(4, 1), message: 'Иначе' });
  expect(repliesOf(state, 1)).toEqual([2, 3, 4]);
  expect(state.comments[0]).toMatchObject({ replies_total: 4, replies: [{}, {}, { message: 'Иначе' }] });
});

test('a deleted comment leaves its place while it holds replies, and goes with the last of them', () => {
  let state = startState(page([comment(1, [reply(2, 1)]), comment(0)]));
  state = removeComment(state, 1, null);
  expect(state.comments[0]).toMatchObject({ id: 1, deleted: 1, message: '', user: { id: 0 } });
  state = removeComment(state, 2, 1);
  expect(ids(state)).toEqual([0]);
  expect(state.total).toBe(1);
  expect(ids(removeComment(state, 0, null))).toEqual([]);
});
