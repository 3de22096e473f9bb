import { expect, test } from 'vitest';
import { parseKopecks } from './parse-kopecks.ts';

test.each([
  ['399', 39_900],
  ['199,5', 19_950],
  ['199.05', 19_905],
  [' 1 500 ', 150_000],
  ['0,01', 1],
] as const)('"%s" is so many kopecks', (typed, kopecks) => {
  expect(parseKopecks(typed)).toBe(kopecks);
});

test.each(['', '0', '-5', '1,234', '1e3', 'сто', '1.2.3'])('"%s" is no sum of money', (typed) => {
  expect(parseKopecks(typed)).toBeUndefined();
});
