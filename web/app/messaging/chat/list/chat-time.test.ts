import { expect, test } from 'vitest';
import { formatChatTime, untilTomorrow } from './chat-time.ts';

const now = Date.parse('2026-11-21T11:30:00Z');

test('the time of the last message is as short as it can be said', () => {
  expect(formatChatTime('ru', '2026-11-21T11:26:00Z', now)).toBe('14:26');
  expect(formatChatTime('ru', '2026-11-20T19:00:00Z', now)).toBe('вчера');
  expect(formatChatTime('ru', '2026-11-18T10:00:00Z', now)).toBe('ср');
  expect(formatChatTime('ru', '2026-11-12T10:00:00Z', now)).toBe('12.11');
  expect(formatChatTime('ru', '2024-11-12T10:00:00Z', now)).toBe('12.11.2024');
  expect(formatChatTime('en', '2026-11-20T19:00:00Z', now)).toBe('yesterday');
});

test('the day changes at midnight in Moscow, not a day after the message', () => {
  expect(formatChatTime('ru', '2026-11-20T20:50:00Z', Date.parse('2026-11-20T21:10:00Z'))).toBe('вчера');
  expect(formatChatTime('ru', '2026-11-20T21:10:00Z', now)).toBe('00:10');
  expect(untilTomorrow(Date.parse('2026-11-20T20:50:00Z'))).toBe(10 * 60_000);
});

test('a clock that is behind does not say tomorrow', () => {
  expect(formatChatTime('ru', '2026-11-22T11:26:00Z', now)).toBe('14:26');
});
