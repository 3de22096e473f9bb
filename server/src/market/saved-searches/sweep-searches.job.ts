import { sql } from 'kysely';
import { z } from 'zod';
import type { Services } from '../../platform/domain/services.ts';
import { defineJob } from '../../platform/queue/job.ts';

/** Deletes old matches; they are retained longer than an ad lives without renewal. */
export const sweepSearches = defineJob({
  name: 'sweep-searches',
  payload: z.object({}),
  run: async ({ db }: Services) => {
    await sql`delete from saved_search_matches where matched_at < now() - interval '90 days'`.execute(db);
  },
});
