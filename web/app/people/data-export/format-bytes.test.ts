import { expect, test } from 'vitest';
import { formatBytes } from './format-bytes.ts';

const plain = (text: string): string => text.replace(/\s/g, ' ');

test('sizes are written in the unit that fits, with a tenth only while it tells something', () => {
  expect(plain(formatBytes('ru', 0))).toBe('0 Б');
  expect(plain(formatBytes('ru', 1234))).toBe('1,2 кБ');
  expect(plain(formatBytes('ru', 12_345_678))).toBe('12 МБ');
  expect(plain(formatBytes('en', 2_500_000_000))).toBe('2.5 GB');
});
