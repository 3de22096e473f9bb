import { expect, test } from 'vitest';
import { clockFieldsOf, dayNumberOf, findTimeZone, instantOf, isoDayOf, isoInZone, zoneOffset } from './time-zones.ts';

const at = (iso: string): Date => new Date(iso);

test('only existing zones are known, by their canonical name', () => {
  expect(findTimeZone('Asia/Vladivostok')).toBe('Asia/Vladivostok');
  expect(findTimeZone('asia/vladivostok')).toBe('Asia/Vladivostok');
  for (const name of ['', '+03:00', 'Europe/Atlantis', 'x'.repeat(70), '<script>'])
    expect(findTimeZone(name)).toBeNull();
});

test('a clock and a calendar differ by zone', () => {
  const moment = at('2026-11-22T16:21:30Z');
  expect(clockFieldsOf(moment, 'Asia/Vladivostok')).toEqual({ year: 2026, month: 11, day: 23, hour: 2, minute: 21 });
  expect(isoDayOf(moment, 'Europe/Moscow')).toBe('2026-11-22');
  expect(dayNumberOf(moment, 'Asia/Vladivostok') - dayNumberOf(moment, 'Europe/Moscow')).toBe(1);
  expect(isoInZone(moment, 'Asia/Vladivostok')).toBe('2026-11-23T02:21:30+10:00');
  expect(isoInZone(moment, 'America/St_Johns')).toBe('2026-11-22T12:51:30-03:30');
});

test('fields and the time they mean are the same, also around clock changes', () => {
  for (const zone of ['Asia/Vladivostok', 'Europe/Berlin', 'America/St_Johns', 'Pacific/Apia'])
    for (const iso of ['2026-03-29T00:59:00Z', '2026-03-29T01:00:00Z', '2026-11-22T16:21:00Z', '2026-12-31T23:30:00Z'])
      expect(instantOf(clockFieldsOf(at(iso), zone), zone)).toEqual(at(iso));
  const skipped = { year: 2026, month: 3, day: 29, hour: 2, minute: 30 };
  expect(instantOf(skipped, 'Europe/Berlin')).toEqual(at('2026-03-29T01:30:00Z'));
  expect(instantOf({ year: 2026, month: 11, day: 31, hour: 0, minute: 0 }, 'Europe/Moscow')).toEqual(
    at('2026-11-30T21:00:00Z'),
  );
  expect(zoneOffset(at('2026-07-01T00:00:00Z'), 'Europe/Berlin')).toBe(120);
});

test.for([
  [1972, 1975],
  [2008, 2019],
])('clocks from %i to %i are those of Intl, also on days when they change', ([from = 0, to = 0]) => {
  const two = (value: number): string => String(value).padStart(2, '0');
  const different: string[] = [];
  for (const zone of ['Europe/Moscow', 'America/St_Johns', 'Pacific/Apia', 'Australia/Lord_Howe', 'Asia/Pyongyang']) {
    const shown = new Intl.DateTimeFormat('sv-SE', { timeZone: zone, dateStyle: 'short', timeStyle: 'short' });
    for (let time = Date.UTC(from, 0, 1, 3, 31); time < Date.UTC(to, 0); time += 20.77 * 3_600_000) {
      const { year, month, day, hour, minute } = clockFieldsOf(Math.floor(time), zone);
      const clock = `${year}-${two(month)}-${two(day)} ${two(hour)}:${two(minute)}`;
      if (clock !== shown.format(Math.floor(time))) different.push(`${zone} ${clock}`);
    }
  }
  expect(different).toEqual([]);
});

test('a time that is none fails as it does in Intl', () => {
  expect(() => clockFieldsOf(new Date('x'), 'Europe/Moscow')).toThrow(RangeError);
});
