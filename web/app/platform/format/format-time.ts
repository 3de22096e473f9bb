import type { Lang } from '@app/contract/platform/languages';
import { dayNumberOf } from '@app/contract/platform/time-zones';
import { formatDate, formatIn, formatTime, withZoneLabel, zoneOf } from './format.ts';
import { readerZone } from './reader-zone.ts';

const CLOCK: Intl.DateTimeFormatOptions = { hour: '2-digit', minute: '2-digit' };
const DAY_AND_MONTH: Intl.DateTimeFormatOptions = { day: 'numeric', month: 'long' };

/** Formats «18 ноября», with the year when asked. */
export function formatDayAndMonth(lang: Lang, value: string, hasYear = false): string {
  const options = hasYear ? { ...DAY_AND_MONTH, year: 'numeric' as const } : DAY_AND_MONTH;
  return formatIn(zoneOf(value), lang, hasYear ? 'year' : 'month', options).format(new Date(value));
}

/** Formats «ноябрь 2026 г.» of a calendar month such as 2026-11. */
export const formatMonth = (lang: Lang, month: string): string =>
  formatIn('UTC', lang, 'whole month', { month: 'long', year: 'numeric' }).format(new Date(`${month}-01`));

/** Formats «ноябрь» of a month from 1 to 12. */
export const formatMonthName = (lang: Lang, month: number): string =>
  formatIn('UTC', lang, 'month name', { month: 'long' }).format(new Date(`2000-${String(month).padStart(2, '0')}-01`));

/** Formats «ср». */
export const formatWeekday = (lang: Lang, timestamp: string): string =>
  formatIn(readerZone().timeZone, lang, 'weekday', { weekday: 'short' }).format(new Date(timestamp));

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

export const isThisYear = (timestamp: string, now: number): boolean =>
  formatDate(timestamp).slice(6) === formatDate(new Date(now).toISOString()).slice(6);

const words = new Map<Lang, Intl.RelativeTimeFormat>();

/** Formats 0 as «сегодня» and -1 as «вчера». */
export function formatRelativeDay(lang: Lang, days: number): string {
  const format = words.get(lang) ?? new Intl.RelativeTimeFormat(lang, { numeric: 'auto' });
  words.set(lang, format);
  return format.format(days, 'day');
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
