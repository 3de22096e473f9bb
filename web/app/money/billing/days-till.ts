const DAY_MS = 86_400_000;

/** Whole days until a time; 0 when the time is past. */
export function daysTill(moment: string | null, now: number): number {
  return moment === null ? 0 : Math.max(0, Math.floor((Date.parse(moment) - now) / DAY_MS));
}
