import type { Message } from '@app/contract/messaging/chat';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { messageOf } from '../../../../../test/sample-message.ts';
import {
  addNewer,
  addOlder,
  EMPTY_WINDOW,
  openWindow,
  removeMessages,
  type ThreadWindow,
  trimWindow,
  upsertMessage,
  WINDOW_MAX,
} from './thread-window.ts';

const seqs = (window: ThreadWindow) => window.messages.map(({ seq }) => seq);
const list = (...numbers: number[]): Message[] => numbers.map((seq) => messageOf(seq));
const newest = (...numbers: number[]) => openWindow(list(...numbers), { hasOlder: true, hasNewer: false });

test('the next message joins at the end, one further away has to wait for those between', () => {
  const window = newest(9, 8, 7);
  expect(seqs(upsertMessage(window, messageOf(10)).window)).toEqual([7, 8, 9, 10]);
  expect(upsertMessage(window, messageOf(12))).toEqual({ window, isGap: true });
});

test('what comes twice stays where it is, and what has changed takes its own place', () => {
  const window = newest(9, 8, 7);
  expect(seqs(upsertMessage(window, messageOf(8)).window)).toEqual([7, 8, 9]);
  const { window: changed } = upsertMessage(window, { ...messageOf(8), content: 'Иначе' });
  expect(changed.messages[1]?.content).toBe('Иначе');
  expect(seqs(upsertMessage(window, { ...messageOf(8), deleted: 1 }).window)).toEqual([7, 9]);
});

test('far from the end nothing new joins: it comes with its page', () => {
  const window = openWindow(list(5, 4, 3), { hasOlder: true, hasNewer: true });
  expect(upsertMessage(window, messageOf(6))).toEqual({ window, isGap: false });
});

test('numbers of deleted messages are no holes', () => {
  const window = addOlder(newest(9, 7), list(5, 2), 7, true);
  expect(seqs(window)).toEqual([2, 5, 7, 9]);
  expect(window).toMatchObject({ from: 1, to: 9, hasOlder: false });
});

test('a page that was asked for before the window moved on is left out', () => {
  const window = newest(90, 89, 88);
  expect(addOlder(window, list(3, 2), 4, false)).toBe(window);
  expect(addNewer(window, list(200), 199, true)).toBe(window);
});

test('with the whole chat deleted nothing older is left to load', () => {
  const window = removeMessages(newest(9, 8, 7), [], 9);
  expect(window).toMatchObject({ messages: [], hasOlder: false, to: 9 });
  expect(seqs(upsertMessage(window, messageOf(10)).window)).toEqual([10]);
});

test('an empty chat begins with its first message', () => {
  expect(seqs(upsertMessage(EMPTY_WINDOW, messageOf(1)).window)).toEqual([1]);
});

test('however long one reads up and down, there are no holes, no twins, and a bounded number of messages', () => {
  const step = fc.oneof(
    fc.record({ is: fc.constant('older' as const), size: fc.integer({ min: 1, max: 100 }) }),
    fc.record({ is: fc.constant('newer' as const), size: fc.integer({ min: 1, max: 100 }) }),
    fc.record({ is: fc.constant('event' as const) }),
    fc.record({ is: fc.constant('late' as const), seq: fc.integer({ min: 1, max: 10_000 }) }),
    fc.record({ is: fc.constant('jump' as const), seq: fc.integer({ min: 1, max: 10_000 }) }),
    fc.record({ is: fc.constant('delete' as const), at: fc.nat(400) }),
  );
  fc.assert(
    fc.property(fc.array(step, { maxLength: 120 }), (steps) => {
      let last = 10_000;
      const gone = new Set<number>();
      const exist = (from: number, to: number) =>
        Array.from({ length: Math.max(0, to - from + 1) }, (_, i) => from + i).filter((seq) => !gone.has(seq));
      let window = openWindow(
        exist(last - 39, last).map((seq) => messageOf(seq)),
        { hasOlder: true, hasNewer: false },
      );
      for (const one of steps) {
        if (one.is === 'older' && window.hasOlder) {
          const page = exist(1, window.from - 1).slice(-one.size);
          window = addOlder(
            window,
            page.map((seq) => messageOf(seq)),
            window.from,
            page.length < one.size,
          );
          window = trimWindow(window, 'older');
        } else if (one.is === 'newer' && window.hasNewer) {
          const page = exist(window.to + 1, last).slice(0, one.size);
          window = addNewer(
            window,
            page.map((seq) => messageOf(seq)),
            window.to,
            page.length < one.size,
          );
          window = trimWindow(window, 'newer');
        } else if (one.is === 'event') {
          last += 1;
          window = trimWindow(upsertMessage(window, messageOf(last)).window, 'newer');
        } else if (one.is === 'late' && !gone.has(one.seq)) {
          window = upsertMessage(window, messageOf(one.seq)).window;
        } else if (one.is === 'jump') {
          const page = exist(Math.max(1, one.seq - 20), Math.min(last, one.seq + 19));
          const edges = { hasOlder: (page[0] ?? 1) > 1, hasNewer: (page.at(-1) ?? last) < last };
          window = openWindow(
            page.map((seq) => messageOf(seq)),
            edges,
          );
        } else if (one.is === 'delete') {
          const message = window.messages[one.at];
          if (message === undefined) continue;
          gone.add(message.seq);
          window = upsertMessage(window, { ...message, deleted: 1 }).window;
        }
        expect(seqs(window)).toEqual(exist(window.from, window.to));
        expect(window.messages.length).toBeLessThanOrEqual(WINDOW_MAX);
        if (!window.hasNewer) expect(window.to).toBe(last);
        if (!window.hasOlder) expect(exist(1, window.from - 1)).toEqual([]);
      }
    }),
    { numRuns: 150 },
  );
});
