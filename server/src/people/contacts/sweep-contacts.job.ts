import { CONTACT_REVERT_DAYS } from '@app/contract/people/contacts';
import { sql } from 'kysely';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import { deleteInBatches } from '../../platform/database/delete-in-batches.ts';
import type { Db } from '../../platform/database/tables.ts';
import { defineJob } from '../../platform/queue/job.ts';

const DAY_MS = 24 * 3600 * 1000;

export const sweepContacts = defineJob({
  name: 'sweep-contacts',
  payload: z.object({}),
  run: async ({ db, clock }: { db: Db; clock: Clock }) => {
    const now = clock();
    await deleteInBatches(db, 'contact_returns', sql`expires_at <= ${now}`);
    const changedBefore = new Date(now.getTime() - CONTACT_REVERT_DAYS * DAY_MS);
    await deleteInBatches(db, 'contact_changes', sql`started_at <= ${changedBefore}`);
  },
});
