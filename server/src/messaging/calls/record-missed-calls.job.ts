import { sql } from 'kysely';
import { z } from 'zod';
import { notify } from '../../notifications/notifications/notifications.public.ts';
import { isBlockBetween } from '../../people/relationships/relationships.public.ts';
import type { Services } from '../../platform/domain/services.ts';
import { defineJob } from '../../platform/queue/job.ts';
import { recordCall } from '../chat/chat.public.ts';
import { findCall } from './calls.queries.ts';

const pair = z.object({ user: z.number().int(), by: z.number().int() });

/** Records a missed call in the chat and as a notification, once for each ring; safe to run twice. */
export const recordMissedCalls = defineJob({
  name: 'record-missed-calls',
  payload: z.object({ room_id: z.string(), missed: z.array(pair) }),
  run: async (services: Services, { room_id, missed }) => {
    const call = await findCall(services.db, room_id);
    if (call === undefined) return;
    for (const { user, by } of missed) await recordOne(services, call.id, user, by);
  },
});

async function recordOne(services: Services, callId: number, user: number, by: number): Promise<void> {
  await services.db.transaction().execute(async (tx) => {
    const { rows } = await sql`
      update call_participants p set recorded_rings = rings
      where call_id = ${callId} and user_id = ${user} and inviter_id = ${by} and recorded_rings < rings
        and state not in ('joined', 'ringing') and not ${isBlockBetween(sql`p.user_id`, sql`p.inviter_id`)}
      returning 1`.execute(tx);
    if (rows.length === 0) return;
    await recordCall(services, tx, { callerId: by, calleeId: user, outcome: 'unanswered' });
    const link = `/conversation/${by}`;
    await notify(tx, services, { userId: user, kind: 'missed_call', actorId: by, link, values: {} });
  });
}
