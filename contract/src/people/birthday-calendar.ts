import type { Birthday } from './birthdays.ts';

const LEAP_YEAR = 2000;

/** Number of days of a month; without a year February has 29. */
export const daysInMonth = (month: number, year: number | null): number =>
  new Date(Date.UTC(year ?? LEAP_YEAR, month, 0)).getUTCDate();

/** The day of a year on which a birthday is celebrated, as `2026-12-05`. 29 February falls on the 28th in other years. */
export function celebratedOn({ month, day: dayOfMonth }: Pick<Birthday, 'month' | 'day'>, year: number): string {
  const shown = Math.min(dayOfMonth, daysInMonth(month, year));
  return [String(year), ...[month, shown].map((part) => String(part).padStart(2, '0'))].join('-');
}

/** The next celebration from `today`, which counts as well. Without a year of birth `turns` is null. */
export function nextBirthday(birthday: Birthday, today: string): { date: string; turns: number | null } {
  const thisYear = Number(today.slice(0, 4));
  const year = celebratedOn(birthday, thisYear) >= today ? thisYear : thisYear + 1;
  return { date: celebratedOn(birthday, year), turns: birthday.year === null ? null : year - birthday.year };
}
