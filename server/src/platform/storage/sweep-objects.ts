import type { Kysely } from 'kysely';
import type { Storage } from './storage.ts';

/** The objects of one domain, and what its rows know of them. */
export interface SweptObjects<Tables> {
  /** Under which they lie; '' for everywhere. */
  prefix: string;
  /** What the objects of one content have in common; undefined for what is none of theirs. */
  baseKeyFrom(key: string): string | undefined;
  /** Those that no row names. */
  listUnreferenced(db: Kysely<Tables>, baseKeys: readonly string[]): Promise<string[]>;
  /** Whoever stores the same content waits until the transaction ends, and then stores it again. */
  lock(tx: Kysely<Tables>, baseKey: string): Promise<void>;
}

interface SweepParts<Tables> {
  db: Kysely<Tables>;
  storage: Storage;
}

const BATCH = 500;

/**
 * Remove every object of before that no row names: of an upload that died half-way, of a row that went in a sweep which did not get
 * to the end. May be run twice, and beside uploads.
 */
export async function sweepObjects<Tables>(
  parts: SweepParts<Tables>,
  objects: SweptObjects<Tables>,
  before: Date,
): Promise<void> {
  let batch = new Map<string, string[]>();
  const flush = async (): Promise<void> => {
    const found = batch;
    batch = new Map();
    if (found.size === 0) return;
    for (const baseKey of await objects.listUnreferenced(parts.db, [...found.keys()])) {
      await removeUnreferenced(parts, objects, baseKey, found.get(baseKey) ?? []);
    }
  };
  for await (const { key, modifiedAt } of parts.storage.list(objects.prefix)) {
    const baseKey = objects.baseKeyFrom(key);
    if (baseKey === undefined || modifiedAt >= before) continue;
    batch.set(baseKey, [...(batch.get(baseKey) ?? []), key]);
    if (batch.size >= BATCH) await flush();
  }
  await flush();
}

/** Remove the objects of one content unless a row names it by now. */
export async function removeUnreferenced<Tables>(
  { db, storage }: SweepParts<Tables>,
  { listUnreferenced, lock }: SweptObjects<Tables>,
  baseKey: string,
  keys: readonly string[],
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lock(tx, baseKey);
    const [unreferenced] = await listUnreferenced(tx, [baseKey]);
    if (unreferenced === undefined) return;
    for (const key of keys) await storage.remove(key);
  });
}
