import { expect, test } from 'vitest';
import { endsOf, evenWeek, isEven, startsOf, toggleDay, usualWeek, withStart } from './week-hours.ts';

const DAY = { from: '09:00', to: '19:00' };

test('an end comes after its beginning, up to midnight', () => {
  expect(startsOf(DAY).at(-1)).toBe('23:30');
  expect(endsOf({ from: '23:00', to: '24:00' })).toEqual(['23:30', '24:00']);
  expect(withStart(DAY, '08:00')).toEqual({ from: '08:00', to: '19:00' });
  expect(withStart(DAY, '19:00')).toEqual({ from: '19:00', to: '19:30' });
  expect(withStart(DAY, '23:30')).toEqual({ from: '23:30', to: '24:00' });
});

test('times that the list lacks stay in it', () => {
  expect(startsOf({ from: '09:15', to: '19:00' }).slice(18, 21)).toEqual(['09:00', '09:15', '09:30']);
});

test('a day goes and comes back with the hours of another one; the last one takes the week along', () => {
  const week = usualWeek();
  expect(week.map((day) => day !== null)).toEqual([true, true, true, true, true, false, false]);
  expect(toggleDay(week, 0)?.[0]).toBeNull();
  expect(toggleDay(week, 6)?.[6]).toEqual(DAY);
  expect(toggleDay([DAY, null, null, null, null, null, null], 0)).toBeNull();
});

test('all working days get the hours of the first one', () => {
  const week = [DAY, { from: '12:00', to: '15:00' }, null, null, null, null, null];
  expect(isEven(week)).toBe(false);
  expect(evenWeek(week)).toEqual([DAY, DAY, null, null, null, null, null]);
  expect(isEven(evenWeek(week))).toBe(true);
});
