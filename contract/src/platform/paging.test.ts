import { expect, test } from 'vitest';
import { z } from 'zod';
import { offsetPaging, pagePaging } from './paging.ts';

const byPage = z.object(pagePaging(12, 100));
const byOffset = z.object(offsetPaging(10, 100));

test('pages count from one, and page zero is the first', () => {
  expect(byPage.parse({})).toEqual({ size: 12, page: 1 });
  expect(byPage.parse({ page: '0' })).toMatchObject({ page: 1 });
  expect(byPage.parse({ page: '3' })).toMatchObject({ page: 3 });
});

test('an offset counts items', () => {
  expect(byOffset.parse({})).toEqual({ size: 10, offset: 0 });
  expect(byOffset.parse({ offset: '25', size: '5' })).toEqual({ size: 5, offset: 25 });
});

test('a size is held between one and the most a call answers', () => {
  expect([0, 1, 100, 101, 1_000_000].map((size) => byPage.parse({ size }).size)).toEqual([1, 1, 100, 100, 100]);
});

test('far pages are read, nonsense is refused', () => {
  expect(byPage.parse({ page: '1000000000' }).page).toBe(1_000_000_000);
  for (const page of ['-1', '1.5', 'x', '', '1e9', '99999999999', ['1', '2']]) {
    expect({ page, success: byPage.safeParse({ page }).success }).toEqual({ page, success: false });
  }
});
