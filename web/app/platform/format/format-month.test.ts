import { expect, test } from 'vitest';
import { formatMonth } from './format-month.ts';

test('a month stands in the case that its language needs after “since”', () => {
  const march = '2024-03-15T12:00:00Z';
  expect((['ru', 'en', 'de', 'ko'] as const).map((lang) => formatMonth(lang, march))).toEqual([
    'марта 2024',
    'March 2024',
    'März 2024',
    '2024년 3월',
  ]);
});
