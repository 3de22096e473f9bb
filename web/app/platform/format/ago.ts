import type { Lang } from '@app/contract/platform/languages';
import { formatDate } from './format.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const units = new Map<string, Intl.NumberFormat>();
const words = new Map<Lang, Intl.RelativeTimeFormat>();

function formatUnit(lang: Lang, unit: 'minute' | 'hour', value: number): string {
  const key = `${lang} ${unit}`;
  const format = units.get(key) ?? new Intl.NumberFormat(lang, { style: 'unit', unit, unitDisplay: 'short' });
  units.set(key, format);
  return format.format(value);
}

function formatWord(lang: Lang, unit: 'second' | 'day', value: number): string {
  const format = words.get(lang) ?? new Intl.RelativeTimeFormat(lang, { numeric: 'auto' });
  words.set(lang, format);
  return format.format(value, unit);
}

/** Shortest relative time: «сейчас», «2 мин», «1 ч», «вчера», then the date. */
export function formatAgo(lang: Lang, timestamp: string, now: number): string {
  const age = now - Date.parse(timestamp);
  if (age < MINUTE) return formatWord(lang, 'second', 0);
  if (age < HOUR) return formatUnit(lang, 'minute', Math.floor(age / MINUTE));
  if (age < DAY) return formatUnit(lang, 'hour', Math.floor(age / HOUR));
  if (age < 2 * DAY) return formatWord(lang, 'day', -1);
  return formatDate(timestamp);
}
