import { z } from 'zod';
import { forgetOldReveals } from '../../../people/users/phone-reveals.public.ts';
import { defineJob } from '../../../platform/queue/job.ts';
import type { Services } from '../../../platform/services.ts';
import { forgetOldVisitors } from '../lifecycle/ad-days.ts';

/** Who looked and whose phone was uncovered is kept for the day on which it counts. */
export const forgetOldVisits = defineJob({
  name: 'forget-old-visits',
  payload: z.object({}),
  run: async ({ db, clock }: Pick<Services, 'db' | 'clock'>) => {
    await forgetOldVisitors(db, clock());
    await forgetOldReveals(db, clock());
  },
});
