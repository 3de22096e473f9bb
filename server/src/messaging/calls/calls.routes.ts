import { callsApi } from '@app/contract/messaging/calls';
import { presenceApi } from '@app/contract/people/presence';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Services } from '../../platform/domain/services.ts';
import { Failure, requireFound } from '../../platform/failure.ts';
import { bind } from '../../platform/http/bind.ts';
import { findCallMedia } from './call-media.ts';
import { registerCallNotificationSocket } from './call-notification.realtime.ts';
import { findParticipant, isIn } from './call-state.ts';
import { findCall, findEngagements } from './calls.queries.ts';
import { changeCall } from './change-call.ts';
import { listCallMessages, sendCallMessage } from './conference-chat.ts';
import { registerEnterCallSocket } from './enter-call.realtime.ts';
import { listPresence } from './list-presence.ts';
import { listPastCalls, presentCall } from './present-calls.ts';
import { addPeople, startCall } from './start-call.ts';

const uuid = z.uuid();
const DONE = { success: true } as const;

export function registerCalls(app: FastifyInstance, services: Services): void {
  const { db } = services;
  bind(app, services, presenceApi, {
    online: async ({ viewer, query }) => ({
      list: await listPresence(services, viewer, query.ids),
    }),
  });
  bind(app, services, callsApi, {
    start: async ({ viewer, body, idempotency }) => {
      const call = await startCall(services, viewer, body, idempotency);
      return { room_id: call.roomId, call: await presentCall(services, viewer, call) };
    },
    chat: ({ viewer, query }) => listCallMessages(services, viewer, query),
    sendMessage: ({ viewer, body, files, idempotency }) => {
      const { room_id, ...draft } = body;
      const client_key = body.client_key ?? uuid.safeParse(idempotency?.key).data;
      return sendCallMessage(services, viewer, room_id, { ...draft, client_key }, files.files ?? []);
    },
    current: async ({ viewer }) => {
      const { call, ring } = await findEngagements(db, viewer.userId);
      const present = async (roomId: string | undefined) => {
        const found = roomId === undefined ? undefined : await findCall(db, roomId);
        return found === undefined ? null : presentCall(services, viewer, found);
      };
      return { call: await present(call), ring: await present(ring) };
    },
    accept: async ({ viewer, params }) => {
      const call = await changeCall(services, params.room_id, { type: 'accept', by: viewer.userId });
      return presentCall(services, viewer, call);
    },
    decline: async ({ viewer, params }) => {
      await leave(services, params.room_id, { type: 'decline', by: viewer.userId, reason: 'declined' });
      return DONE;
    },
    hangup: async ({ viewer, params }) => {
      await leave(services, params.room_id, { type: 'hangup', by: viewer.userId });
      return DONE;
    },
    add: async ({ viewer, params, body }) =>
      presentCall(services, viewer, await addPeople(services, viewer, params.room_id, body.user_id)),
    media: async ({ viewer, params, body }) => {
      if (body.mode === 'room') await changeCall(services, params.room_id, { type: 'move', by: viewer.userId });
      const call = await findCall(db, params.room_id);
      const me = call && findParticipant(call, viewer.userId);
      if (call === undefined || me === undefined) throw new Failure('not_found');
      if (call.state === 'ended' || !isIn(me)) throw new Failure('call_over');
      return requireFound(await findCallMedia(services, call, viewer.userId));
    },
    history: ({ viewer, query }) => listPastCalls(services, viewer, query),
  });
  registerCallNotificationSocket(app, services);
  registerEnterCallSocket(app, services);
}

/** A call that is already over is not an error. */
async function leave(services: Services, roomId: string, step: Parameters<typeof changeCall>[2]): Promise<void> {
  try {
    await changeCall(services, roomId, step);
  } catch (error) {
    if (!(error instanceof Failure) || error.code !== 'call_over') throw error;
  }
}
