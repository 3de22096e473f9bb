import { ATTRIBUTE_NUMBER_MAX } from '@app/contract/reference/attributes';
import { expect, test } from 'vitest';
import { rangeTokens } from './number-tokens.ts';

test('a range is made of the shortest beginnings', () => {
  expect(rangeTokens(14, { from: 2015, to: 2031 })).toEqual([
    ...[5, 6, 7, 8, 9].map((year) => `14:4.201${year}`),
    '14:4.202',
    '14:4.2030',
    '14:4.2031',
  ]);
  expect(rangeTokens(3, { from: 1, to: null })).not.toContain('3:1.0');
  expect(rangeTokens(3, { from: null, to: 99 })).toEqual(['3:1', '3:2']);
  expect(rangeTokens(3, { from: 5, to: 2 })).toEqual([]);
});

test('no range takes many of them', () => {
  const widest = rangeTokens(3, { from: 1_111_111.11, to: ATTRIBUTE_NUMBER_MAX - 1_111_111 });
  expect(widest.length).toBeLessThan(150);
});
