import { REFERENCE_CACHE_MS } from '@app/contract/reference/reference';
import type pg from 'pg';

/** Something small that everybody needs and that hardly ever changes, kept in this node's memory. */
export interface CachedQuery<Value> {
  get(pool: pg.Pool): Promise<Value>;
  /** After a write on this node; the others follow within {@link REFERENCE_CACHE_MS}. */
  invalidate(pool: pg.Pool): void;
}

/** One reading serves all who ask until it is too old. Each database has its own: tests open several. */
export function createCachedQuery<Value>(
  query: (pool: pg.Pool) => Promise<Value>,
  now: () => number = Date.now,
): CachedQuery<Value> {
  const byPool = new WeakMap<pg.Pool, { value: Promise<Value>; until: number }>();
  return {
    get(pool) {
      const last = byPool.get(pool);
      if (last !== undefined && last.until > now()) return last.value;
      const entry = { value: query(pool), until: now() + REFERENCE_CACHE_MS };
      byPool.set(pool, entry);
      entry.value.catch(() => {
        // The next one tries again.
        if (byPool.get(pool) === entry) byPool.delete(pool);
      });
      return entry.value;
    },
    invalidate(pool) {
      byPool.delete(pool);
    },
  };
}
