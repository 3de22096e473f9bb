import { sql } from 'kysely';
import type { Db } from '../../../platform/database/tables.ts';

/** Counts distinct visitors per Moscow day; days without visitors are missing. */
export async function listAdViews(db: Db, adId: number, from: string, to: string): Promise<Map<string, number>> {
  const { rows } = await sql<{ day: string; views: number }>`
    select to_char(day, 'YYYY-MM-DD') as day, views from ad_days
    where ad_id = ${adId} and day between ${from}::date and ${to}::date`.execute(db);
  return new Map(rows.map(({ day, views }) => [day, views]));
}
