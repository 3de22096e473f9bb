/** An uninterrupted piece of what was sent, as it stands in the recording: since when, milliseconds of the epoch, and how long. */
export type Span = readonly [startedAtMs: number, durationMs: number];

/** Pieces that follow one another without a gap are one. */
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
 * Where in the recording, or in the video that is made of it, a moment is, milliseconds: what was said then is shown there. Moments
 * before the beginning are its beginning, those while nothing was sent the next that there is, those after the end its end.
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

/** Until when what was said is shown at a place of the recording; null at its end, where all of it is. */
export function dateAtOffset(spans: readonly Span[], offsetMs: number): Date | null {
  let left = offsetMs;
  for (const [startedAtMs, durationMs] of spans) {
    if (left < durationMs) return new Date(startedAtMs + left);
    left -= durationMs;
  }
  return null;
}
