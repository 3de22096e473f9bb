import { SCHEDULED_DAYS_MAX } from '#contract/messaging/chat';

const MINUTE = 60_000;
const DAY = 24 * 60 * MINUTE;
const EVENING = 21;
const MORNING = 9;
const MONDAY = 1;
const WEEK = 7;

export interface SchedulePreset {
  name: 'hour' | 'today' | 'tomorrow' | 'monday';
  at: Date;
}

function dayAfter(now: Date, days: number, hour: number): Date {
  // By the calendar, not by hours: days on which clocks change are not 24 hours long.
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour);
}

/** The usual moments to send later, in the zone of this device; those that are past are left out. */
export function schedulePresets(now: Date): SchedulePreset[] {
  const toMonday = (MONDAY - now.getDay() + WEEK) % WEEK || WEEK;
  const presets: SchedulePreset[] = [
    { name: 'hour', at: new Date(Math.ceil((now.getTime() + 60 * MINUTE) / MINUTE) * MINUTE) },
    { name: 'today', at: dayAfter(now, 0, EVENING) },
    { name: 'tomorrow', at: dayAfter(now, 1, MORNING) },
    { name: 'monday', at: dayAfter(now, toMonday, MORNING) },
  ];
  return presets.filter(
    ({ name, at }) => at.getTime() > now.getTime() + MINUTE && !(name === 'monday' && toMonday === 1),
  );
}

const two = (value: number): string => String(value).padStart(2, '0');

/** As `<input type="date">` and `type="time"` write a moment, in the zone of this device. */
export function dateTimeFieldsOf(at: Date): { date: string; time: string } {
  return {
    date: `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`,
    time: `${two(at.getHours())}:${two(at.getMinutes())}`,
  };
}

/** The moment that the two fields name; null while they name none. */
export function parseDateTime(date: string, time: string): Date | null {
  if (date === '' || time === '') return null;
  const at = new Date(`${date}T${time}`);
  return Number.isNaN(at.getTime()) ? null : at;
}

/** Why a message cannot wait for this moment. */
export function scheduleProblem(at: Date, now: Date): 'past' | 'far' | null {
  if (at.getTime() <= now.getTime()) return 'past';
  return at.getTime() > now.getTime() + SCHEDULED_DAYS_MAX * DAY ? 'far' : null;
}
