/** What a promotion was bought with and what it brought. */
export interface Outcome {
  priceKopecks: number;
  promisedViews: number;
  views: number;
  startsAt: Date;
  endsAt: Date;
  awaySince: Date | null;
  awayMs: number;
}

/** Points pay whole roubles. */
const POINT_KOPECKS = 100;

/**
 * Bonus points that are owed in the end: the share of the price that the missing views are of the promised ones, rounded up.
 * The promise holds for the time in which people could see the ad: while it was away, by whoever's doing, nothing was promised.
 */
export function pointsOwed(outcome: Outcome): number {
  const { priceKopecks, promisedViews, views, startsAt, endsAt, awaySince, awayMs } = outcome;
  if (promisedViews === 0) return 0;
  const whole = endsAt.getTime() - startsAt.getTime();
  const stillAway = awaySince === null ? 0 : Math.max(0, endsAt.getTime() - awaySince.getTime());
  const shown = Math.min(whole, Math.max(0, whole - awayMs - stillAway));
  const missing = Math.max(0, Math.floor((promisedViews * shown) / whole) - views);
  return Math.ceil((priceKopecks * missing) / promisedViews / POINT_KOPECKS);
}
