import { creditBonus } from '../../money/payments/payments.public.ts';
import type { TellServices } from '../../money/payments/tell-credit.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import { pointsOwed } from './promised-views.ts';
import { tellOver } from './tell-over.ts';

/** Count what promotions brought whose time is over, and give back what is missing of the promise. The answer is how many. */
export async function settleOver(
  services: TellServices,
  tx: Tx,
  { adId, limit = 100 }: { adId?: number; limit?: number },
): Promise<number> {
  const now = services.clock();
  const over = await tx
    .selectFrom('promotions')
    .selectAll()
    .where('settled_at', 'is', null)
    .where('ends_at', '<=', now)
    .$if(adId !== undefined, (query) => query.where('ad_id', '=', adId ?? 0))
    .orderBy('ends_at')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .$if(adId === undefined, (query) => query.skipLocked())
    .execute();
  for (const row of over) {
    const points = pointsOwed({
      priceKopecks: row.price_kopecks,
      promisedViews: row.promised_views,
      views: row.views,
      startsAt: row.starts_at,
      endsAt: row.ends_at,
      awaySince: row.away_since,
      awayMs: row.away_ms,
    });
    if (points > 0) {
      const sourceKey = `promotion-missed:${row.id}`;
      await creditBonus(tx, { userId: row.user_id, points, reason: 'promotion_missed', sourceKey });
    }
    await tx.updateTable('promotions').set({ settled_at: now, bonus_back: points }).where('id', '=', row.id).execute();
    await tellOver(services, tx, row, points);
  }
  return over.length;
}
