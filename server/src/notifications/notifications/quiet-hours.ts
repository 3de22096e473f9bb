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
  const parts = new Intl.DateTimeFormat('en-GB', {
    timeZone,
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    hourCycle: 'h23',
  }).formatToParts(now);
  const of = (type: Intl.DateTimeFormatPartTypes): string => parts.find((part) => part.type === type)?.value ?? '';
  return { day: `${of('year')}-${of('month')}-${of('day')}`, minute: Number(of('hour')) * 60 + Number(of('minute')) };
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
