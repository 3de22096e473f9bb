import { moscowDay } from '@app/contract/platform/time-zones';
import { sql } from 'kysely';
import { z } from 'zod';
import { findPushPreference } from '../../../notifications/notifications/push-preference.public.ts';
import { pushToDevices } from '../../../notifications/push/push.public.ts';
import { isMutedOrBlocked } from '../../../people/relationships/relationships.public.ts';
import type { Db } from '../../../platform/database/tables.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { defineJob } from '../../../platform/queue/job.ts';
import { countChats } from '../list/count-chats.public.ts';

const DAY_SECONDS = 86_400;

/**
 * Pushes a chat's new messages unless they were read in the meantime or the user disabled pushes. A page that received
 * the message does not prevent the push, because the tab may be in the background. Messages of quiet hours become one
 * push afterwards.
 */
export const pushMessageJob = defineJob({
  name: 'push-message',
  payload: z.object({
    user_id: z.number().int(),
    /** Absent for a push about all messages of quiet hours. */
    from: z.object({ user_id: z.number().int(), chat_id: z.number().int(), seq: z.number().int() }).optional(),
  }),
  run: async (services: Services, { user_id: userId, from }) => {
    const { db, queue, clock } = services;
    const folder = from === undefined ? 'main' : await findWaiting(db, userId, from);
    if (folder === undefined) return;
    const { isEnabled: isPushed, quietUntil } = await findPushPreference(db, userId, 'messages', clock());
    if (!isPushed) return;
    if (quietUntil !== undefined) {
      await queue.add(db, pushMessageJob, { user_id: userId }, { key: `quiet:${userId}`, runAt: quietUntil });
      return;
    }
    const counts = await countChats(services.pool, userId);
    const isRequest = folder === 'requests';
    const unread = isRequest ? counts.requests : counts.unread;
    if (unread === 0 || (isRequest && !(await claimDay(db, userId, clock())))) return;
    await pushToDevices(db, services, {
      userId,
      message: isRequest
        ? { kind: 'message_request', unread }
        : { kind: 'message', ...(from && { user_id: from.user_id }), unread },
      urgency: isRequest ? 'low' : 'high',
      ttlSeconds: DAY_SECONDS,
      topic: isRequest ? 'message-requests' : `message-${from?.user_id ?? 'all'}`,
    });
  },
});

/** Returns the folder of an unread message whose reader has muted neither chat nor sender; otherwise undefined. */
async function findWaiting(
  db: Db,
  userId: number,
  { user_id, chat_id, seq }: { user_id: number; chat_id: number; seq: number },
): Promise<'main' | 'requests' | undefined> {
  const { rows } = await sql<{ folder: 'main' | 'requests' }>`
    select folder from chat_members me
    where chat_id = ${chat_id} and me.user_id = ${userId} and folder in ('main', 'requests') and not is_archived
      and read_seq < ${seq} and unread > 0 and (muted_until is null or muted_until <= now())
      and not ${isMutedOrBlocked(sql`${userId}::bigint`, sql`${user_id}::bigint`)}`.execute(db);
  return rows[0]?.folder;
}

/** Limits pushes about message requests to one per day, also for concurrent jobs. */
async function claimDay(db: Db, userId: number, now: Date): Promise<boolean> {
  const { rows } = await sql`
    insert into request_pushes as known (user_id, day) values (${userId}, ${moscowDay(now)}::date)
    on conflict (user_id) do update set day = excluded.day where known.day < excluded.day
    returning user_id`.execute(db);
  return rows.length > 0;
}
