import { USUAL_PRICE_TIMES_MAX } from '@app/contract/market/ad-owner';
import type { AdKind, PricePeriod } from '@app/contract/market/ads';
import { type RawBuilder, sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';

const NEWEST = 500;
/** One sort of thing, and rarer kinds of ads, are looked for among more ads of the category. */
const NEWEST_OF_SORT = 2000;
const ADS_MIN = 5;

export interface UsualPrice {
  price: number | null;
  from: number | null;
  to: number | null;
}

interface UsualPriceQuery {
  category: number;
  attribute?: number | null | undefined;
  choice?: number | null | undefined;
  kind?: AdKind;
  period?: PricePeriod | '' | undefined;
}

/**
 * Median and quartiles of the prices of similar public ads: of the same sort of thing where enough state one, otherwise of
 * the category. Prices of one kind of ads only, and of one period, are compared with each other. The quartiles are missing
 * where they are too far apart to say anything. Served by ads_public_category.
 */
export async function findUsualPrice(
  db: Db,
  { category, attribute, choice, kind = 'sell', period }: UsualPriceQuery,
): Promise<UsualPrice> {
  const isOfKind = sql<boolean>`kind = ${kind} and price_period is not distinct from ${kind === 'rent' ? period || 'month' : null}`;
  if (attribute && choice) {
    const isOfSort = sql<boolean>`${isOfKind} and attributes @> ${JSON.stringify({ [attribute]: choice })}::jsonb`;
    const ofSort = await measure(db, category, NEWEST_OF_SORT, isOfSort);
    if (ofSort.price !== null) return ofSort;
  }
  return measure(db, category, kind === 'sell' ? NEWEST : NEWEST_OF_SORT, isOfKind);
}

async function measure(db: Db, category: number, newest: number, isSimilar: RawBuilder<boolean>): Promise<UsualPrice> {
  const { rows } = await sql<UsualPrice & { count: number }>`
    select percentile_disc(0.5) within group (order by price_roubles) as price, count(*) as count,
      percentile_disc(0.25) within group (order by price_roubles) as from,
      percentile_disc(0.75) within group (order by price_roubles) as to
    from (
      select price_roubles, kind, price_period, attributes from ads
      where is_public and category_id = ${category}
      order by created_at desc, id desc
      limit ${newest}
    ) newest
    where price_roubles > 0 and ${isSimilar}`.execute(db);
  const [row] = rows;
  if (row === undefined || row.count < ADS_MIN) return { price: null, from: null, to: null };
  const { price, from, to } = row;
  const isNarrow = from !== null && to !== null && to <= from * USUAL_PRICE_TIMES_MAX;
  return isNarrow ? { price, from, to } : { price, from: null, to: null };
}
