import { creditBonus } from '../../money/payments/payments.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { pointsOwed } from './guaranteed-views.ts';
import { notifyPromotionEnded } from './notify-promotion-ended.ts';

/** Completes expired promotions and refunds missing guaranteed views in points. Returns the number completed. */
export async function completeExpiredPromotions(
  services: Services,
  tx: Tx,
  { adId, limit = 100 }: { adId?: number; limit?: number },
): Promise<number> {
  const now = services.clock();
  const expired = await tx
    .selectFrom('promotions')
    .selectAll()
    .where('settled_at', 'is', null)
    .where('ends_at', '<=', now)
    // A paused promotion waits for its ad, unless the ad was erased.
    .where((where) => where.or([where('paused_since', 'is', null), where('ad_id', 'is', null)]))
    .$if(adId !== undefined, (query) => query.where('ad_id', '=', adId ?? 0))
    .orderBy('ends_at')
    .orderBy('id')
    .limit(limit)
    .forUpdate()
    .$if(adId === undefined, (query) => query.skipLocked())
    .execute();
  for (const row of expired) {
    const points = pointsOwed({
      priceKopecks: row.price_kopecks,
      guaranteedViews: row.guaranteed_views,
      views: row.views,
      startsAt: row.starts_at,
      endsAt: row.ends_at,
      pausedSince: row.paused_since,
      pausedMs: row.paused_ms,
    });
    if (points > 0) {
      const sourceKey = `promotion-missed:${row.id}`;
      await creditBonus(tx, { userId: row.user_id, points, reason: 'promotion_missed', sourceKey });
    }
    await tx.updateTable('promotions').set({ settled_at: now, bonus_back: points }).where('id', '=', row.id).execute();
    await notifyPromotionEnded(services, tx, row, points);
  }
  return expired.length;
}
