import { z } from 'zod';
import type { Services } from '../../platform/domain/services.ts';
import { defineJob } from '../../platform/queue/job.ts';
import { sweepUploadFiles } from './sweep-upload-files.ts';
import { liveSince } from './upload-files.ts';
import { deleteExpired } from './uploads.queries.ts';

/** Deletes uploads that were neither continued nor claimed for a day. */
export const sweepUploadsInParts = defineJob({
  name: 'sweep-uploads-in-parts',
  payload: z.object({}),
  run: async (services: Services) => {
    await deleteExpired(services.db, liveSince(services.clock));
    await sweepUploadFiles(services);
  },
});
