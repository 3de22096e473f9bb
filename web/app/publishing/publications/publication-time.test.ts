import { expect, test } from 'vitest';
import { formatPublicationTime } from './publication-time.ts';

const NOW = Date.parse('2026-11-21T12:00:00Z');

test('a publication of today and of yesterday says so with its time', () => {
  expect(formatPublicationTime('ru', '2026-11-21T05:20:00Z', NOW)).toBe('сегодня, 08:20');
  expect(formatPublicationTime('ru', '2026-11-20T05:20:00Z', NOW)).toBe('вчера, 08:20');
});

test('an older one names its day, and that of another year its date', () => {
  expect(formatPublicationTime('ru', '2026-11-15T04:02:00Z', NOW)).toBe('15 ноября, 07:02');
  expect(formatPublicationTime('ru', '2025-11-15T04:02:00Z', NOW)).toBe('15.11.2025');
});

test('the day changes at midnight in Moscow', () => {
  expect(formatPublicationTime('ru', '2026-11-20T21:30:00Z', NOW)).toBe('сегодня, 00:30');
});
