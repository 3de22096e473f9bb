import type { Lang } from '@app/contract/platform/languages';
import { clockFieldsOf, instantOf } from '@app/contract/platform/time-zones';
import { formatDate, formatTime } from '../../../platform/format/format.ts';
import { daysAgo, formatRelativeDay, formatWeekday, isThisYear } from '../../../platform/format/format-time.ts';
import { readerZone } from '../../../platform/format/reader-zone.ts';

/** Formats the time of the last message: «14:26», «вчера», «ср», «12.11», «12.11.2024». */
export function formatChatTime(lang: Lang, timestamp: string, now: number): string {
  const days = daysAgo(timestamp, now);
  if (days <= 0) return formatTime(timestamp);
  if (days === 1) return formatRelativeDay(lang, -1);
  if (days < 7) return formatWeekday(lang, timestamp);
  const date = formatDate(timestamp);
  return isThisYear(timestamp, now) ? date.slice(0, 5) : date;
}

/** Returns milliseconds until the reader's day ends. */
export function untilTomorrow(now: number): number {
  const { timeZone } = readerZone();
  const today = clockFieldsOf(now, timeZone);
  return instantOf({ ...today, day: today.day + 1, hour: 0, minute: 0 }, timeZone).getTime() - now;
}
