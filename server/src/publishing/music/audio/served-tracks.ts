import type { Db } from '../../../platform/database/tables.ts';

/** What serving one entry asks for. */
export interface ServedTrack {
  storage_key: string;
  mime: string;
  /** Of the content: browsers keep one copy of a recording that stands in several playlists. */
  etag: string;
}

/** A player asks for pieces of one file in quick succession; whoever may no longer hear it hears it no longer than this. */
const REMEMBERED_MS = 2000;
const REMEMBERED_MAX = 5000;

const known = new WeakMap<Db, Map<string, { until: number; track: ServedTrack }>>();

/** What somebody may hear at this address, as the database said a moment ago. */
export async function rememberServed(
  db: Db,
  uid: string,
  userId: number,
  find: () => Promise<ServedTrack | undefined>,
): Promise<ServedTrack | undefined> {
  const remembered = known.get(db) ?? new Map();
  known.set(db, remembered);
  const key = `${userId} ${uid}`;
  const last = remembered.get(key);
  if (last !== undefined && Date.now() < last.until) return last.track;
  const track = await find();
  if (remembered.size >= REMEMBERED_MAX) remembered.clear();
  // Changed meanwhile: what was read may be old already.
  if (track !== undefined && known.get(db) === remembered)
    remembered.set(key, { until: Date.now() + REMEMBERED_MS, track });
  return track;
}

/** Entries changed on this node: ask anew. Others follow within {@link REMEMBERED_MS}. */
export function forgetServed(db: Db): void {
  known.delete(db);
}
