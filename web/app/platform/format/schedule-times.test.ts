import { instantOf } from '@app/contract/platform/time-zones';
import { beforeEach, expect, test } from 'vitest';
import { readerZoneOf, setReaderZone } from './reader-zone.ts';
import { dateTimeFieldsOf, parseDateTime, schedulePresets, scheduleProblem } from './schedule-times.ts';

// Far from the zone of the machine, which must not matter.
const ZONE = 'Asia/Vladivostok';
beforeEach(() => setReaderZone(readerZoneOf(ZONE, 'ru')));

const local = (year: number, month: number, day: number, hour: number, minute: number): Date =>
  instantOf({ year, month, day, hour, minute }, ZONE);
const names = (now: Date): string[] => schedulePresets(now).map(({ name }) => name);

test('presets are this evening, tomorrow morning and Monday morning by the reader’s clock', () => {
  const presets = schedulePresets(local(2026, 11, 19, 14, 20));
  expect(presets.map(({ name, at }) => [name, ...Object.values(dateTimeFieldsOf(at))])).toEqual([
    ['hour', '2026-11-19', '15:20'],
    ['today', '2026-11-19', '21:00'],
    ['tomorrow', '2026-11-20', '09:00'],
    ['monday', '2026-11-23', '09:00'],
  ]);
});

test('what is past is not offered, nor the same morning twice', () => {
  expect(names(local(2026, 11, 19, 22, 0))).toEqual(['hour', 'tomorrow', 'monday']);
  expect(names(local(2026, 11, 22, 10, 0))).toEqual(['hour', 'today', 'tomorrow']);
});

test('a moment must lie ahead, and not further than the given number of days', () => {
  const now = local(2026, 11, 19, 14, 20);
  expect(scheduleProblem(local(2026, 11, 19, 14, 19), now, 365)).toBe('past');
  expect(scheduleProblem(local(2028, 1, 1, 0, 0), now, 365)).toBe('far');
  expect(scheduleProblem(local(2026, 11, 19, 14, 30), now, 365)).toBeNull();
});

test('the two fields and the moment are the same', () => {
  const at = local(2026, 3, 5, 7, 8);
  const { date, time } = dateTimeFieldsOf(at);
  expect([date, time]).toEqual(['2026-03-05', '07:08']);
  expect(parseDateTime(date, time)).toEqual(at);
  expect(parseDateTime('', time)).toBeNull();
  expect(parseDateTime('2026-13-40', time)).toBeNull();
});
