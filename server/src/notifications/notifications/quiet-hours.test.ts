import { expect, test } from 'vitest';
import { localTime, quietUntil, toClockTime, toMinute } from './quiet-hours.ts';

const night = (timeZone: string) => ({ from: toMinute('23:00'), to: toMinute('08:00'), timeZone });
const at = (moment: string) => new Date(moment);

test('clock times are read and written alike', () => {
  for (const time of ['00:00', '08:05', '23:59']) expect(toClockTime(toMinute(time))).toBe(time);
});

test('a night that spans midnight is quiet by the clock of the person’s zone', () => {
  expect(quietUntil(night('Europe/Moscow'), at('2026-11-21T19:59:00Z'))).toBeUndefined();
  expect(quietUntil(night('Europe/Moscow'), at('2026-11-21T20:00:00Z'))).toEqual(at('2026-11-22T05:00:00Z'));
  expect(quietUntil(night('Europe/Moscow'), at('2026-11-22T04:59:30Z'))).toEqual(at('2026-11-22T05:00:00Z'));
  expect(quietUntil(night('Europe/Moscow'), at('2026-11-22T05:00:00Z'))).toBeUndefined();
  expect(quietUntil(night('Asia/Vladivostok'), at('2026-11-21T13:30:00Z'))).toEqual(at('2026-11-21T22:00:00Z'));
});

test('hours within one day, and none at all', () => {
  const nap = { from: toMinute('13:00'), to: toMinute('15:00'), timeZone: 'UTC' };
  expect(quietUntil(nap, at('2026-11-21T13:00:00Z'))).toEqual(at('2026-11-21T15:00:00Z'));
  expect(quietUntil(nap, at('2026-11-21T15:00:00Z'))).toBeUndefined();
  expect(quietUntil({ ...nap, to: nap.from }, at('2026-11-21T13:00:00Z'))).toBeUndefined();
  expect(quietUntil(undefined, at('2026-11-21T03:00:00Z'))).toBeUndefined();
});

test('the day of a zone may be another than ours', () => {
  expect(localTime(at('2026-11-21T22:30:00Z'), 'Asia/Vladivostok')).toEqual({ day: '2026-11-22', minute: 510 });
  expect(localTime(at('2026-11-21T02:30:00Z'), 'America/New_York')).toEqual({ day: '2026-11-20', minute: 1290 });
});
