import { expect, test } from 'vitest';
import { messageOf } from '../../../../test/sample-message.ts';
import { findOpening, rowsOfOpening } from './opening.ts';
import { itemsOf, type ThreadItem } from './thread-items.ts';

const items = itemsOf(
  Array.from({ length: 40 }, (_, at) => ({ key: `m${at + 1}`, message: messageOf(at + 1) })),
  null,
  true,
);
const seqOf = (item: ThreadItem | undefined) => item?.message?.seq;
const seqsOf = (at: number | null, firstUnreadSeq: number | null) =>
  rowsOfOpening(items, findOpening(items, at, firstUnreadSeq)).map(seqOf);

test('a thread opens at its end, at the first unread message, or at the one that the address names', () => {
  expect(findOpening(items, null, null)).toEqual({ item: items.at(-1), align: 'end' });
  expect(findOpening(items, null, 38)).toEqual({ item: items[37], align: 'start' });
  expect(findOpening(items, 7, 38)).toEqual({ item: items[6], align: 'center' });
  expect(findOpening(items, 99, null)).toEqual({ item: items.at(-1), align: 'end' });
  expect(findOpening([], null, null)).toEqual({ item: undefined, align: 'end' });
});

test('the server renders what is seen first, down to the end', () => {
  const to40 = (from: number) => Array.from({ length: 41 - from }, (_, at) => from + at);
  expect(seqsOf(null, null)).toEqual(to40(21));
  expect(seqsOf(null, 38)).toEqual(to40(21));
  // Three rows stand above the first unread one, and ten above the one in the middle of the window.
  expect(seqsOf(null, 12)).toEqual(to40(9));
  expect(seqsOf(15, null)).toEqual(to40(5));
  expect(rowsOfOpening([], findOpening([], null, null))).toEqual([]);
  expect(rowsOfOpening(items.slice(0, 2), findOpening(items.slice(0, 2), null, 1)).map(seqOf)).toEqual([1, 2]);
});
