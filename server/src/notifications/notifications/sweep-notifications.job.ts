import { z } from 'zod';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { defineJob } from '../../platform/queue/job.ts';
import { type DeletedRow, deleteOldKeys, deleteOldNotifications, trimNotifications } from './notifications.queries.ts';

const RETENTION_MS = 90 * 24 * 3600 * 1000;
/** Maximum number of stored notifications per user. */
const NOTIFICATIONS_PER_USER_MAX = 500;
/** Longer than the sweep's interval: only lists that have grown since are looked at. */
const GROWN_WITHIN_MS = 3 * 3600 * 1000;
const BATCH = 5000;

export const sweepNotifications = defineJob({
  name: 'sweep-notifications',
  payload: z.object({}),
  run: async (services: Services) => {
    const now = services.clock().getTime();
    const before = new Date(now - RETENTION_MS);
    await sweepInBatches(services, (tx) => deleteOldNotifications(tx, before, BATCH));
    await deleteOldKeys(services.db, before);
    const grown = { max: NOTIFICATIONS_PER_USER_MAX, since: new Date(now - GROWN_WITHIN_MS), limit: BATCH };
    await sweepInBatches(services, (tx) => trimNotifications(tx, grown));
  },
});

/** Each batch is a transaction of its own, which also tells those who lost unread notifications. */
async function sweepInBatches({ db, live }: Services, deleteBatch: (tx: Tx) => Promise<DeletedRow[]>): Promise<void> {
  for (let deleted = BATCH; deleted === BATCH; ) {
    deleted = await db.transaction().execute(async (tx) => {
      const rows = await deleteBatch(tx);
      const userIds = new Set(rows.flatMap(({ user_id, was_unread }) => (was_unread ? [user_id] : [])));
      await live.publishUserEvents(
        tx,
        [...userIds].map((userId) => ({ userId, event: { type: 'withdrawn' } })),
      );
      return rows.length;
    });
  }
}
