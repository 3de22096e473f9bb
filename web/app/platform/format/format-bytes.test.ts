import { expect, test } from 'vitest';
import { formatBytes } from './format-bytes.ts';

const plain = (text: string): string => text.replace(/\s/g, ' ');

test('sizes are written in the unit that fits, as limits are counted: 1024 of one are one of the next', () => {
  expect(plain(formatBytes('ru', 0))).toBe('0 Б');
  expect(plain(formatBytes('ru', 1023))).toBe('1 023 Б');
  expect(plain(formatBytes('ru', 1234))).toBe('1 кБ');
  expect(plain(formatBytes('ru', 20 * 2 ** 20))).toBe('20 МБ');
  expect(plain(formatBytes('ru', 12_345_678))).toBe('11,8 МБ');
  expect(plain(formatBytes('en', 2_500_000_000))).toBe('2.3 GB');
  expect(plain(formatBytes('en', 2 ** 50))).toBe('1,048,576 GB');
});
