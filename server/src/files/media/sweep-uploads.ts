import { readdir, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import type { Kysely } from 'kysely';
import type { Database } from '../../platform/database/tables.ts';
import type { Storage } from '../../platform/storage/storage.ts';
import { removeUnreferenced, sweepObjects } from '../../platform/storage/sweep-objects.ts';
import { IMAGE_OBJECTS } from './image-objects.ts';
import { deleteUnusedImages } from './media.queries.ts';
import type { Quarantine } from './quarantine.ts';
import { widthKey } from './stored-objects.public.ts';

const QUARANTINE_MAX_AGE_MS = 60 * 60 * 1000;
const UNUSED_MAX_AGE_MS = 24 * 60 * 60 * 1000;
const BATCH = 500;

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
  for (let deleted = BATCH; deleted === BATCH; ) {
    const images = await deleteUnusedImages(db, before, BATCH);
    for (const { base_key, widths } of images) {
      const keys = widths.map((width) => widthKey(base_key, width));
      await removeUnreferenced({ db, storage }, IMAGE_OBJECTS, base_key, keys);
    }
    deleted = images.length;
  }
  await sweepObjects({ db, storage }, IMAGE_OBJECTS, before);
}

async function sweepQuarantine(folder: string, before: number): Promise<void> {
  for (const name of await readdir(folder)) {
    const entry = path.join(folder, name);
    const found = await stat(entry).catch(() => undefined);
    if (found && found.mtimeMs < before) await rm(entry, { recursive: true, force: true });
  }
}
