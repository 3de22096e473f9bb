import { z } from 'zod';
import type { Services } from '../../platform/domain/services.ts';
import { defineJob } from '../../platform/queue/job.ts';
import { sweepObjects } from '../../platform/storage/sweep-objects.ts';
import { CHUNK_OBJECTS } from './chunk-objects.ts';
import { liveSince } from './upload-files.ts';
import { deleteExpired } from './uploads.queries.ts';

/** Milliseconds. An object exists for a moment before the row that names it. */
const ORPHAN_MAX_AGE_MS = 3_600_000;

/** Deletes uploads that were neither continued nor claimed for a day, and objects that no upload names. */
export const sweepUploadsInParts = defineJob({
  name: 'sweep-uploads-in-parts',
  payload: z.object({}),
  run: async (services: Services) => {
    await deleteExpired(services.db, liveSince(services.clock));
    await sweepObjects(services, CHUNK_OBJECTS, new Date(services.clock().getTime() - ORPHAN_MAX_AGE_MS));
  },
});
