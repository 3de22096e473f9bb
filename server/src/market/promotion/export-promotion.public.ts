import type { Db } from '../../platform/database/tables.ts';
import { type ExportedData, iteratePages } from '../../platform/exported-data.ts';

export async function exportPromotionsOf(db: Db, userId: number): Promise<ExportedData> {
  return {
    promotions: iteratePages<{ id: number }>((after, limit) =>
      db
        .selectFrom('promotions')
        .select((eb) => [
          'id',
          'ad_id',
          'ad_title',
          'kind',
          'days',
          'price_kopecks',
          'from_balance_kopecks',
          'from_bonus_kopecks',
          'guaranteed_views as promised_views',
          'views',
          'advertiser',
          'inn',
          'erid',
          'starts_at',
          'ends_at',
          'paused_since as away_since',
          'paused_ms as away_ms',
          'settled_at',
          'bonus_back',
          'created_at',
          eb
            .selectFrom('promotion_days')
            .select(({ fn }) => fn<object>('jsonb_object_agg', ['day', 'views']).as('views_by_day'))
            .whereRef('promotion_id', '=', 'promotions.id')
            .as('views_by_day'),
        ])
        .where('user_id', '=', userId)
        .where('id', '>', after?.id ?? 0)
        .orderBy('id')
        .limit(limit)
        .execute(),
    ),
  };
}
