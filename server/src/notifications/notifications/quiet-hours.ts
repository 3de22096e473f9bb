import { clockFieldsOf, isoDayOf } from '@app/contract/platform/time-zones';

const DAY_MINUTES = 1440;
const MINUTE_MS = 60_000;

/** Minutes of the day in a time zone; the range may span midnight. Equal values mean no quiet hours. */
export interface QuietHours {
  from: number;
  to: number;
  timeZone: string;
}

export function toMinute(clockTime: string): number {
  const [hours = 0, minutes = 0] = clockTime.split(':').map(Number);
  return hours * 60 + minutes;
}

export function toClockTime(minute: number): string {
  return [Math.floor(minute / 60), minute % 60].map((part) => String(part).padStart(2, '0')).join(':');
}

export function localTime(now: Date, timeZone: string): { day: string; minute: number } {
  const { hour, minute } = clockFieldsOf(now, timeZone);
  return { day: isoDayOf(now, timeZone), minute: hour * 60 + minute };
}

/**
 * Returns when the quiet hours end; undefined outside of them. Callers have to check again at that time, because clocks
 * may change.
 */
export function quietUntil(hours: QuietHours | undefined, now: Date): Date | undefined {
  if (hours === undefined) return undefined;
  const { minute } = localTime(now, hours.timeZone);
  const since = (minute - hours.from + DAY_MINUTES) % DAY_MINUTES;
  const length = (hours.to - hours.from + DAY_MINUTES) % DAY_MINUTES;
  if (since >= length) return undefined;
  const wholeMinute = Math.floor(now.getTime() / MINUTE_MS) * MINUTE_MS;
  return new Date(wholeMinute + (length - since) * MINUTE_MS);
}
