import { insertDemoPromotions } from '../market/promotion/demo-promotions.public.ts';
import { insertDemoTransactions } from '../money/payments/demo-money.public.ts';
import type { Tx } from '../platform/database/tables.ts';
import { DAY_MS, type DemoWorld } from './seed-activity.ts';

export async function seedMoney(tx: Tx, world: DemoWorld, now: Date): Promise<void> {
  const { personId, ads } = world;
  const ago = (days: number): Date => new Date(now.getTime() - days * DAY_MS);
  const [anna, maria, timur, pavel] = [personId('anna'), personId('maria'), personId('timur'), personId('pavel')];
  await insertDemoTransactions(tx, [
    { what: 'year', userId: anna, at: ago(60) },
    { what: 'topup', userId: anna, at: ago(21), roubles: 1000 },
    { what: 'points', userId: anna, at: ago(18), points: 100, reason: 'referral', sourceKey: `demo-referral:${anna}` },
    {
      what: 'topup',
      userId: maria,
      at: ago(30),
      roubles: 500,
      refundedRoubles: 120,
      reason: 'Оплатили больше, чем нужно',
    },
    { what: 'topup', userId: timur, at: ago(6), roubles: 700 },
    { what: 'gift', userId: pavel, at: ago(5), points: 50, comment: 'Спасибо за подробный рассказ об ошибке' },
  ]);
  const [first, second] = promotable(ads, anna);
  const [marias] = promotable(ads, maria);
  const [timurs] = promotable(ads, timur);
  if (!first || !second || !marias || !timurs) throw new Error('the demo data has nothing to promote');
  const of = ({ id, title, ownerId }: typeof first) => ({ adId: id, title, userId: ownerId });
  await insertDemoPromotions(tx, [
    { ...of(first), kind: 'raise', days: 3, from: ago(12), points: 59, views: [9, 7, 5], bonusBack: 36 },
    { ...of(second), kind: 'highlight', days: 7, from: ago(3), points: 0, views: [4, 6, 3, 2], bonusBack: null },
    { ...of(marias), kind: 'highlight', days: 7, from: ago(1), points: 0, views: [5, 1], bonusBack: null },
    { ...of(timurs), kind: 'raise', days: 7, from: ago(2), points: 0, views: [14, 11, 3], bonusBack: null },
  ]);
}

/** Ads that are in the list and were published before their promotion. */
function promotable(ads: DemoWorld['ads'], userId: number): DemoWorld['ads'] {
  return ads.filter(
    ({ ownerId, deal, enabled, archivedDaysAgo, matchedWord, blockedReason, ageMinutes }) =>
      ownerId === userId &&
      deal === undefined &&
      enabled !== false &&
      archivedDaysAgo === undefined &&
      matchedWord === undefined &&
      blockedReason === undefined &&
      ageMinutes > 13 * 24 * 60,
  );
}
