import type { Promotion } from '@app/contract/market/promotion';
import type { Selectable } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';
import type { PromotionsTable } from './promotion.tables.ts';

export type PromotionRow = Selectable<PromotionsTable>;

export function presentPromotion(row: PromotionRow, now: Date): Promotion {
  const isPaused = row.paused_since !== null && row.ad_id !== null;
  const isOver = row.ends_at.getTime() <= now.getTime();
  return {
    id: row.id,
    kind: row.kind,
    days: row.days,
    state: row.settled_at !== null ? 'settled' : isPaused ? 'paused' : isOver ? 'over' : 'running',
    board_id: row.ad_id,
    board_title: row.ad_title,
    price_kopecks: row.price_kopecks,
    from_bonus_kopecks: row.from_bonus_kopecks,
    starts: row.starts_at.toISOString(),
    ends: row.ends_at.toISOString(),
    views: row.views,
    promised_views: row.guaranteed_views,
    bonus_back: row.bonus_back,
    advert: row.erid === '' ? null : { advertiser: row.advertiser, inn: row.inn, erid: row.erid },
  };
}

export function findPromotion(db: Db, userId: number, id: number): Promise<PromotionRow | undefined> {
  return db.selectFrom('promotions').selectAll().where('id', '=', id).where('user_id', '=', userId).executeTakeFirst();
}

export function listPromotions(
  db: Db,
  userId: number,
  { adId, limit, offset = 0 }: { adId?: number; limit: number; offset?: number },
): Promise<PromotionRow[]> {
  return db
    .selectFrom('promotions')
    .selectAll()
    .where('user_id', '=', userId)
    .$if(adId !== undefined, (query) => query.where('ad_id', '=', adId ?? 0))
    .orderBy('id', 'desc')
    .limit(limit)
    .offset(offset)
    .execute();
}

export async function countPromotions(db: Db, userId: number): Promise<number> {
  const { count } = await db
    .selectFrom('promotions')
    .select(({ fn }) => fn.countAll<number>().as('count'))
    .where('user_id', '=', userId)
    .executeTakeFirstOrThrow();
  return Number(count);
}

export interface PromotableAd {
  id: number;
  owner_id: number;
  title: string;
  is_public: boolean;
  created_at: Date;
}

const AD_COLUMNS = ['id', 'owner_id', 'title', 'is_public', 'created_at'] as const;

export function findPromotable(db: Db, id: number): Promise<PromotableAd | undefined> {
  return db.selectFrom('ads').select(AD_COLUMNS).where('id', '=', id).executeTakeFirst();
}

/** Locks the ad, so that a transaction that takes the ad off the lists waits and then sees the promotion. */
export function lockPromotableAd(db: Db, id: number): Promise<PromotableAd | undefined> {
  return db.selectFrom('ads').select(AD_COLUMNS).where('id', '=', id).forShare().executeTakeFirst();
}

export async function findBusiness(db: Db, userId: number): Promise<{ isBusiness: boolean; inn: string }> {
  const row = await db
    .selectFrom('users')
    .select(['legal_status', 'bank_inn'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow();
  return { isBusiness: row.legal_status === 1, inn: row.bank_inn };
}
