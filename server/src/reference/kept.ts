import { REFERENCE_CACHE_MS } from '@app/contract/reference/reference';
import type pg from 'pg';

/** Something small that everybody needs and that hardly ever changes, kept in this node's memory. */
export interface Kept<Value> {
  get(pool: pg.Pool): Promise<Value>;
  /** After a write on this node; the others follow within {@link REFERENCE_CACHE_MS}. */
  forget(pool: pg.Pool): void;
}

/** One reading serves all who ask until it is too old. Each database has its own: tests open several. */
export function createKept<Value>(read: (pool: pg.Pool) => Promise<Value>, now: () => number = Date.now): Kept<Value> {
  const known = new WeakMap<pg.Pool, { value: Promise<Value>; until: number }>();
  return {
    get(pool) {
      const last = known.get(pool);
      if (last !== undefined && last.until > now()) return last.value;
      const kept = { value: read(pool), until: now() + REFERENCE_CACHE_MS };
      known.set(pool, kept);
      kept.value.catch(() => {
        // The next one tries again.
        if (known.get(pool) === kept) known.delete(pool);
      });
      return kept.value;
    },
    forget(pool) {
      known.delete(pool);
    },
  };
}
