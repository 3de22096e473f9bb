import { z } from 'zod';
import { defineJob } from '../../platform/queue/job.ts';
import type { Services } from '../../platform/services.ts';
import { settleOver } from './settle-promotions.ts';

const BATCH = 100;

/** Promotions whose time is over end, and what was promised and did not come goes back in points. */
export const settlePromotions = defineJob({
  name: 'settle-promotions',
  payload: z.object({}),
  run: async (services: Services) => {
    const settle = () => services.db.transaction().execute((tx) => settleOver(services, tx, { limit: BATCH }));
    for (let settled = BATCH; settled === BATCH; ) {
      settled = await settle();
      if (settled > 0) services.publicCache.invalidate();
    }
  },
});
