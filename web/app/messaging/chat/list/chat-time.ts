import type { Lang } from '@app/contract/platform/languages';
import { formatDate, formatTime } from '../../../platform/format/format.ts';

const DAY_MS = 86_400_000;
// Moscow has had the fixed offset UTC+3 since 2014. All dates of the site use Moscow days.
const MOSCOW_MS = 3 * 3_600_000;

const dayOf = (timestamp: number): number => Math.floor((timestamp + MOSCOW_MS) / DAY_MS);

const formats = new Map<Lang, { yesterday: string; weekday: Intl.DateTimeFormat }>();

function formatsOf(lang: Lang) {
  const known = formats.get(lang) ?? {
    yesterday: new Intl.RelativeTimeFormat(lang, { numeric: 'auto' }).format(-1, 'day'),
    weekday: new Intl.DateTimeFormat(lang, { weekday: 'short', timeZone: 'Europe/Moscow' }),
  };
  formats.set(lang, known);
  return known;
}

/** Formats the time of the last message: «14:26», «вчера», «ср», «12.11», «12.11.2024». */
export function formatChatTime(lang: Lang, timestamp: string, now: number): string {
  const age = dayOf(now) - dayOf(Date.parse(timestamp));
  if (age <= 0) return formatTime(timestamp);
  if (age === 1) return formatsOf(lang).yesterday;
  if (age < 7) return formatsOf(lang).weekday.format(new Date(timestamp));
  const date = formatDate(timestamp);
  const isThisYear = date.slice(6) === formatDate(new Date(now).toISOString()).slice(6);
  return isThisYear ? date.slice(0, 5) : date;
}

export function untilTomorrow(now: number): number {
  return (dayOf(now) + 1) * DAY_MS - MOSCOW_MS - now;
}
