import { sql } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';

const NEWEST = 500;
const ADS_MIN = 5;

/** Median price of the newest public ads of a category; null while too few state one. Served by ads_public_category. */
export async function findUsualPrice(db: Db, category: number): Promise<number | null> {
  const { rows } = await sql<{ price: number | null; count: number }>`
    select percentile_disc(0.5) within group (order by price_roubles) as price, count(*) as count
    from (
      select price_roubles from ads
      where is_public and category_id = ${category}
      order by created_at desc, id desc
      limit ${NEWEST}
    ) newest
    where price_roubles > 0`.execute(db);
  const [row] = rows;
  return row && row.count >= ADS_MIN ? row.price : null;
}
