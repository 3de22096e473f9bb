export type Span = readonly [startedAtMs: number, durationMs: number];

export function joinSpans(spans: readonly Span[]): Span[] {
  const joined: Span[] = [];
  for (const [startedAtMs, durationMs] of spans) {
    const last = joined.at(-1);
    if (last !== undefined && last[0] + last[1] === startedAtMs) joined.splice(-1, 1, [last[0], last[1] + durationMs]);
    else joined.push([startedAtMs, durationMs]);
  }
  return joined;
}

/**
 * Maps a date to an offset in the recording or its video, in milliseconds. A date before the beginning maps to 0, one
 * within a gap to the next span, one after the end to the end.
 */
export function offsetAtDate(spans: readonly Span[], date: Date): number {
  let offsetMs = 0;
  for (const [startedAtMs, durationMs] of spans) {
    const since = date.getTime() - startedAtMs;
    if (since < durationMs) return offsetMs + Math.max(0, since);
    offsetMs += durationMs;
  }
  return offsetMs;
}

/** Returns the date up to which messages are shown at an offset; null at the end, where all of them are. */
export function dateAtOffset(spans: readonly Span[], offsetMs: number): Date | null {
  let left = offsetMs;
  for (const [startedAtMs, durationMs] of spans) {
    if (left < durationMs) return new Date(startedAtMs + left);
    left -= durationMs;
  }
  return null;
}
