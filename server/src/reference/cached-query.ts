import { REFERENCE_CACHE_MS } from '@app/contract/reference/reference';
import type pg from 'pg';
import { onPrimary } from '../platform/database/shares.ts';

export interface CachedQuery<Value> {
  get(pool: pg.Pool): Promise<Value>;
  /** Call after a write on this node; other nodes follow within the time that results are kept. */
  invalidate(pool: pg.Pool): void;
}

/** One query serves all callers until its result expires. Cached per pool, because tests open several databases. */
export function createCachedQuery<Value>(
  query: (pool: pg.Pool) => Promise<Value>,
  now: () => number = Date.now,
  keptMs = REFERENCE_CACHE_MS,
): CachedQuery<Value> {
  const byPool = new WeakMap<pg.Pool, { value: Promise<Value>; until: number }>();
  return {
    get(pool) {
      const last = byPool.get(pool);
      if (last !== undefined && last.until > now()) return last.value;
      const entry = { value: onPrimary(() => query(pool)), until: now() + keptMs };
      byPool.set(pool, entry);
      entry.value.catch(() => {
        if (byPool.get(pool) === entry) byPool.delete(pool);
      });
      return entry.value;
    },
    invalidate(pool) {
      byPool.delete(pool);
    },
  };
}
