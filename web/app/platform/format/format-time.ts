import { findOrMake } from '@app/contract/platform/find-or-make';
import type { Lang } from '@app/contract/platform/languages';
import { clockFieldsOf, dayNumberOf } from '@app/contract/platform/time-zones';
import { formatDate, formatIn, formatTime, withZoneLabel, zoneOf } from './format.ts';
import { readerZone } from './reader-zone.ts';

const CLOCK: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' };
const DAY_AND_MONTH: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long' };

const DAY_MS = 86_400_000;
const DAYS_MAX = 2000;
const days = new Map<string, string>();

/** Formats what depends on the calendar day alone, once for each. */
function formatDayOf(lang: Lang, value: string, name: string, options: Intl.DateTimeFormatOptions): string {
  const day = dayNumberOf(Date.parse(value), zoneOf(value));
  return findOrMake(days, `${lang} ${name} ${day}`, DAYS_MAX, () =>
    formatIn('UTC', lang, name, options).format(day * DAY_MS),
  );
}

/** Formats «18 ноября», with the year when asked. */
export const formatDayAndMonth = (lang: Lang, value: string, hasYear = false): string =>
  hasYear
    ? formatDayOf(lang, value, 'year', { ...DAY_AND_MONTH, year: 'numeric' })
    : formatDayOf(lang, value, 'month', DAY_AND_MONTH);

/** Formats «ноябрь 2026 г.» of a calendar month such as 2026-11. */
export const formatMonth = (lang: Lang, month: string): string =>
  formatIn('UTC', lang, 'whole month', { month: 'long', year: 'numeric' }).format(new Date(`${month}-01`));

/** Formats «ноябрь» of a month from 1 to 12. */
export const formatMonthName = (lang: Lang, month: number): string =>
  formatIn('UTC', lang, 'month name', { month: 'long' }).format(new Date(`2000-${String(month).padStart(2, '0')}-01`));

/** Formats «ср». */
export const formatWeekday = (lang: Lang, timestamp: string): string =>
  formatDayOf(lang, timestamp, 'weekday', { weekday: 'short' });

/** Formats «9:00» as the language writes clocks. */
export const formatHour = (lang: Lang, at: Date): string =>
  withZoneLabel(formatIn(readerZone().timeZone, lang, 'hour', CLOCK).format(at));

/** Formats «пт, 20 ноября, 9:00». */
export const formatLongMoment = (lang: Lang, timestamp: string): string =>
  withZoneLabel(
    formatIn(readerZone().timeZone, lang, 'long', { weekday: 'short', ...DAY_AND_MONTH, ...CLOCK }).format(
      new Date(timestamp),
    ),
  );

/** Counts the days between two times by the reader's calendar: 0 is the same day, 1 the day before `now`. */
export function daysAgo(timestamp: string, now: number): number {
  const { timeZone } = readerZone();
  return dayNumberOf(now, timeZone) - dayNumberOf(Date.parse(timestamp), timeZone);
}

export function isThisYear(timestamp: string, now: number): boolean {
  const { year } = clockFieldsOf(now, readerZone().timeZone);
  return clockFieldsOf(Date.parse(timestamp), zoneOf(timestamp)).year === year;
}

const words = new Map<string, string>();

/** Formats 0 as «сегодня» and -1 as «вчера». */
export function formatRelativeDay(lang: Lang, days: number): string {
  const key = `${lang} ${days}`;
  const word = words.get(key) ?? new Intl.RelativeTimeFormat(lang, { numeric: 'auto' }).format(days, 'day');
  words.set(key, word);
  return word;
}

/** Formats «сегодня, 08:20», «вчера, 19:05», «15 ноября, 07:02», «15.11.2024». */
export function formatRecentTime(lang: Lang, timestamp: string, now: number): string {
  const days = daysAgo(timestamp, now);
  if (days === 0 || days === 1) return `${formatRelativeDay(lang, -days)}, ${formatTime(timestamp)}`;
  return isThisYear(timestamp, now)
    ? `${formatDayAndMonth(lang, timestamp)}, ${formatTime(timestamp)}`
    : formatDate(timestamp);
}

const QUARTER_MS = 900_000;

/**
 * The days in words, «сегодня», change at a midnight: in every zone that is the beginning of a quarter of an hour. What
 * names days is the same until the next one.
 */
export const currentQuarter = (): number => Math.floor(Date.now() / QUARTER_MS);
