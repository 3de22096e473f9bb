import { z } from 'zod';
import type { Services } from '../../platform/domain/services.ts';
import { defineJob } from '../../platform/queue/job.ts';
import { deleteOldNotifications, trimNotifications } from './notifications.queries.ts';

const RETENTION_MS = 90 * 24 * 3600 * 1000;
/** Maximum number of stored notifications per user. */
const NOTIFICATIONS_PER_USER_MAX = 500;

export const sweepNotifications = defineJob({
  name: 'sweep-notifications',
  payload: z.object({}),
  run: async ({ db, clock, live }: Services) => {
    await db.transaction().execute(async (tx) => {
      const old = await deleteOldNotifications(tx, new Date(clock().getTime() - RETENTION_MS));
      const surplus = await trimNotifications(tx, NOTIFICATIONS_PER_USER_MAX);
      const affectedUserIds = [...new Set([...old, ...surplus])];
      await live.publishUserEvents(
        tx,
        affectedUserIds.map((userId) => ({ userId, event: { type: 'withdrawn' } })),
      );
    });
  },
});
