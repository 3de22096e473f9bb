import { expect, test } from 'vitest';
import { meetsAttributes } from './meets-attributes.ts';

test('an ad meets a search when each wanted attribute is one of the choices or within the range', () => {
  const said = { 12: 5, 14: 10.5, 15: 'дуб' };
  expect(meetsAttributes('', said)).toBe(true);
  expect(meetsAttributes('12:5,7', said)).toBe(true);
  expect(meetsAttributes('12:7', said)).toBe(false);
  expect(meetsAttributes('14:10-11', said)).toBe(true);
  expect(meetsAttributes('14:10.5-', said)).toBe(true);
  expect(meetsAttributes('14:-10', said)).toBe(false);
  expect(meetsAttributes('12:5;14:11-', said)).toBe(false);
});

test('an ad that does not say what is wanted is not what is wanted', () => {
  expect(meetsAttributes('12:5', {})).toBe(false);
  expect(meetsAttributes('15:1-2', { 15: 'дуб' })).toBe(false);
});
