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
  // Uses calendar fields instead of hours, because days with a clock change are not 24 hours long.
  return new Date(now.getFullYear(), now.getMonth(), now.getDate() + days, hour);
}

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

export function dateTimeFieldsOf(at: Date): { date: string; time: string } {
  return {
    date: `${at.getFullYear()}-${two(at.getMonth() + 1)}-${two(at.getDate())}`,
    time: `${two(at.getHours())}:${two(at.getMinutes())}`,
  };
}

/** Returns the moment of both fields; null while they are incomplete. */
export function parseDateTime(date: string, time: string): Date | null {
  if (date === '' || time === '') return null;
  const at = new Date(`${date}T${time}`);
  return Number.isNaN(at.getTime()) ? null : at;
}

/** Reason why something cannot be scheduled for this time; null when it can. */
export function scheduleProblem(at: Date, now: Date, daysMax: number): 'past' | 'far' | null {
  if (at.getTime() <= now.getTime()) return 'past';
  return at.getTime() > now.getTime() + daysMax * DAY ? 'far' : null;
}
