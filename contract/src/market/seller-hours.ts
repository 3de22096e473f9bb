import { type ClockFields, clockFieldsOf, instantOf } from '../platform/time-zones.ts';

/** Times of a clock, `09:00`; `to` may be `24:00`. */
export interface DayHours {
  from: string;
  to: string;
}

/** Monday first; null: a day off. */
export type WeekHours = readonly (DayHours | null)[];

export interface HoursState {
  isOpen: boolean;
  /** When `isOpen` changes; null: never. */
  changesAt: Date | null;
}

export const WEEK_DAYS = 7;
const MINUTES_PER_HOUR = 60;

export function minuteOf(time: string): number {
  const [hours = 0, minutes = 0] = time.split(':').map(Number);
  return hours * MINUTES_PER_HOUR + minutes;
}

const weekDayOf = ({ year, month, day }: ClockFields): number =>
  (new Date(Date.UTC(year, month - 1, day)).getUTCDay() + WEEK_DAYS - 1) % WEEK_DAYS;

/** Lists the spans of the next eight days in order; those that meet at midnight are one. */
function listSpans(hours: WeekHours, today: ClockFields, timeZone: string): [Date, Date][] {
  const first = weekDayOf(today);
  const spans: [Date, Date][] = [];
  for (let ahead = 0; ahead <= WEEK_DAYS; ahead += 1) {
    const day = hours[(first + ahead) % WEEK_DAYS];
    if (day === null || day === undefined) continue;
    const at = (time: string): Date =>
      instantOf({ ...today, day: today.day + ahead, hour: 0, minute: minuteOf(time) }, timeZone);
    const [from, to] = [at(day.from), at(day.to)];
    const last = spans.at(-1);
    if (last?.[1].getTime() === from.getTime()) last[1] = to;
    else spans.push([from, to]);
  }
  return spans;
}

/** Tells whether it is working time now, and until when that stays so. */
export function hoursStateOf(hours: WeekHours, now: Date, timeZone: string): HoursState {
  const spans = listSpans(hours, clockFieldsOf(now, timeZone), timeZone);
  const next = spans.find(([, to]) => to > now);
  if (next === undefined) return { isOpen: false, changesAt: null };
  const [from, to] = next;
  if (from > now) return { isOpen: false, changesAt: from };
  const isEndless = hours.every((day) => day !== null && day.from === '00:00' && day.to === '24:00');
  return { isOpen: true, changesAt: isEndless ? null : to };
}
