import { clockFieldsOf, instantOf, twoDigits } from '@app/contract/platform/time-zones';
import { readerZone } from './reader-zone.ts';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const EVENING = 21;
const MORNING = 9;
const MONDAY = 1;
const WEEK = 7;

export interface SchedulePreset {
  name: 'hour' | 'today' | 'tomorrow' | 'monday';
  at: Date;
}

export function schedulePresets(now: Date): SchedulePreset[] {
  const { timeZone } = readerZone();
  const { year, month, day } = clockFieldsOf(now, timeZone);
  // Uses calendar fields instead of hours, because days with a clock change are not 24 hours long.
  const dayAfter = (days: number, hour: number): Date =>
    instantOf({ year, month, day: day + days, hour, minute: 0 }, timeZone);
  const weekday = new Date(Date.UTC(year, month - 1, day)).getUTCDay();
  const toMonday = (MONDAY - weekday + WEEK) % WEEK || WEEK;
  const presets: SchedulePreset[] = [
    { name: 'hour', at: new Date(Math.ceil((now.getTime() + 60 * MINUTE) / MINUTE) * MINUTE) },
    { name: 'today', at: dayAfter(0, EVENING) },
    { name: 'tomorrow', at: dayAfter(1, MORNING) },
    { name: 'monday', at: dayAfter(toMonday, MORNING) },
  ];
  return presets.filter(
    ({ name, at }) => at.getTime() > now.getTime() + MINUTE && !(name === 'monday' && toMonday === 1),
  );
}

/** Returns a time as date and time fields show it, in the reader's zone. */
export function dateTimeFieldsOf(at: Date): { date: string; time: string } {
  const { year, month, day, hour, minute } = clockFieldsOf(at, readerZone().timeZone);
  return { date: `${year}-${twoDigits(month)}-${twoDigits(day)}`, time: `${twoDigits(hour)}:${twoDigits(minute)}` };
}

/** Returns the time that the reader means by both fields; null while they are incomplete. */
export function parseDateTime(date: string, time: string): Date | null {
  const numbers = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d)/.exec(`${date}T${time}`)?.slice(1).map(Number);
  if (numbers === undefined || Number.isNaN(Date.parse(`${date}T${time}Z`))) return null;
  const [year = 0, month = 0, day = 0, hour = 0, minute = 0] = numbers;
  return instantOf({ year, month, day, hour, minute }, readerZone().timeZone);
}

/** Value of a `datetime-local` field; '' for none. */
export function dateTimeInputOf(timestamp: string | null): string {
  if (timestamp === null) return '';
  const { date, time } = dateTimeFieldsOf(new Date(timestamp));
  return `${date}T${time}`;
}

/** Returns the time that the reader means by a `datetime-local` field; null when it is empty. */
export function parseDateTimeInput(value: string): Date | null {
  const [date = '', time = ''] = value.split('T');
  return parseDateTime(date, time);
}

/** Reason why something cannot be scheduled for this time; null when it can. */
export function scheduleProblem(at: Date, now: Date, daysMax: number): 'past' | 'far' | null {
  if (at.getTime() <= now.getTime()) return 'past';
  return at.getTime() > now.getTime() + daysMax * DAY ? 'far' : null;
}
