import { z } from 'zod';
import type { Database } from '../../platform/database/tables.ts';
import { defineJob } from '../../platform/queue/job.ts';
import type { Services } from '../../platform/services.ts';
import { type SweptObjects, sweepObjects } from '../../platform/storage/sweep-objects.ts';
import { baseKeyFrom, PUBLICATION_FILES_PREFIX } from './object-keys.ts';
import { deleteUnusedFiles, listUnreferenced, lockObjects } from './publication-files.queries.ts';

const UNUSED_MAX_AGE_MS = 24 * 60 * 60 * 1000;
const BATCH = 500;

type SweepServices = Pick<Services, 'db' | 'storage' | 'clock'>;

const OBJECTS: SweptObjects<Database> = {
  prefix: PUBLICATION_FILES_PREFIX,
  baseKeyFrom,
  listUnreferenced,
  lock: (tx, baseKey) => lockObjects(tx, [baseKey]),
};

/**
 * Deletes files unclaimed for a day, and released ones a day later: rows first, then objects without a row, which
 * includes leftovers of failed uploads and transcoding. Safe to repeat and to run beside uploads.
 */
export const sweepPublicationFiles = defineJob({
  name: 'sweep-post-files',
  payload: z.object({}),
  run: async ({ db, storage, clock }: SweepServices) => {
    const before = new Date(clock().getTime() - UNUSED_MAX_AGE_MS);
    while ((await deleteUnusedFiles(db, before, BATCH)) === BATCH);
    await sweepObjects({ db, storage }, OBJECTS, before);
  },
});
