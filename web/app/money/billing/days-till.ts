const DAY_MS = 86_400_000;

/** Whole days that are left until a moment; none when it is past. */
export function daysTill(moment: string | null, now: number): number {
  return moment === null ? 0 : Math.max(0, Math.floor((Date.parse(moment) - now) / DAY_MS));
}
