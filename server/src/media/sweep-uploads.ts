import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Kysely } from 'kysely';
import type { Database } from '../database.ts';
import type { Storage } from '../platform/storage/storage.ts';
import { variantKey } from './make-image.ts';
import { deleteForgotten, isReferenced, listUnreferenced, lockFiles } from './media.queries.ts';
import type { Quarantine } from './quarantine.ts';

const QUARANTINE_MAX_AGE_MS = 60 * 60 * 1000;
const FORGOTTEN_MAX_AGE_MS = 24 * 60 * 60 * 1000;
const BATCH = 500;

/** The key of any width of a picture: base key, then the width. */
const PICTURE_KEY = /^([0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{64})-\d+\.webp$/;

export interface Sweeper {
  db: Kysely<Database>;
  storage: Storage;
  media: { quarantine: Quarantine };
  clock(): Date;
}

/** Remove what uploads left behind that nobody will ask for again. May be run twice, and beside uploads. */
export async function sweepUploads({ db, storage, media, clock }: Sweeper): Promise<void> {
  const now = clock().getTime();
  await sweepQuarantine(media.quarantine.folder, now - QUARANTINE_MAX_AGE_MS);

  const before = new Date(now - FORGOTTEN_MAX_AGE_MS);
  for (const { base_key, widths } of await deleteForgotten(db, before)) {
    await removeUnreferenced(
      db,
      storage,
      base_key,
      widths.map((width) => variantKey(base_key, width)),
    );
  }
  await sweepStorage(db, storage, before);
}

/** Uploads and encodings that a killed process left. */
async function sweepQuarantine(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const entry = path.join(folder, name);
    const found = await stat(entry).catch(() => undefined);
    if (found && found.mtimeMs < before) await rm(entry, { recursive: true, force: true });
  }
}

/** Files that never got their row, or lost it to a sweep that did not get to the end. */
async function sweepStorage(db: Kysely<Database>, storage: Storage, before: Date): Promise<void> {
  let batch = new Map<string, string[]>();
  const flush = async () => {
    const found = batch;
    batch = new Map();
    if (found.size === 0) return;
    for (const baseKey of await listUnreferenced(db, [...found.keys()])) {
      await removeUnreferenced(db, storage, baseKey, found.get(baseKey) ?? []);
    }
  };
  for await (const { key, modifiedAt } of storage.list('')) {
    const baseKey = PICTURE_KEY.exec(key)?.[1];
    if (!baseKey || modifiedAt >= before) continue;
    batch.set(baseKey, [...(batch.get(baseKey) ?? []), key]);
    if (batch.size >= BATCH) await flush();
  }
  await flush();
}

async function removeUnreferenced(
  db: Kysely<Database>,
  storage: Storage,
  baseKey: string,
  keys: string[],
): Promise<void> {
  await db.transaction().execute(async (tx) => {
    await lockFiles(tx, baseKey);
    if (await isReferenced(tx, baseKey)) return;
    for (const key of keys) await storage.remove(key);
  });
}
