import type { Db } from '../../../platform/database/tables.ts';

export interface ServedTrack {
  storage_key: string;
  mime: string;
  /** Derived from the content, so that browsers cache a recording once for several playlists. */
  etag: string;
}

/** A player requests many ranges of a file in quick succession; a revoked permission takes effect after this time. */
const CACHE_MS = 2000;
const CACHE_MAX = 5000;

const caches = new WeakMap<Db, Map<string, { until: number; track: ServedTrack }>>();

export async function cacheServedTrack(
  db: Db,
  uid: string,
  userId: number,
  find: () => Promise<ServedTrack | undefined>,
): Promise<ServedTrack | undefined> {
  const cache = caches.get(db) ?? new Map();
  caches.set(db, cache);
  const key = `${userId} ${uid}`;
  const last = cache.get(key);
  if (last !== undefined && Date.now() < last.until) return last.track;
  const track = await find();
  if (cache.size >= CACHE_MAX) cache.clear();
  // The cache was invalidated during the query, so the result may be stale.
  if (track !== undefined && caches.get(db) === cache) cache.set(key, { until: Date.now() + CACHE_MS, track });
  return track;
}

/** Call after changing tracks on this node; other nodes follow within {@link CACHE_MS}. */
export function invalidateServedTracks(db: Db): void {
  caches.delete(db);
}
