import { minuteOf, WEEK_DAYS } from '@app/contract/market/seller-hours';
import type { SellerSettings } from '@app/contract/market/seller-settings';

export type Week = NonNullable<SellerSettings['hours']>;
type Day = NonNullable<Week[number]>;

const USUAL_DAY: Day = { from: '09:00', to: '19:00' };
const WORKDAYS = 5;
const STEP_MINUTES = 30;
const DAY_MINUTES = 1440;

/** What a seller begins with: Monday to Friday, nine to seven. */
export const usualWeek = (): Week => Array.from({ length: WEEK_DAYS }, (_, at) => (at < WORKDAYS ? USUAL_DAY : null));

const clock = (minute: number): string =>
  [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');

/** Half hours from 00:00 to 24:00, and the chosen time where it is another one. */
function timesWith(chosen: string): string[] {
  const times = Array.from({ length: DAY_MINUTES / STEP_MINUTES + 1 }, (_, at) => clock(at * STEP_MINUTES));
  return times.includes(chosen) ? times : [...times, chosen].sort();
}

export const startsOf = ({ from }: Day): string[] => timesWith(from).filter((time) => time !== '24:00');
export const endsOf = ({ from, to }: Day): string[] => timesWith(to).filter((time) => minuteOf(time) > minuteOf(from));

/** A beginning after the end moves the end. */
export function withStart(day: Day, from: string): Day {
  if (minuteOf(from) < minuteOf(day.to)) return { ...day, from };
  return { from, to: clock(Math.min(DAY_MINUTES, minuteOf(from) + STEP_MINUTES)) };
}

/** A day that is worked again gets the hours of another one. A week without a working day is null. */
export function toggleDay(week: Week, at: number): Week | null {
  const usual = week.find((day) => day !== null) ?? USUAL_DAY;
  const next = week.map((day, place) => (place !== at ? day : day === null ? usual : null));
  return next.some((day) => day !== null) ? next : null;
}

/** Gives all working days the hours of the first one. */
export function evenWeek(week: Week): Week {
  const first = week.find((day) => day !== null) ?? USUAL_DAY;
  return week.map((day) => day && first);
}

export const isEven = (week: Week): boolean =>
  new Set(week.flatMap((day) => (day === null ? [] : [`${day.from} ${day.to}`]))).size < 2;
