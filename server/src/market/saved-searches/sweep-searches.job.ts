import { sql } from 'kysely';
import { z } from 'zod';
import { deleteInBatches } from '../../platform/database/delete-in-batches.ts';
import type { Services } from '../../platform/domain/services.ts';
import { defineJob } from '../../platform/queue/job.ts';

/** Deletes old matches; they are retained longer than an ad lives without renewal. */
export const sweepSearches = defineJob({
  name: 'sweep-searches',
  payload: z.object({}),
  run: async ({ db }: Services) => {
    await deleteInBatches(db, 'saved_search_matches', sql`matched_at < now() - interval '90 days'`);
  },
});
