import { z } from 'zod';
import { defineJob } from '../platform/queue/job.ts';
import type { Services } from '../services.ts';
import { forgetOldReveals } from '../users/phone-reveals.public.ts';
import { forgetOldVisitors } from './ad-days.ts';

/** Who looked and whose phone was uncovered is kept for the day on which it counts. */
export const forgetOldVisits = defineJob({
  name: 'forget-old-visits',
  payload: z.object({}),
  run: async ({ db, clock }: Pick<Services, 'db' | 'clock'>) => {
    await forgetOldVisitors(db, clock());
    await forgetOldReveals(db, clock());
  },
});
