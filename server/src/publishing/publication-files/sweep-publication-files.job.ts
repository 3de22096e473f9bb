import { z } from 'zod';
import type { Services } from '../../platform/domain/services.ts';
import { defineJob } from '../../platform/queue/job.ts';
import { sweepObjects } from '../../platform/storage/sweep-objects.ts';
import { PUBLICATION_FILE_OBJECTS } from './object-keys.ts';
import { deleteUnusedFiles } from './publication-files.queries.ts';

const UNUSED_MAX_AGE_MS = 24 * 60 * 60 * 1000;
const BATCH = 500;

/**
 * Deletes files unclaimed for a day, and released ones a day later: rows first, then objects without a row, which
 * includes leftovers of failed uploads and transcoding. Safe to repeat and to run beside uploads.
 */
export const sweepPublicationFiles = defineJob({
  name: 'sweep-post-files',
  payload: z.object({}),
  run: async ({ db, storage, clock }: Services) => {
    const before = new Date(clock().getTime() - UNUSED_MAX_AGE_MS);
    while ((await deleteUnusedFiles(db, before, BATCH)) === BATCH);
    await sweepObjects({ db, storage }, PUBLICATION_FILE_OBJECTS, before);
  },
});
