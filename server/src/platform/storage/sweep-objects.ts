import type { Kysely } from 'kysely';
import type { Storage } from './storage.ts';

/** Objects of one domain and how its rows refer to them. */
export interface SweptObjects<Tables> {
  prefix: string;
  /** Common key prefix of the objects of one content; undefined for foreign objects. */
  baseKeyFrom(key: string): string | undefined;
  listUnreferenced(db: Kysely<Tables>, baseKeys: readonly string[]): Promise<string[]>;
  /** Locks the content until the transaction ends; whoever stores the same content waits and then stores it again. */
  lock(tx: Kysely<Tables>, baseKey: string): Promise<void>;
}

interface SweepParts<Tables> {
  db: Kysely<Tables>;
  storage: Storage;
}

const BATCH = 500;

/**
 * Removes every old object without a referencing row, left by interrupted uploads or sweeps. Idempotent and safe beside
 * uploads.
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

/** Removes the objects of one content unless a row refers to them by now. */
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
