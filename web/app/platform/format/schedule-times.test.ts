import { expect, test } from 'vitest';
import { dateTimeFieldsOf, parseDateTime, schedulePresets, scheduleProblem } from './schedule-times.ts';

const names = (now: Date): string[] => schedulePresets(now).map(({ name }) => name);

test('presets are this evening, tomorrow morning and Monday morning by the local clock', () => {
  const presets = schedulePresets(new Date(2026, 10, 19, 14, 20, 30));
  expect(presets.map(({ name, at }) => [name, ...Object.values(dateTimeFieldsOf(at))])).toEqual([
    ['hour', '2026-11-19', '15:21'],
    ['today', '2026-11-19', '21:00'],
    ['tomorrow', '2026-11-20', '09:00'],
    ['monday', '2026-11-23', '09:00'],
  ]);
});

test('what is past is not offered, nor the same morning twice', () => {
  expect(names(new Date(2026, 10, 19, 22, 0))).toEqual(['hour', 'tomorrow', 'monday']);
  expect(names(new Date(2026, 10, 22, 10, 0))).toEqual(['hour', 'today', 'tomorrow']);
});

test('a moment must lie ahead, and not further than the given number of days', () => {
  const now = new Date(2026, 10, 19, 14, 20);
  expect(scheduleProblem(new Date(2026, 10, 19, 14, 19), now, 365)).toBe('past');
  expect(scheduleProblem(new Date(2028, 0, 1), now, 365)).toBe('far');
  expect(scheduleProblem(new Date(2026, 10, 19, 14, 30), now, 365)).toBeNull();
});

test('the two fields and the moment are the same', () => {
  const at = new Date(2026, 2, 5, 7, 8);
  const { date, time } = dateTimeFieldsOf(at);
  expect([date, time]).toEqual(['2026-03-05', '07:08']);
  expect(parseDateTime(date, time)).toEqual(at);
  expect(parseDateTime('', time)).toBeNull();
  expect(parseDateTime('2026-13-40', time)).toBeNull();
});
