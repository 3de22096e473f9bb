import { expect, test } from 'vitest';
import { hoursStateOf, type WeekHours } from './seller-hours.ts';

const DAY = { from: '09:00', to: '19:00' };
const WORKDAYS: WeekHours = [DAY, DAY, DAY, DAY, DAY, null, null];
const stateAt = (hours: WeekHours, at: string, zone = 'Europe/Moscow') => {
  const { isOpen, changesAt } = hoursStateOf(hours, new Date(at), zone);
  return [isOpen, changesAt?.toISOString() ?? null];
};

test('at work until the end of the day, away until the next beginning', () => {
  // 2026-11-27 is a Friday.
  expect(stateAt(WORKDAYS, '2026-11-27T06:00:00Z')).toEqual([true, '2026-11-27T16:00:00.000Z']);
  expect(stateAt(WORKDAYS, '2026-11-27T05:59:59Z')).toEqual([false, '2026-11-27T06:00:00.000Z']);
  expect(stateAt(WORKDAYS, '2026-11-27T16:00:00Z')).toEqual([false, '2026-11-30T06:00:00.000Z']);
  expect(stateAt(WORKDAYS, '2026-11-29T12:00:00Z')).toEqual([false, '2026-11-30T06:00:00.000Z']);
});

test('the day is the one of the zone', () => {
  expect(stateAt(WORKDAYS, '2026-11-29T23:30:00Z', 'Asia/Vladivostok')).toEqual([true, '2026-11-30T09:00:00.000Z']);
});

test('hours that meet at midnight are one span', () => {
  const night: WeekHours = [
    { from: '20:00', to: '24:00' },
    { from: '00:00', to: '04:00' },
    null,
    null,
    null,
    null,
    null,
  ];
  expect(stateAt(night, '2026-11-30T18:00:00Z')).toEqual([true, '2026-12-01T01:00:00.000Z']);
  const always: WeekHours = Array.from({ length: 7 }, () => ({ from: '00:00', to: '24:00' }));
  expect(stateAt(always, '2026-11-30T18:00:00Z')).toEqual([true, null]);
});

test('one day a week comes again after seven days', () => {
  const mondays: WeekHours = [DAY, null, null, null, null, null, null];
  expect(stateAt(mondays, '2026-11-30T17:00:00Z')).toEqual([false, '2026-12-07T06:00:00.000Z']);
});

test('a change of clocks moves nothing on the clock of the seller', () => {
  // Clocks of Berlin go back on 2026-10-25, a Sunday.
  const sundays: WeekHours = [null, null, null, null, null, null, DAY];
  expect(stateAt(sundays, '2026-10-24T12:00:00Z', 'Europe/Berlin')).toEqual([false, '2026-10-25T08:00:00.000Z']);
});
