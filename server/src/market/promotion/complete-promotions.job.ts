import { z } from 'zod';
import type { Services } from '../../platform/domain/services.ts';
import { defineJob } from '../../platform/queue/job.ts';
import { completeExpiredPromotions } from './complete-expired-promotions.ts';

const BATCH = 100;

export const completePromotions = defineJob({
  name: 'complete-promotions',
  payload: z.object({}),
  run: async (services: Services) => {
    const completeBatch = () =>
      services.db.transaction().execute((tx) => completeExpiredPromotions(services, tx, { limit: BATCH }));
    for (let completed = BATCH; completed === BATCH; ) {
      completed = await completeBatch();
      if (completed > 0) services.publicCache.invalidate();
    }
  },
});
