import type { Lang } from '@app/contract/platform/languages';
import { formatDate } from './format.ts';

const MINUTE = 60_000;
const HOUR = 60 * MINUTE;
const DAY = 24 * HOUR;

const formats = new Map<Lang, Intl.RelativeTimeFormat>();

/** When somebody was last here, as words of a sentence: «13 мин. назад», «вчера», the date; null in the first minute. */
export function formatSeen(lang: Lang, timestamp: string, now: number): string | null {
  const age = now - Date.parse(timestamp);
  const format = formats.get(lang) ?? new Intl.RelativeTimeFormat(lang, { numeric: 'auto', style: 'short' });
  formats.set(lang, format);
  if (age < MINUTE) return null;
  if (age < HOUR) return format.format(-Math.floor(age / MINUTE), 'minute');
  if (age < DAY) return format.format(-Math.floor(age / HOUR), 'hour');
  return age < 2 * DAY ? format.format(-1, 'day') : formatDate(timestamp);
}
