import { z } from 'zod';
import { defineJob } from '../../../platform/queue/job.ts';
import type { Services } from '../../../platform/services.ts';
import { applyCountDeltas } from '../ads.queries.ts';

/** Keeps the list of unfolded changes so short that adding it up on every read costs nothing. */
export const applyAdCountDeltas = defineJob({
  name: 'fold-ad-counts',
  payload: z.object({}),
  run: async ({ db }: Services) => {
    await applyCountDeltas(db);
  },
});
