import type { PromotionTariff } from '@app/contract/market/promotion';

export interface Balance {
  balanceKopecks: number;
  points: number;
}

export interface Quote {
  /** Paid by points, as whole roubles in kopecks. */
  bonusKopecks: number;
  balanceKopecks: number;
  missingKopecks: number;
}

const POINT_KOPECKS = 100;

export function bonusFor({ price_kopecks, bonus_percent }: PromotionTariff, { points }: Balance): number {
  const allowed = Math.floor((price_kopecks * bonus_percent) / 100 / POINT_KOPECKS) * POINT_KOPECKS;
  return Math.min(allowed, points * POINT_KOPECKS);
}

/** Splits the price. The server computes the same and is authoritative. */
export function quote(tariff: PromotionTariff, balance: Balance, withBonus: boolean): Quote {
  const bonusKopecks = withBonus ? bonusFor(tariff, balance) : 0;
  const balanceKopecks = tariff.price_kopecks - bonusKopecks;
  return { bonusKopecks, balanceKopecks, missingKopecks: Math.max(0, balanceKopecks - balance.balanceKopecks) };
}
