import type pg from 'pg';
import { onPrimary } from '../../../platform/database/shares.ts';

/**
 * Number of ads that count as recent. Most lists end within these, and they are adjacent in the table, while all ads
 * with a word are spread over every page of it.
 */
const RECENT = 150_000;
const REMEMBERED_MS = 60_000;

const known = new WeakMap<pg.Pool, { until: number; since: Promise<string | undefined> }>();

/**
 * Returns the start date of recent ads, or undefined while there are no more than the limit. The cached value may be
 * stale, because any date splits the ads correctly.
 */
export function recentSince(pool: pg.Pool): Promise<string | undefined> {
  const last = known.get(pool);
  if (last !== undefined && Date.now() < last.until) return last.since;
  const since = onPrimary(() => findRecentSince(pool));
  known.set(pool, { until: Date.now() + REMEMBERED_MS, since });
  since.catch(() => known.delete(pool));
  return since;
}

async function findRecentSince(pool: pg.Pool): Promise<string | undefined> {
  // Served by an index-only scan of ads_public.
  const { rows } = await pool.query<{ since: string }>(
    `select created_at::text as since from ads where is_public order by created_at desc, id desc offset ${RECENT} limit 1`,
  );
  return rows[0]?.since;
}
