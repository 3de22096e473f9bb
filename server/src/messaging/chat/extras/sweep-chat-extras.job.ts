import { moscowDay } from '@app/contract/platform/time-zones';
import { sql } from 'kysely';
import { z } from 'zod';
import { deleteInBatches } from '../../../platform/database/delete-in-batches.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { defineJob } from '../../../platform/queue/job.ts';

const DAY_MS = 86_400_000;

/** Deletes counters of past days: first messages, ads per chat, and pushes about message requests. */
export const sweepChatExtras = defineJob({
  name: 'sweep-chat-extras',
  payload: z.object({}),
  run: async ({ db, clock }: Services) => {
    const now = clock();
    const today = moscowDay(now);
    await deleteInBatches(db, 'first_contacts', sql`at <= ${new Date(now.getTime() - DAY_MS)}`);
    for (const table of ['chat_ad_days', 'request_pushes']) await deleteInBatches(db, table, sql`day < ${today}::date`);
  },
});
