import { z } from 'zod';
import type { Services } from '../../platform/domain/services.ts';
import { defineJob } from '../../platform/queue/job.ts';
import { updateLargePage } from './count-large-page.job.ts';

/** Pages of one run; those counted longest ago come first, so that every page has its turn. */
const PAGES_MAX = 200;

/** Notices pages that lost followers: by unfollowing, blocks, suspensions and erasure of accounts. */
export const recountLargePages = defineJob({
  name: 'recount-large-pages',
  payload: z.object({}),
  run: async (services: Services) => {
    const pages = await services.db
      .selectFrom('large_pages')
      .select('person_id')
      .where('over_since', 'is not', null)
      .orderBy('counted_at')
      .limit(PAGES_MAX)
      .execute();
    for (const { person_id } of pages) await updateLargePage(services, person_id);
  },
});
