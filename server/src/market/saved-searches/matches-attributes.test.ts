import { expect, test } from 'vitest';
import { matchesAttributes } from './matches-attributes.ts';

test('an ad meets a search when each wanted attribute is one of the choices or within the range', () => {
  const said = { 12: 5, 14: 10.5, 15: 'дуб' };
  expect(matchesAttributes('', said)).toBe(true);
  expect(matchesAttributes('12:5,7', said)).toBe(true);
  expect(matchesAttributes('12:7', said)).toBe(false);
  expect(matchesAttributes('14:10-11', said)).toBe(true);
  expect(matchesAttributes('14:10.5-', said)).toBe(true);
  expect(matchesAttributes('14:-10', said)).toBe(false);
  expect(matchesAttributes('12:5;14:11-', said)).toBe(false);
});

test('an ad that does not say what is wanted is not what is wanted', () => {
  expect(matchesAttributes('12:5', {})).toBe(false);
  expect(matchesAttributes('15:1-2', { 15: 'дуб' })).toBe(false);
});
