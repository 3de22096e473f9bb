import { expect, test } from 'vitest';
import { withoutFirst } from './long-work-cores.ts';

test('work that takes minutes leaves the first of its processors free', () => {
  expect(withoutFirst('0-1')).toBe('1');
  expect(withoutFirst('0-3')).toBe('1-3');
  expect(withoutFirst('2-4,8')).toBe('3-4,8');
  expect(withoutFirst('0,2,4-7')).toBe('2,4-7');
});

test('where there is one processor, nothing is left free', () => {
  expect(withoutFirst('0')).toBeUndefined();
  expect(withoutFirst('3')).toBeUndefined();
  expect(withoutFirst('')).toBeUndefined();
});
