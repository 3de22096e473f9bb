import type { PromotionTariff } from '@app/contract/market/promotion';

export interface Balance {
  balanceKopecks: number;
  points: number;
}

export interface Quote {
  /** What points would pay, whole roubles in kopecks. */
  bonusKopecks: number;
  /** What the balance pays. */
  balanceKopecks: number;
  /** What the balance lacks. */
  missingKopecks: number;
}

const POINT_KOPECKS = 100;

/** How much of a price points may pay, as far as there are any. */
export function bonusFor({ price_kopecks, bonus_percent }: PromotionTariff, { points }: Balance): number {
  const allowed = Math.floor((price_kopecks * bonus_percent) / 100 / POINT_KOPECKS) * POINT_KOPECKS;
  return Math.min(allowed, points * POINT_KOPECKS);
}

/** Who pays what. The server counts the same way and has the last word. */
export function quote(tariff: PromotionTariff, balance: Balance, withBonus: boolean): Quote {
  const bonusKopecks = withBonus ? bonusFor(tariff, balance) : 0;
  const balanceKopecks = tariff.price_kopecks - bonusKopecks;
  return { bonusKopecks, balanceKopecks, missingKopecks: Math.max(0, balanceKopecks - balance.balanceKopecks) };
}
