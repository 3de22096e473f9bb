import { MEETING_RETENTION_DAYS } from '@app/contract/market/meetings';
import { sql } from 'kysely';
import { z } from 'zod';
import { deleteInBatches } from '../../../platform/database/delete-in-batches.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { defineJob } from '../../../platform/queue/job.ts';

const DAY_MS = 86_400_000;

/** Deletes meetings some time after they were to take place. Where and when two people met is nobody’s later. */
export const sweepMeetings = defineJob({
  name: 'sweep-meetings',
  payload: z.object({}),
  run: async ({ db, clock }: Services) => {
    const before = new Date(clock().getTime() - MEETING_RETENTION_DAYS * DAY_MS);
    await deleteInBatches(db, 'meetings', sql`at < ${before}`);
  },
});
