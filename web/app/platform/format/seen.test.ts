import { expect, test } from 'vitest';
import { formatSeen } from './seen.ts';

const NOW = Date.parse('2026-11-20T12:00:00Z');

test.each([
  ['2026-11-20T11:59:30Z', null],
  ['2026-11-20T11:47:00Z', '13 мин. назад'],
  ['2026-11-20T09:30:00Z', '2 ч назад'],
  ['2026-11-19T10:00:00Z', 'вчера'],
])('somebody last here at %s', (timestamp, words) => {
  expect(formatSeen('ru', timestamp, NOW)?.replace('ч.', 'ч') ?? null).toBe(words);
});
