import { celebratedOn } from '@app/contract/people/birthday-calendar';

const DAY_MS = 86_400_000;

/** A day of the calendar, and a birthday that is celebrated on it. */
export interface BirthdayDay {
  /** ISO day. */
  date: string;
  month: number;
  day: number;
}

export const addDays = (date: string, days: number): string =>
  new Date(Date.parse(date) + days * DAY_MS).toISOString().slice(0, 10);

/** The birthdays celebrated on each of `count` days from `first`: one for each day, and also 29 February on some 28th. */
export function birthdayDays(first: string, count: number): BirthdayDay[] {
  return Array.from({ length: count }, (_, ahead) => addDays(first, ahead)).flatMap((date) => {
    const [year = 0, month = 0, day = 0] = date.split('-').map(Number);
    const isEndOfFebruary = month === 2 && day === 28 && celebratedOn({ month: 2, day: 29 }, year) === date;
    return [{ date, month, day }, ...(isEndOfFebruary ? [{ date, month, day: 29 }] : [])];
  });
}
