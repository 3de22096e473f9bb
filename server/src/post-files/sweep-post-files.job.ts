import { z } from 'zod';
import type { Db } from '../database.ts';
import { defineJob } from '../platform/queue/job.ts';
import type { Storage } from '../platform/storage/storage.ts';
import type { Services } from '../services.ts';
import { baseKeyFrom, POST_FILES_PREFIX } from './object-keys.ts';
import { deleteForgotten, listUnreferenced, lockObjects } from './post-files.queries.ts';

const FORGOTTEN_MAX_AGE_MS = 24 * 60 * 60 * 1000;
const BATCH = 500;

type Sweeper = Pick<Services, 'db' | 'storage' | 'clock'>;

/**
 * Remove what no publication took for a day, and a day later what nothing holds any more. Rows first, then every object that no row
 * names: so nothing of an upload, or of a video, that died half-way stays either. May be run twice, and beside uploads.
 */
export const sweepPostFiles = defineJob({
  name: 'sweep-post-files',
  payload: z.object({}),
  run: async ({ db, storage, clock }: Sweeper) => {
    const before = new Date(clock().getTime() - FORGOTTEN_MAX_AGE_MS);
    while ((await deleteForgotten(db, before, BATCH)) === BATCH);
    let batch = new Map<string, string[]>();
    for await (const { key, modifiedAt } of storage.list(POST_FILES_PREFIX)) {
      const baseKey = baseKeyFrom(key);
      if (baseKey === undefined || modifiedAt >= before) continue;
      batch.set(baseKey, [...(batch.get(baseKey) ?? []), key]);
      if (batch.size < BATCH) continue;
      await removeUnreferenced(db, storage, batch);
      batch = new Map();
    }
    await removeUnreferenced(db, storage, batch);
  },
});

async function removeUnreferenced(db: Db, storage: Storage, found: ReadonlyMap<string, readonly string[]>) {
  for (const baseKey of await listUnreferenced(db, [...found.keys()])) {
    await db.transaction().execute(async (tx) => {
      // An upload of the same content in this moment waits, and then stores it again.
      await lockObjects(tx, [baseKey]);
      const [unreferenced] = await listUnreferenced(tx, [baseKey]);
      if (unreferenced === undefined) return;
      for (const key of found.get(baseKey) ?? []) await storage.remove(key);
    });
  }
}
