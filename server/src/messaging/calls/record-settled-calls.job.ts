import { sql } from 'kysely';
import { z } from 'zod';
import { isBlockBetween } from '../../people/relationships/relationships.public.ts';
import type { Services } from '../../platform/domain/services.ts';
import { defineJob } from '../../platform/queue/job.ts';
import { recordCall } from '../chat/chat.public.ts';
import type { SettledCall } from './call-entries.ts';

const settled = z.object({
  from: z.number().int(),
  to: z.number().int(),
  seconds: z.number().int().nullable(),
  key: z.guid(),
});

/** Records answered and declined calls of two in their chat, once for each ring; safe to run twice. */
export const recordSettledCalls = defineJob({
  name: 'record-settled-calls',
  payload: z.object({ calls: z.array(settled) }),
  run: async (services: Services, { calls }) => {
    for (const call of calls) await recordOne(services, call);
  },
});

async function recordOne(services: Services, { from, to, seconds, key }: SettledCall): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const { rows } = await sql`
      select from users caller join users callee on callee.id = ${to}
      where caller.id = ${from} and caller.deleted_at is null and callee.deleted_at is null
        and not ${isBlockBetween(sql`caller.id`, sql`callee.id`)}`.execute(tx);
    if (rows.length === 0) return;
    const outcome = seconds === null ? 'declined' : { seconds };
    await recordCall(services, tx, { callerId: from, calleeId: to, outcome, key });
  });
}
