import { z } from 'zod';
import { notifyAll } from '../../notifications/notifications/notifications.public.ts';
import type { Services } from '../../platform/domain/services.ts';
import { defineJob } from '../../platform/queue/job.ts';
import { clearApprovalFile, expireApprovals, failAbandonedApprovals, listExpiredFiles } from './approvals.queries.ts';

/** Above the total time of all tries of the job. */
const UNFINISHED_MAX_MS = 24 * 3600 * 1000;

/** Closes expired requests and those whose file could not be made, and deletes expired files. */
export const sweepApprovals = defineJob({
  name: 'sweep-approvals',
  payload: z.object({}),
  run: async (services: Services) => {
    const { db, storage, clock } = services;
    const now = clock();
    await expireApprovals(db, now);
    await db.transaction().execute(async (tx) => {
      const failed = await failAbandonedApprovals(tx, new Date(now.getTime() - UNFINISHED_MAX_MS));
      await notifyAll(
        tx,
        services,
        failed.map(({ asked_by, kind }) => ({
          userId: asked_by,
          kind: 'approval',
          link: '/admin/approvals',
          values: { what: 'failed', about: kind },
        })),
      );
    });
    for (const { id, key } of await listExpiredFiles(db, now)) {
      await storage.remove(key);
      await clearApprovalFile(db, id);
    }
  },
});
