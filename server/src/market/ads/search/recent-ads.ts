import type pg from 'pg';

/**
 * So many ads are recent. Lists show the newest of what they find, so that most of them end within these; and they stand side by
 * side in the table, where all the ads that have a word are spread over every page of it.
 */
const RECENT = 150_000;
const REMEMBERED_MS = 60_000;

const known = new WeakMap<pg.Pool, { until: number; since: Promise<string | undefined> }>();

/** Since when ads are recent; undefined while there are no more than that. A moment old: any date parts the ads in two. */
export function recentSince(pool: pg.Pool): Promise<string | undefined> {
  const last = known.get(pool);
  if (last !== undefined && Date.now() < last.until) return last.since;
  const since = findRecentSince(pool);
  known.set(pool, { until: Date.now() + REMEMBERED_MS, since });
  since.catch(() => known.delete(pool));
  return since;
}

async function findRecentSince(pool: pg.Pool): Promise<string | undefined> {
  // Served by ads_public alone.
  const { rows } = await pool.query<{ since: string }>(
    `select created_at::text as since from ads where is_public order by created_at desc, id desc offset ${RECENT} limit 1`,
  );
  return rows[0]?.since;
}
