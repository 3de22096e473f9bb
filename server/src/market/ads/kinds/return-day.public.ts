const DAY_MS = 86_400_000;

/** The day that it still is somewhere on Earth. */
const earliestToday = (now: Date): string => new Date(now.getTime() - DAY_MS / 2).toISOString().slice(0, 10);

/** Whether a day, as YYYY-MM-DD, is over everywhere. */
export const isDayOver = (day: string, now: Date): boolean => day < earliestToday(now);
