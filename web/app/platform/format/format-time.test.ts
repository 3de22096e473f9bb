import { expect, test } from 'vitest';
import { formatDate, formatDateTime, formatTime } from './format.ts';
import { formatDayAndMonth, formatHour, formatLongMoment, formatMonth, formatRecentTime } from './format-time.ts';
import { readerZoneOf, setReaderZone } from './reader-zone.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');

test('a publication of today and of yesterday says so with its time', () => {
  expect(formatRecentTime('ru', '2026-11-21T05:20:00Z', NOW)).toBe('сегодня, 08:20');
  expect(formatRecentTime('ru', '2026-11-20T05:20:00Z', NOW)).toBe('вчера, 08:20');
});

test('an older one names its day, and that of another year its date', () => {
  expect(formatRecentTime('ru', '2026-11-15T04:02:00Z', NOW)).toBe('15 ноября, 07:02');
  expect(formatRecentTime('ru', '2025-11-15T04:02:00Z', NOW)).toBe('15.11.2025');
});

test('the day changes at midnight in Moscow', () => {
  expect(formatRecentTime('ru', '2026-11-20T21:30:00Z', NOW)).toBe('сегодня, 00:30');
});

test('every time is the reader’s: in Vladivostok a Sunday evening of Moscow is Monday morning', () => {
  setReaderZone(readerZoneOf('Asia/Vladivostok', 'ru'));
  const now = Date.parse('2026-11-22T16:30:00Z');
  expect(formatTime('2026-11-22T16:21:00Z')).toBe('02:21');
  expect(formatDateTime('2026-11-22T16:21:00Z')).toBe('23.11.2026, 02:21');
  expect(formatRecentTime('ru', '2026-11-22T16:21:00Z', now)).toBe('сегодня, 02:21');
  expect(formatRecentTime('ru', '2026-11-22T13:59:00Z', now)).toBe('вчера, 23:59');
  expect(formatLongMoment('ru', '2026-11-22T16:00:00Z')).toBe('пн, 23 ноября в 02:00');
});

test('without a known zone times are those of Moscow and say so, and dates stay bare', () => {
  setReaderZone(readerZoneOf(null, 'ru'));
  expect(formatTime('2026-11-22T16:21:00Z')).toBe('19:21\u00a0МСК');
  expect(formatDateTime('2026-11-22T16:21:00Z')).toBe('22.11.2026, 19:21\u00a0МСК');
  expect(formatDate('2026-11-22T22:00:00Z')).toBe('23.11.2026');
  setReaderZone(readerZoneOf(null, 'en'));
  expect(formatHour('en', new Date('2026-11-22T16:21:00Z'))).toBe('07:21 PM\u00a0MSK');
});

test('a calendar day is the same in every zone', () => {
  setReaderZone(readerZoneOf('America/Los_Angeles', 'ru'));
  expect(formatDate('2026-11-21')).toBe('21.11.2026');
  expect(formatDayAndMonth('ru', '2026-11-21')).toBe('21 ноября');
  expect(formatMonth('ru', '2026-11')).toBe('ноябрь 2026 г.');
});
