import type { Db } from '../../../platform/database/tables.ts';

/** What serving one entry asks for. */
export interface ServedTrack {
  storage_key: string;
  mime: string;
  /** Of the content: browsers keep one copy of a recording that stands in several playlists. */
  etag: string;
}

/** A player asks for pieces of one file in quick succession; whoever may no longer hear it hears it no longer than this. */
const CACHE_MS = 2000;
const CACHE_MAX = 5000;

const caches = new WeakMap<Db, Map<string, { until: number; track: ServedTrack }>>();

/** What somebody may hear at this address, as the database said a moment ago. */
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
  // Changed meanwhile: what was read may be old already.
  if (track !== undefined && caches.get(db) === cache) cache.set(key, { until: Date.now() + CACHE_MS, track });
  return track;
}

/** Entries changed on this node: ask anew. Others follow within {@link CACHE_MS}. */
export function invalidateServedTracks(db: Db): void {
  caches.delete(db);
}
