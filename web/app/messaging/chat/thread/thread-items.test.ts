import type { Message } from '@app/contract/messaging/chat';
import { expect, test } from 'vitest';
import type { Outgoing, ThreadEntry } from '../engine/chat-types.ts';
import { changeOf, dayOf, itemsOf, tickOf } from './thread-items.ts';

const PERSON = { id: 3, firstname: 'Игорь', lastname: 'Соколов', photo: null };

const message = (seq: number, timestamp: string, mine: 0 | 1 = 0): ThreadEntry => ({
  key: `m${seq}`,
  message: {
    id: seq,
    seq,
    kind: 'message',
    user: PERSON,
    mine,
    content: String(seq),
    files: [],
    attachments: [],
    timestamp,
    edited: null,
    deleted: 0,
    pinned: 0,
    silent: 0,
    reply: null,
    forwarded: null,
    card: null,
    reactions: [],
    warnings: [],
    client_key: null,
  } satisfies Message,
});

const waiting = (state: Outgoing['state'], createdAt: string): ThreadEntry => ({
  key: 'out',
  outgoing: {
    key: 'out',
    userId: 3,
    content: '',
    files: [],
    replyTo: null,
    silent: false,
    createdAt: Date.parse(createdAt),
    state,
    failure: '',
  },
});

test('messages of one person close to each other stand together, and the last of them points at its author', () => {
  const rows = [
    message(1, '2026-11-18T10:00:00Z', 1),
    message(2, '2026-11-18T10:01:00Z'),
    message(3, '2026-11-18T10:02:00Z'),
    message(4, '2026-11-18T10:40:00Z'),
    message(5, '2026-11-18T10:41:00Z', 1),
  ];
  expect(itemsOf(rows, null, false).map(({ isTail }) => isTail)).toEqual([true, false, true, true, true]);
});

test('what waits to be sent goes with what was sent last, whatever the clock of the device says', () => {
  const rows = [message(1, '2026-11-18T10:00:00Z', 1), waiting('waiting', '2026-11-18T10:59:00Z')];
  expect(itemsOf(rows, null, false).map(({ isTail }) => isTail)).toEqual([false, true]);
});

test('a day is named where it begins, by Moscow time, but not over the first of the loaded ones', () => {
  const rows = [
    message(7, '2026-11-18T20:50:00Z'),
    message(8, '2026-11-18T21:10:00Z'),
    message(9, '2026-11-19T08:00:00Z'),
  ];
  expect(itemsOf(rows, null, true).map(({ startsDay }) => startsDay)).toEqual([false, true, false]);
  expect(itemsOf(rows, null, false)[0]?.startsDay).toBe(true);
});

test('the line of the new messages stands over the first of them and parts a group', () => {
  const rows = [1, 2, 3].map((seq) => message(seq, `2026-11-18T10:0${seq}:00Z`));
  const items = itemsOf(rows, 2, false);
  expect(items.map(({ startsNew }) => startsNew)).toEqual([false, true, false]);
  expect(items.map(({ isTail }) => isTail)).toEqual([true, false, true]);
  expect(itemsOf(rows, null, false).some(({ startsNew }) => startsNew)).toBe(false);
});

test('where everything is new, no line says so', () => {
  const rows = [message(1, '2026-11-18T10:00:00Z')];
  expect(itemsOf(rows, 1, false)[0]?.startsNew).toBe(false);
});

test('days are today, yesterday, a date, and another year is said', () => {
  const now = Date.parse('2026-11-20T09:00:00Z');
  expect(dayOf('ru', '2026-11-20T01:00:00Z', now)).toBe('today');
  expect(dayOf('ru', '2026-11-18T22:00:00Z', now)).toBe('yesterday');
  expect(dayOf('ru', '2026-11-17T10:00:00Z', now)).toEqual({ date: '17 ноября' });
  expect(dayOf('ru', '2025-11-17T10:00:00Z', now)).toEqual({ date: '17 ноября 2025 г.' });
});

test('a tick says how far a message has got', () => {
  const item = (row: ThreadEntry) => itemsOf([row], null, false)[0] ?? { message: null, outgoing: null };
  const marks = { delivered_seq: 5, read_seq: 3 };
  const sent = (seq: number) => tickOf(item(message(seq, '2026-11-18T10:00:00Z', 1)), marks);
  expect([3, 4, 5, 6].map(sent)).toEqual(['read', 'delivered', 'delivered', 'sent']);
  expect(tickOf(item(waiting('waiting', '2026-11-18T10:00:00Z')), marks)).toBe('sending');
  expect(tickOf(item(waiting('sending', '2026-11-18T10:00:00Z')), marks)).toBe('sending');
  expect(tickOf(item(waiting('failed', '2026-11-18T10:00:00Z')), marks)).toBe('failed');
  expect(tickOf(item(message(1, '2026-11-18T10:00:00Z', 1)), null)).toBe('sent');
});

test('the reader keeps the place when older ones come before, and starts anew when everything is replaced', () => {
  const keys = (...names: string[]) => names.map((key) => ({ key }));
  expect(changeOf([], keys('a'), 0)).toEqual({ shift: false, epoch: 0 });
  expect(changeOf(keys('b', 'c'), keys('a', 'b', 'c'), 0)).toEqual({ shift: true, epoch: 0 });
  expect(changeOf(keys('a', 'b'), keys('a', 'b', 'c'), 0)).toEqual({ shift: false, epoch: 0 });
  expect(changeOf(keys('a', 'b', 'c'), keys('b', 'c'), 0)).toEqual({ shift: true, epoch: 0 });
  expect(changeOf(keys('a', 'b'), keys('x', 'y'), 4)).toEqual({ shift: false, epoch: 5 });
});
