import type { PromotionDays, PromotionKind } from '@app/contract/market/promotion';
import { moscowDay } from '@app/contract/platform/time-zones';
import { sql } from 'kysely';
import { type DemoTransaction, insertDemoTransactions } from '../../money/payments/demo-money.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import { listTariffs } from './tariffs.ts';

interface DemoPromotion {
  userId: number;
  adId: number;
  title: string;
  kind: PromotionKind;
  days: PromotionDays;
  from: Date;
  points: number;
  views: readonly number[];
  bonusBack: number | null;
}

const DAY_MS = 86_400_000;

export async function insertDemoPromotions(tx: Tx, promotions: readonly DemoPromotion[]): Promise<void> {
  const tariffs = await listTariffs(tx);
  const transactions: DemoTransaction[] = [];
  for (const { userId, adId, title, kind, days, from, points, views, bonusBack } of promotions) {
    const tariff = tariffs.find((one) => one.kind === kind && one.days === days);
    if (tariff === undefined)
      throw new Error(`the demo data promotes by a tariff that does not exist: ${kind} ${days}`);
    const { price_kopecks: price, promised_views } = tariff;
    const ends = new Date(from.getTime() + days * DAY_MS);
    const fromBonus = points * 100;
    const { rows } = await sql<{ id: number }>`
      insert into promotions (user_id, ad_id, ad_title, kind, days, price_kopecks, guaranteed_views, from_balance_kopecks,
        from_bonus_kopecks, starts_at, ends_at, views, settled_at, bonus_back, created_at)
      values (${userId}, ${adId}, ${title}, ${kind}, ${days}, ${price}, ${promised_views}, ${price - fromBonus}, ${fromBonus},
        ${from}, ${ends}, ${views.reduce((sum, day) => sum + day, 0)}, ${bonusBack === null ? null : ends}, ${bonusBack ?? 0},
        ${from}) returning id`.execute(tx);
    const id = rows[0]?.id;
    for (const [index, count] of views.entries()) {
      const day = moscowDay(new Date(from.getTime() + index * DAY_MS));
      await sql`insert into promotion_days (promotion_id, day, views) values (${id}, ${day}::date, ${count})`.execute(
        tx,
      );
    }
    transactions.push({ what: 'promotion', userId, at: from, kopecks: price, points, sourceKey: `promotion:${id}` });
    if (bonusBack !== null && bonusBack > 0) {
      const sourceKey = `promotion-missed:${id}`;
      transactions.push({ what: 'points', userId, at: ends, points: bonusBack, reason: 'promotion_missed', sourceKey });
    }
  }
  await insertDemoTransactions(tx, transactions);
}
