import { RULE_TRIAL_DAYS } from '@app/contract/trust/rules';
import { sql } from 'kysely';
import { z } from 'zod';
import { deleteInBatches } from '../../platform/database/delete-in-batches.ts';
import type { Services } from '../../platform/domain/services.ts';
import { defineJob } from '../../platform/queue/job.ts';

const DAY_MS = 86_400_000;

export const sweepContentFingerprints = defineJob({
  name: 'sweep-content-fingerprints',
  payload: z.object({}),
  run: async ({ db, clock }: Services) => {
    const before = new Date(clock().getTime() - RULE_TRIAL_DAYS * DAY_MS);
    await deleteInBatches(db, 'content_fingerprints', sql`at < ${before}`);
  },
});
