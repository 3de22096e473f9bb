import { sql } from 'kysely';
import { z } from 'zod';
import { moscowDay } from '../../../people/users/phone-reveals.public.ts';
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
    await sql`delete from first_contacts where at <= ${new Date(now.getTime() - DAY_MS)}`.execute(db);
    await sql`delete from chat_ad_days where day < ${today}::date`.execute(db);
    await sql`delete from request_pushes where day < ${today}::date`.execute(db);
  },
});
