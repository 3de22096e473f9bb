import { CONTACT_REVERT_DAYS } from '@app/contract/people/contacts';
import { z } from 'zod';
import type { Clock } from '../../platform/clock.ts';
import type { Db } from '../../platform/database/tables.ts';
import { defineJob } from '../../platform/queue/job.ts';

const DAY_MS = 24 * 3600 * 1000;

export const sweepContacts = defineJob({
  name: 'sweep-contacts',
  payload: z.object({}),
  run: async ({ db, clock }: { db: Db; clock: Clock }) => {
    const now = clock();
    await db.deleteFrom('contact_returns').where('expires_at', '<=', now).execute();
    await db
      .deleteFrom('contact_changes')
      .where('started_at', '<=', new Date(now.getTime() - CONTACT_REVERT_DAYS * DAY_MS))
      .execute();
  },
});
