import { sql } from 'kysely';
import { z } from 'zod';
import type { Services } from '../../platform/domain/services.ts';
import { defineJob } from '../../platform/queue/job.ts';

export const sweepFavorites = defineJob({
  name: 'sweep-favorites',
  payload: z.object({}),
  run: async ({ db }: Services) => {
    await sql`delete from favorites where removed_at < now() - interval '1 day'`.execute(db);
    await sql`
      delete from erased_favorites m
      where not exists (select from favorites f where f.ad_id = m.ad_id)`.execute(db);
    await sql`delete from favorite_events where created_at < now() - interval '30 days'`.execute(db);
  },
});
