import { z } from 'zod';
import { defineJob } from '../platform/queue/job.ts';
import type { Services } from '../services.ts';
import { deleteOldNotifications, trimNotifications } from './notifications.queries.ts';

const KEPT_MS = 90 * 24 * 3600 * 1000;
/** Of one person, whatever happens. */
const KEPT_MAX = 500;

/** Forget what was told long ago. */
export const sweepNotifications = defineJob({
  name: 'sweep-notifications',
  payload: z.object({}),
  run: async ({ db, clock }: Pick<Services, 'db' | 'clock'>) => {
    await deleteOldNotifications(db, new Date(clock().getTime() - KEPT_MS));
    await trimNotifications(db, KEPT_MAX);
  },
});
