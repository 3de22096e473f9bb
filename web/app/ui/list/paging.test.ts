import { expect, test } from 'vitest';
import { pageItems } from './paging.ts';

test('five pages or fewer are all shown', () => {
  expect(pageItems(1, 1)).toEqual([1]);
  expect(pageItems(3, 5)).toEqual([1, 2, 3, 4, 5]);
});

test('of more pages the first, the last and the neighbours are shown', () => {
  expect(pageItems(1, 104)).toEqual([1, 2, 'gap', 104]);
  expect(pageItems(50, 104)).toEqual([1, 'gap', 49, 50, 51, 'gap', 104]);
  expect(pageItems(104, 104)).toEqual([1, 'gap', 103, 104]);
});

test('a gap never stands for a single page', () => {
  expect(pageItems(4, 8)).toEqual([1, 2, 3, 4, 5, 'gap', 8]);
  expect(pageItems(5, 8)).toEqual([1, 'gap', 4, 5, 6, 7, 8]);
});
