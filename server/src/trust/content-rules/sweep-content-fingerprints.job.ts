import { RULE_TRIAL_DAYS } from '@app/contract/trust/rules';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Services } from '../../platform/domain/services.ts';
import { defineJob } from '../../platform/queue/job.ts';

const BATCH = 5000;
const DAY_MS = 86_400_000;

export const sweepContentFingerprints = defineJob({
  name: 'sweep-content-fingerprints',
  payload: z.object({}),
  run: async ({ db, clock }: Services) => {
    const before = new Date(clock().getTime() - RULE_TRIAL_DAYS * DAY_MS);
    for (let gone = BATCH; gone === BATCH; ) {
      const { numAffectedRows } = await sql`
        delete from content_fingerprints where object in (
          select object from content_fingerprints where at < ${before} order by at limit ${BATCH})`.execute(db);
      gone = Number(numAffectedRows ?? 0n);
    }
  },
});
