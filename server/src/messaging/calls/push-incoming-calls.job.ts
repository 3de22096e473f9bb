import { RING_SECONDS } from '@app/contract/messaging/calls';
import { z } from 'zod';
import { findPushPreference } from '../../notifications/notifications/push-preference.public.ts';
import { pushToDevices } from '../../notifications/push/push.public.ts';
import type { Services } from '../../platform/domain/services.ts';
import { defineJob } from '../../platform/queue/job.ts';
import { findParticipant } from './call-state.ts';
import { findCall } from './calls.queries.ts';

/** Pushes an incoming call, and later its end, to devices without an open page; the second replaces the first. */
export const pushIncomingCalls = defineJob({
  name: 'push-incoming-calls',
  payload: z.object({
    room_id: z.string(),
    rings: z.array(z.object({ user: z.number().int(), isOver: z.boolean() })),
  }),
  maxAttempts: 2,
  run: async (services: Services, { room_id, rings }) => {
    const { db, clock } = services;
    const call = await findCall(db, room_id);
    if (call === undefined) return;
    for (const { user, isOver } of rings) {
      const person = findParticipant(call, user);
      const isRinging = person?.state === 'ringing';
      if (isRinging === isOver) continue;
      const { isEnabled: isPushed, quietUntil } = await findPushPreference(db, user, 'calls', clock());
      if (!isPushed || quietUntil !== undefined) continue;
      const from = person?.inviterId ?? call.starterId;
      await pushToDevices(db, services, {
        userId: user,
        message: {
          kind: isOver ? 'call_over' : 'call',
          room_id,
          ...(from !== null && { user_id: from }),
          unread: 0,
        },
        urgency: 'high',
        ttlSeconds: RING_SECONDS,
        topic: `call-${room_id}`,
      });
    }
  },
});
