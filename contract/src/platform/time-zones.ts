import { findOrMake } from './find-or-make.ts';
import type { Lang } from './languages.ts';

/**
 * Zone of everybody whose own zone is unknown, and of the business days: payments, limits per day and daily figures
 * count Moscow days, whoever reads them.
 */
export const MOSCOW = 'Europe/Moscow';

/** Written after a Moscow time that is shown because the reader's zone is unknown. */
export const MOSCOW_LABELS: Record<Lang, string> = {
  ru: 'МСК',
  en: 'MSK',
  es: 'MSK',
  de: 'MSK',
  fr: 'MSK',
  it: 'MSK',
  ko: 'MSK',
};

/** Cookie by which a browser tells its zone, so that pages arrive with the reader's times. */
export const TIME_ZONE_COOKIE = 'tz';

const ZONES_MAX = 1000;
const zones = new Map<string, string | null>();

/** Returns the canonical name of an IANA time zone; null for anything else. */
export const findTimeZone = (name: string): string | null =>
  findOrMake(zones, name, ZONES_MAX, () => canonicalName(name));

function canonicalName(name: string): string | null {
  // Offsets such as +03:00 are rejected, because they do not include daylight saving time.
  if (!/^[A-Za-z][\w+/-]{0,59}$/.test(name)) return null;
  try {
    return new Intl.DateTimeFormat('en', { timeZone: name }).resolvedOptions().timeZone;
  } catch {
    return null;
  }
}

/** What a clock and a calendar in a zone show; `month` counts from 1. */
export interface ClockFields {
  year: number;
  month: number;
  day: number;
  hour: number;
  minute: number;
}

const clocks = new Map<string, Intl.DateTimeFormat>();

function clockOf(timeZone: string): Intl.DateTimeFormat {
  const known = clocks.get(timeZone);
  if (known !== undefined) return known;
  const clock = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  });
  clocks.set(timeZone, clock);
  return clock;
}

function readClock(at: Date | number, timeZone: string): ClockFields {
  const fields = { year: 0, month: 0, day: 0, hour: 0, minute: 0 };
  for (const { type, value } of clockOf(timeZone).formatToParts(at)) {
    if (type in fields) fields[type as keyof ClockFields] = Number(value);
  }
  return fields;
}

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

const asUtc = ({ year, month, day, hour, minute }: ClockFields): number => Date.UTC(year, month - 1, day, hour, minute);

function readOffset(at: number, timeZone: string): number {
  const minute = Math.floor(at / MINUTE_MS) * MINUTE_MS;
  return (asUtc(readClock(minute, timeZone)) - minute) / MINUTE_MS;
}

/** From 1973 on no zone is ahead of UTC by seconds. */
const WHOLE_MINUTES_FROM = Date.UTC(1973, 0);
/** Of one zone: ten years. Zones are as many as there are. */
const DAYS_MAX = 4000;
const offsets = new Map<string, Map<number, number | null>>();

/** Minutes by which the zone is ahead of UTC all through a day of UTC; null when they change on it. */
function offsetOfDay(day: number, timeZone: string): number | null {
  const days = offsets.get(timeZone) ?? new Map<number, number | null>();
  const known = days.get(day);
  if (known !== undefined) return known;
  const start = readOffset(day * DAY_MS, timeZone);
  const offset = start === readOffset((day + 1) * DAY_MS, timeZone) ? start : null;
  if (days.size >= DAYS_MAX) days.clear();
  offsets.set(timeZone, days.set(day, offset));
  return offset;
}

/** Returns minutes by which the zone is ahead of UTC at this time. */
export function zoneOffset(at: Date | number, timeZone: string): number {
  const time = Number(at);
  // `Intl` takes longer than all else on a page of times, and a zone changes its clock on few days of a year.
  const known = time >= WHOLE_MINUTES_FROM ? offsetOfDay(Math.floor(time / DAY_MS), timeZone) : null;
  return known ?? readOffset(time, timeZone);
}

export function clockFieldsOf(at: Date | number, timeZone: string): ClockFields {
  if (Number(at) < WHOLE_MINUTES_FROM) return readClock(at, timeZone);
  const local = new Date(Number(at) + zoneOffset(at, timeZone) * MINUTE_MS);
  return {
    year: local.getUTCFullYear(),
    month: local.getUTCMonth() + 1,
    day: local.getUTCDate(),
    hour: local.getUTCHours(),
    minute: local.getUTCMinutes(),
  };
}

/**
 * Returns the time at which a clock in the zone shows these fields, which may overflow: day 32 is in the next month. A
 * time that a clock change skips becomes the one after the gap.
 */
export function instantOf(fields: ClockFields, timeZone: string): Date {
  const utc = asUtc(fields);
  const first = utc - zoneOffset(utc, timeZone) * MINUTE_MS;
  return new Date(utc - zoneOffset(first, timeZone) * MINUTE_MS);
}

/** Number of the calendar day in the zone; days that follow each other have numbers that follow each other. */
export function dayNumberOf(at: Date | number, timeZone: string): number {
  return Math.floor((Number(at) + zoneOffset(at, timeZone) * MINUTE_MS) / DAY_MS);
}

/** Formats 5 as «05». */
export const twoDigits = (value: number): string => String(value).padStart(2, '0');

/** Formats `2026-11-23`, as the zone's calendar has it. */
export function isoDayOf(at: Date | number, timeZone: string): string {
  const { year, month, day } = clockFieldsOf(at, timeZone);
  return `${year}-${twoDigits(month)}-${twoDigits(day)}`;
}

/** Limits, statistics, payments and documents count Moscow days, whatever the time zone of the reader. */
export const moscowDay = (at: Date): string => isoDayOf(at, MOSCOW);

/** Formats `2026-11-23T05:05:00+10:00`. */
export function isoInZone(at: Date, timeZone: string): string {
  const { hour, minute } = clockFieldsOf(at, timeZone);
  const offset = zoneOffset(at, timeZone);
  const [sign, ahead] = [offset < 0 ? '-' : '+', Math.abs(offset)];
  const clock = [hour, minute, at.getUTCSeconds()].map(twoDigits).join(':');
  return `${isoDayOf(at, timeZone)}T${clock}${sign}${twoDigits(Math.floor(ahead / 60))}:${twoDigits(ahead % 60)}`;
}
