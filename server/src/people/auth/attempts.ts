import { createHash } from 'node:crypto';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';

interface AttemptLimit {
  max: number;
  seconds: number;
}

interface AttemptCount {
  isAllowed: boolean;
  endsIn: number;
  count: number;
}

/** Long or private parts of a key are hashed, so that the table contains no logins or addresses. */
export function attemptKey(kind: string, ...parts: (string | number)[]): string {
  return `${kind}:${createHash('sha256').update(parts.join('\n').toLowerCase()).digest('base64url')}`;
}

/**
 * Counts an attempt in a window that starts with the first one. A single statement, so that parallel attempts are
 * counted separately; the count stops at one above the limit.
 */
export async function countAttempt(db: Db, key: string, limit: AttemptLimit, now: Date): Promise<AttemptCount> {
  const end = new Date(now.getTime() + limit.seconds * 1000);
  const { rows } = await sql<{ count: number; window_ends_at: Date }>`
    insert into attempts as a (key, count, window_ends_at) values (${key}, 1, ${end})
    on conflict (key) do update set
      count = case when a.window_ends_at <= ${now} then 1 else least(a.count, ${limit.max}::int) + 1 end,
      window_ends_at = case when a.window_ends_at <= ${now} then excluded.window_ends_at else a.window_ends_at end
    returning count, window_ends_at`.execute(db);
  const [row] = rows;
  if (row === undefined) throw new Error('An attempt was not counted');
  return { isAllowed: row.count <= limit.max, count: row.count, endsIn: secondsUntil(row.window_ends_at, now) };
}

export async function getSecondsUntilReset(db: Db, key: string, now: Date): Promise<number> {
  const row = await db.selectFrom('attempts').select('window_ends_at').where('key', '=', key).executeTakeFirst();
  return row === undefined ? 0 : secondsUntil(row.window_ends_at, now);
}

export async function clearAttempts(db: Db, key: string): Promise<void> {
  await db.deleteFrom('attempts').where('key', '=', key).execute();
}

function secondsUntil(end: Date, now: Date): number {
  return Math.max(0, Math.ceil((end.getTime() - now.getTime()) / 1000));
}
