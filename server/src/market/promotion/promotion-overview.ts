import type { PromotionDay, promotionApi } from '@app/contract/market/promotion';
import type { ResponseOf } from '@app/contract/platform/endpoint';
import { moscowDay } from '@app/contract/platform/time-zones';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { requireFound } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { loadSavedAds } from '../ads/saved-ads.public.ts';
import { listAdViews } from '../ads/visits/ad-views.public.ts';
import {
  countPromotions,
  findBusiness,
  findPromotable,
  findPromotion,
  listPromotions,
  type PromotionRow,
  presentPromotion,
} from './promotion.queries.ts';
import { requireOwn } from './start-promotion.ts';
import { listTariffs } from './tariffs.ts';

const DAY_MS = 86_400_000;
const BEFORE_DAYS = 7;
const OF_ONE_AD_MAX = 20;

export async function getPromotionOffer(
  { db, pool, clock }: Services,
  viewer: SignedInViewer,
  adId: number,
): Promise<ResponseOf<(typeof promotionApi)['offer']>> {
  const ad = requireOwn(viewer, await findPromotable(db, adId));
  const [cards, tariffs, business, rows] = await Promise.all([
    loadSavedAds(pool, viewer, [adId]),
    listTariffs(db),
    findBusiness(db, viewer.userId),
    listPromotions(db, viewer.userId, { adId, limit: OF_ONE_AD_MAX }),
  ]);
  const board = requireFound(cards.get(adId));
  const last = rows.find(({ erid }) => erid !== '');
  return {
    board,
    promotable: ad.is_public ? 1 : 0,
    business: business.isBusiness ? 1 : 0,
    advert: { advertiser: last?.advertiser ?? '', inn: last?.inn ?? business.inn, erid: last?.erid ?? '' },
    tariffs: tariffs.filter(({ enabled }) => enabled === 1),
    promotions: rows.map((row) => presentPromotion(row, clock())),
  };
}

export async function listOwnPromotions(
  { db, clock }: Services,
  { userId }: SignedInViewer,
  { page, size }: { page: number; size: number },
): Promise<ResponseOf<(typeof promotionApi)['list']>> {
  const [rows, total] = await Promise.all([
    listPromotions(db, userId, { limit: size, offset: (page - 1) * size }),
    countPromotions(db, userId),
  ]);
  return { list: rows.map((row) => presentPromotion(row, clock())), total };
}

export async function getPromotionReport(
  { db, clock }: Services,
  { userId }: SignedInViewer,
  id: number,
): Promise<ResponseOf<(typeof promotionApi)['report']>> {
  const row = requireFound(await findPromotion(db, userId, id));
  const now = clock();
  const from = moscowDay(row.starts_at);
  const to = moscowDay(row.ends_at.getTime() < now.getTime() ? row.ends_at : now);
  const dayBefore = moscowDay(new Date(row.starts_at.getTime() - DAY_MS));
  const weekBefore = moscowDay(new Date(row.starts_at.getTime() - BEFORE_DAYS * DAY_MS));
  const [promoted, all, ad] = await Promise.all([
    listPromotedViews(db, row),
    row.ad_id === null ? new Map<string, number>() : listAdViews(db, row.ad_id, weekBefore, to),
    row.ad_id === null ? undefined : findPromotable(db, row.ad_id),
  ]);
  const days: PromotionDay[] = daysFrom(from, to).map((day) => {
    const through = promoted.get(day) ?? 0;
    return { day, promoted: through, other: Math.max(0, (all.get(day) ?? 0) - through) };
  });
  // For a younger ad only its existing days are averaged; otherwise the promotion would look better than it is.
  const since = ad === undefined ? from : ([weekBefore, moscowDay(ad.created_at)].sort().at(-1) ?? from);
  const before = since > dayBefore ? [] : daysFrom(since, dayBefore);
  const sum = before.reduce((total, day) => total + (all.get(day) ?? 0), 0);
  return {
    promotion: presentPromotion(row, now),
    days,
    before_tenths: before.length === 0 ? null : Math.round((sum * 10) / before.length),
  };
}

async function listPromotedViews(db: Db, { id }: PromotionRow): Promise<Map<string, number>> {
  const { rows } = await sql<{ day: string; views: number }>`
    select to_char(day, 'YYYY-MM-DD') as day, views from promotion_days where promotion_id = ${id}`.execute(db);
  return new Map(rows.map(({ day, views }) => [day, views]));
}

function daysFrom(from: string, to: string): string[] {
  const days: string[] = [];
  for (let at = Date.parse(from); at <= Date.parse(to); at += DAY_MS)
    days.push(new Date(at).toISOString().slice(0, 10));
  return days;
}
