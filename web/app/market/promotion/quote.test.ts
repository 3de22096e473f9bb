import type { PromotionTariff } from '@app/contract/market/promotion';
import { expect, test } from 'vitest';
import { bonusFor, quote } from './quote.ts';

const tariff: PromotionTariff = {
  kind: 'raise',
  days: 3,
  price_kopecks: 11_900,
  promised_views: 30,
  bonus_percent: 50,
  enabled: 1,
};

test('points pay whole roubles of their share, as far as there are any', () => {
  expect(bonusFor(tariff, { balanceKopecks: 0, points: 500 })).toBe(5900);
  expect(bonusFor(tariff, { balanceKopecks: 0, points: 7 })).toBe(700);
  expect(bonusFor({ ...tariff, bonus_percent: 0 }, { balanceKopecks: 0, points: 500 })).toBe(0);
});

test('the balance pays the rest, and what it lacks is named', () => {
  const purse = { balanceKopecks: 5000, points: 500 };
  expect(quote(tariff, purse, false)).toEqual({ bonusKopecks: 0, balanceKopecks: 11_900, missingKopecks: 6900 });
  expect(quote(tariff, purse, true)).toEqual({ bonusKopecks: 5900, balanceKopecks: 6000, missingKopecks: 1000 });
  expect(quote(tariff, { ...purse, balanceKopecks: 6000 }, true).missingKopecks).toBe(0);
});
