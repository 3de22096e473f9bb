import type { Lang } from '@app/contract/platform/languages';
import { clockFieldsOf, twoDigits } from '@app/contract/platform/time-zones';
import { readerZone } from './reader-zone.ts';

const NO_BREAK_SPACE = '\u00a0';

const numbers = new Map<Lang, Intl.NumberFormat>();

function numberFormat(lang: Lang): Intl.NumberFormat {
  const known = numbers.get(lang);
  if (known) return known;
  const format = new Intl.NumberFormat(lang);
  numbers.set(lang, format);
  return format;
}

/** Formats 1248 as «1 248», with the digit grouping of the language. */
export function formatNumber(lang: Lang, value: number): string {
  // No language of the site writes these in another way, and the counts of a page are mostly small.
  if (Number.isInteger(value) && value >= 0 && value < 1000) return String(value);
  return numberFormat(lang).format(value);
}

/** Formats 82000 and «км» as «82 000 км». A value without a unit is a year, floor or size and is not grouped: 2015. */
export function formatMeasure(lang: Lang, value: number, unit: string): string {
  if (unit === '') return value.toLocaleString(lang, { useGrouping: false });
  return `${formatNumber(lang, value)}${NO_BREAK_SPACE}${unit}`;
}

/** Formats 18500 as «18 500 ₽», with no-break spaces. */
export function formatPrice(lang: Lang, roubles: number): string {
  // `Intl` does not group four digits in Russian and Spanish and uses a point in German; prices look the same in all of
  // them.
  return `${String(roubles).replace(/\B(?=(\d{3})+$)/g, lang === 'ko' || lang === 'en' ? ',' : NO_BREAK_SPACE)}${NO_BREAK_SPACE}₽`;
}

const ratings = new Map<Lang, Intl.NumberFormat>();

/** Formats 4.9 as «4,90». */
export function formatRating(lang: Lang, rating: number): string {
  let format = ratings.get(lang);
  if (!format) {
    format = new Intl.NumberFormat(lang, { minimumFractionDigits: 2, maximumFractionDigits: 2 });
    ratings.set(lang, format);
  }
  return format.format(rating);
}

const timeFormats = new Map<string, Intl.DateTimeFormat>();

/** Returns the format of a time zone and a language; `name` distinguishes the options. */
export function formatIn(timeZone: string, lang: Lang, name: string, options: Intl.DateTimeFormatOptions) {
  const key = `${timeZone} ${lang} ${name}`;
  const known = timeFormats.get(key);
  if (known !== undefined) return known;
  const format = new Intl.DateTimeFormat(lang, { ...options, timeZone });
  timeFormats.set(key, format);
  return format;
}

/** A calendar day (2026-11-21) is the same in every zone; a timestamp belongs to the reader's day. */
export const zoneOf = (value: string): string => (/^\d{4}-\d{2}-\d{2}$/.test(value) ? 'UTC' : readerZone().timeZone);

/** Adds «МСК» while the reader's zone is unknown. */
export const withZoneLabel = (text: string): string => {
  const { label } = readerZone();
  return label === '' ? text : `${text}${NO_BREAK_SPACE}${label}`;
};

function clockOf(timestamp: string): string {
  const { hour, minute } = clockFieldsOf(new Date(timestamp), readerZone().timeZone);
  return `${twoDigits(hour)}:${twoDigits(minute)}`;
}

/** Formats a timestamp or a calendar day as dd.mm.yyyy. */
export function formatDate(value: string): string {
  const { year, month, day } = clockFieldsOf(new Date(value), zoneOf(value));
  return `${twoDigits(day)}.${twoDigits(month)}.${year}`;
}

/** Formats a timestamp as HH:MM. */
export const formatTime = (timestamp: string): string => withZoneLabel(clockOf(timestamp));

/** Formats a timestamp as dd.mm.yyyy, HH:MM. */
export const formatDateTime = (timestamp: string): string => `${formatDate(timestamp)}, ${formatTime(timestamp)}`;

export function cut(text: string, max: number): string {
  return text.length > max ? `${text.slice(0, max).trimEnd()}…` : text;
}

/** Formats 3325 as «33,25 ₽»; whole roubles without the zeros. */
export function formatKopecks(lang: Lang, kopecks: number): string {
  if (kopecks % 100 === 0) return formatPrice(lang, kopecks / 100);
  return `${formatRating(lang, kopecks / 100)}${NO_BREAK_SPACE}₽`;
}

/** Formats milliseconds: 245_000 as «4:05», 3_725_000 as «1:02:05». */
export function formatDuration(milliseconds: number): string {
  const seconds = Math.max(0, Math.floor(milliseconds / 1000));
  const [hours, minutes] = [Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60];
  return `${hours > 0 ? `${hours}:${twoDigits(minutes)}` : minutes}:${twoDigits(seconds % 60)}`;
}
