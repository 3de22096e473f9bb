import type { Lang } from '@app/contract/platform/languages';
import { formatDate, formatTime } from '../../platform/format/format.ts';

const DAY_MS = 86_400_000;
// Moscow has had one offset since 2014, and the site uses Moscow dates for every reader.
const MOSCOW_MS = 3 * 3_600_000;

const words = new Map<Lang, Intl.RelativeTimeFormat>();
const days = new Map<Lang, Intl.DateTimeFormat>();

const dayOf = (timestamp: number): number => Math.floor((timestamp + MOSCOW_MS) / DAY_MS);

function wordOf(lang: Lang, day: number): string {
  const format = words.get(lang) ?? new Intl.RelativeTimeFormat(lang, { numeric: 'auto' });
  words.set(lang, format);
  return format.format(day, 'day');
}

function formatDayWords(lang: Lang, timestamp: string): string {
  const format =
    days.get(lang) ?? new Intl.DateTimeFormat(lang, { day: 'numeric', month: 'long', timeZone: 'Europe/Moscow' });
  days.set(lang, format);
  return format.format(new Date(timestamp));
}

/** Formats the publication time: «сегодня, 08:20», «вчера, 19:05», «15 ноября, 07:02», «15.11.2024». */
export function formatPublicationTime(lang: Lang, timestamp: string, now: number): string {
  const age = dayOf(now) - dayOf(Date.parse(timestamp));
  if (age === 0 || age === 1) return `${wordOf(lang, -age)}, ${formatTime(timestamp)}`;
  const isThisYear = formatDate(timestamp).slice(6) === formatDate(new Date(now).toISOString()).slice(6);
  return isThisYear ? `${formatDayWords(lang, timestamp)}, ${formatTime(timestamp)}` : formatDate(timestamp);
}
