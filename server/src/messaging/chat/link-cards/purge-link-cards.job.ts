import { z } from 'zod';
import type { Services } from '../../../platform/domain/services.ts';
import { defineJob } from '../../../platform/queue/job.ts';
import { purgeLinkFetches, purgeOldLinkCards } from './link-cards.queries.ts';

const ROUNDS_MAX = 200;

/** Deletes cards of links by age; their messages keep the plain link. */
export const purgeLinkCards = defineJob({
  name: 'purge-link-cards',
  payload: z.object({}),
  run: async ({ db, clock }: Services) => {
    const now = clock();
    await purgeLinkFetches(db, now);
    for (let round = 0; round < ROUNDS_MAX; round++) {
      const isMore = await db.transaction().execute((tx) => purgeOldLinkCards(tx, now));
      if (!isMore) return;
    }
  },
});
