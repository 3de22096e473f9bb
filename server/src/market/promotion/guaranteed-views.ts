export interface PromotionOutcome {
  priceKopecks: number;
  guaranteedViews: number;
  views: number;
  startsAt: Date;
  endsAt: Date;
  pausedSince: Date | null;
  pausedMs: number;
}

const POINT_KOPECKS = 100;

/**
 * Returns the bonus points owed at the end: the price share of the missing guaranteed views, rounded up. Time in which
 * the ad was not visible, for any reason, reduces the guarantee.
 */
export function pointsOwed(outcome: PromotionOutcome): number {
  const { priceKopecks, guaranteedViews, views, startsAt, endsAt, pausedSince, pausedMs } = outcome;
  if (guaranteedViews === 0) return 0;
  const whole = endsAt.getTime() - startsAt.getTime();
  const openPauseMs = pausedSince === null ? 0 : Math.max(0, endsAt.getTime() - pausedSince.getTime());
  const shown = Math.min(whole, Math.max(0, whole - pausedMs - openPauseMs));
  const missing = Math.max(0, Math.floor((guaranteedViews * shown) / whole) - views);
  return Math.ceil((priceKopecks * missing) / guaranteedViews / POINT_KOPECKS);
}
