import { z } from 'zod';
import type { Services } from '../../../platform/domain/services.ts';
import { defineJob } from '../../../platform/queue/job.ts';
import { applyCountDeltas } from '../ads.queries.ts';

/** Keeps the list of pending deltas short, so that adding them on each read is cheap. */
export const applyAdCountDeltas = defineJob({
  name: 'apply-ad-count-deltas',
  payload: z.object({}),
  run: async ({ db }: Services) => {
    await applyCountDeltas(db);
  },
});
