export interface Reception {
  at: number;
  /** Time in which the drill itself was awake. */
  awakeMs: number;
}

const GAP_MS = 1000;

/** Milliseconds from `end` until the other one is heard without a break longer than {@link GAP_MS}, up to `until`. */
export function steadyAfter(heard: readonly Reception[], end: number, until: number): number {
  let steadyAt = Number.POSITIVE_INFINITY;
  let [before, awakeBefore] = [0, 0];
  for (const { at, awakeMs } of heard) {
    const isBreak = awakeMs - awakeBefore > GAP_MS || steadyAt === Number.POSITIVE_INFINITY;
    if (before < until && at > end && isBreak) steadyAt = at;
    [before, awakeBefore] = [at, awakeMs];
  }
  return steadyAt - end;
}
