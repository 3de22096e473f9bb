import { expect, test } from 'vitest';
import { formatAgo } from './ago.ts';

const NOW = Date.parse('2026-11-18T12:00:00Z');
const ago = (lang: 'ru' | 'en' | 'ko', minutes: number) =>
  formatAgo(lang, new Date(NOW - minutes * 60_000).toISOString(), NOW).replace(/\s/g, ' ');

test('what just happened is told in minutes and hours, older things by their day', () => {
  expect([0.5, 2, 59, 61, 23 * 60, 25 * 60, 50 * 60].map((minutes) => ago('ru', minutes))).toEqual([
    'сейчас',
    '2 мин',
    '59 мин',
    '1 ч',
    '23 ч',
    'вчера',
    '16.11.2026',
  ]);
  expect([0, 2, 61].map((minutes) => ago('en', minutes))).toEqual(['now', '2 min', '1 hr']);
  expect(ago('ko', 1500)).toBe('어제');
});

test('a clock that runs behind the server’s says now', () => {
  expect(ago('ru', -3)).toBe('сейчас');
});
