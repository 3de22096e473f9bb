import { z } from 'zod';
import { purgeOldReveals } from '../../../people/users/phone/phone-reveals.public.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { defineJob } from '../../../platform/queue/job.ts';
import { purgeOldVisitors } from '../lifecycle/ad-days.ts';

/** Deletes visitors and phone reveals after the day on which they count. */
export const purgeOldVisits = defineJob({
  name: 'purge-old-visits',
  payload: z.object({}),
  run: async ({ db, clock }: Services) => {
    await purgeOldVisitors(db, clock());
    await purgeOldReveals(db, clock());
  },
});
