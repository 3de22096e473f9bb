import { nextBirthday } from '@app/contract/people/birthday-calendar';
import type { Birthday } from '@app/contract/people/birthdays';
import type { Lang } from '@app/contract/platform/languages';
import { isoDayOf } from '@app/contract/platform/time-zones';
import { formatDayAndMonth } from '../../platform/format/format-time.ts';
import { readerZone } from '../../platform/format/reader-zone.ts';

/** A year that has every day. */
const LEAP_YEAR = 2000;

/** Formats «5 декабря» of a birthday. */
export function formatBirthday(lang: Lang, { day, month }: Pick<Birthday, 'day' | 'month'>): string {
  const [monthPart, dayPart] = [month, day].map((part) => String(part).padStart(2, '0'));
  return formatDayAndMonth(lang, `${LEAP_YEAR}-${monthPart}-${dayPart}`);
}

/** The next celebration by the reader's calendar. */
export function upcomingBirthday(birthday: Birthday, now: number): { isToday: boolean; turns: number | null } {
  const today = isoDayOf(now, readerZone().timeZone);
  const { date, turns } = nextBirthday(birthday, today);
  return { isToday: date === today, turns };
}
