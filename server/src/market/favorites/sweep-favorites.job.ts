import { sql } from 'kysely';
import { z } from 'zod';
import { deleteInBatches } from '../../platform/database/delete-in-batches.ts';
import type { Services } from '../../platform/domain/services.ts';
import { defineJob } from '../../platform/queue/job.ts';

export const sweepFavorites = defineJob({
  name: 'sweep-favorites',
  payload: z.object({}),
  run: async ({ db }: Services) => {
    await deleteInBatches(db, 'favorites', sql`removed_at < now() - interval '1 day'`);
    await deleteInBatches(
      db,
      'erased_favorites',
      sql`not exists (select from favorites f where f.ad_id = erased_favorites.ad_id)`,
    );
    await deleteInBatches(db, 'favorite_events', sql`created_at < now() - interval '30 days'`);
  },
});
