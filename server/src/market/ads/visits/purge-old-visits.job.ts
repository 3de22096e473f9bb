import { z } from 'zod';
import { purgeOldReveals } from '../../../people/users/phone-reveals.public.ts';
import { defineJob } from '../../../platform/queue/job.ts';
import type { Services } from '../../../platform/services.ts';
import { purgeOldVisitors } from '../lifecycle/ad-days.ts';

/** Who looked and whose phone was uncovered is kept for the day on which it counts. */
export const purgeOldVisits = defineJob({
  name: 'forget-old-visits',
  payload: z.object({}),
  run: async ({ db, clock }: Pick<Services, 'db' | 'clock'>) => {
    await purgeOldVisitors(db, clock());
    await purgeOldReveals(db, clock());
  },
});
