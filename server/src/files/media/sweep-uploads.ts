import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { removeUnreferenced, type SweptObjects, sweepObjects } from '../../platform/storage/sweep-objects.ts';
import { variantKey } from './create-image.ts';
import { deleteUnusedImages, listUnreferenced, lockFiles } from './media.queries.ts';
import type { Quarantine } from './quarantine.ts';

const QUARANTINE_MAX_AGE_MS = 60 * 60 * 1000;
const UNUSED_MAX_AGE_MS = 24 * 60 * 60 * 1000;

const PICTURE_KEY = /^([0-9a-f]{2}\/[0-9a-f]{2}\/[0-9a-f]{64})-\d+\.webp$/;

const OBJECTS: SweptObjects<Database> = {
  prefix: '',
  baseKeyFrom: (key) => PICTURE_KEY.exec(key)?.[1],
  listUnreferenced,
  lock: lockFiles,
};

export interface SweepServices {
  db: Kysely<Database>;
  storage: Storage;
  media: { quarantine: Quarantine };
  clock(): Date;
}

/** Removes abandoned uploads. Idempotent and safe beside running uploads. */
export async function sweepUploads({ db, storage, media, clock }: SweepServices): Promise<void> {
  const now = clock().getTime();
  await sweepQuarantine(media.quarantine.folder, now - QUARANTINE_MAX_AGE_MS);

  const before = new Date(now - UNUSED_MAX_AGE_MS);
  for (const { base_key, widths } of await deleteUnusedImages(db, before)) {
    const keys = widths.map((width) => variantKey(base_key, width));
    await removeUnreferenced({ db, storage }, OBJECTS, base_key, keys);
  }
  await sweepObjects({ db, storage }, OBJECTS, before);
}

async function sweepQuarantine(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const entry = path.join(folder, name);
    const found = await stat(entry).catch(() => undefined);
    if (found && found.mtimeMs < before) await rm(entry, { recursive: true, force: true });
  }
}
