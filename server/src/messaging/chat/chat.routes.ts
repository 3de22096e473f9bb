import { chatApi } from '@app/contract/messaging/chat';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { blockPerson, unblockPerson } from '../../people/circle/blocks.public.ts';
import type { Services } from '../../platform/domain/services.ts';
import { bind } from '../../platform/http/bind.ts';
import { provesIntent } from '../../platform/http/guards.ts';
import { type IdempotencyKey, runUnderKeyUuid } from '../../platform/http/idempotency.ts';
import { registerChatSocket } from './chat.realtime.ts';
import { presentChatHeader } from './chat-header.ts';
import { registerReactionsAndScheduling } from './extras/reactions-and-scheduling.routes.ts';
import { countChats } from './list/count-chats.public.ts';
import { listChats } from './list/list-chats.ts';
import { editMessage, pinMessage, setReaction } from './messages/change-message.ts';
import { deleteChat, deleteMessages } from './messages/delete-messages.ts';
import { forwardMessages } from './messages/forward-messages.ts';
import { listMessages } from './messages/list-messages.ts';
import { getMessage } from './messages/present-messages.ts';
import { sendMessage } from './messages/send-message.ts';
import { markDelivered, markRead } from './receipts.ts';

const uuid = z.uuid();

/**
 * Sends under the message's client key, or else the `Idempotency-Key` header. Messages store a UUID, so any other key is
 * sent under one that stands for it for a day.
 */
function sendUnderKey<Result>(
  { db }: Services,
  clientKey: string | undefined,
  header: IdempotencyKey | undefined,
  send: (key: string | undefined) => Promise<Result>,
): Promise<Result> {
  const key = clientKey ?? uuid.safeParse(header?.key).data;
  return key !== undefined || header === undefined ? send(key) : runUnderKeyUuid(db, header, send);
}

export function registerChat(app: FastifyInstance, services: Services): void {
  bind(app, services, chatApi, {
    list: ({ viewer, query }) => listChats(services, viewer, query),
    counts: async ({ viewer }) => viewer.chats ?? countChats(services.pool, viewer.userId),
    messages: (context) => {
      const { viewer, params } = context;
      const { mark, ...query } = context.query;
      const marks = mark === 1 && provesIntent(context.request, services.config.publicUrl);
      return listMessages(services, viewer, params.id, { ...query, marksRead: marks });
    },
    header: ({ viewer, params, query }) => presentChatHeader(services, viewer, params.id, query.board_id),
    send: ({ viewer, params, body, files, idempotency }) =>
      sendUnderKey(services, body.client_key, idempotency, (client_key) =>
        sendMessage(services, viewer, params.id, { ...body, client_key }, files.files ?? []),
      ),
    markRead: ({ viewer, params, body }) => markRead(services, viewer, params.id, body),
    delivered: ({ viewer, body }) => markDelivered(services, viewer, body.list),
    block: ({ viewer, params }) => blockPerson(services, viewer, params.id),
    unblock: ({ viewer, params }) => unblockPerson(services, viewer, params.id),
    one: ({ viewer, params }) => getMessage(services, viewer, params.id),
    edit: ({ viewer, params, body }) => editMessage(services, viewer, params.id, body.content),
    react: ({ viewer, params, body }) => setReaction(services, viewer, params.id, body.reaction),
    pinMessage: ({ viewer, params, body }) => pinMessage(services, viewer, params.id, body.pinned === 1),
    removeMessages: ({ viewer, body }) => deleteMessages(services, viewer, body.ids, body.both === 1),
    remove: ({ viewer, params, query }) => deleteChat(services, viewer, params.id, query.both === 1),
    forward: ({ viewer, params, body, idempotency }) =>
      sendUnderKey(services, body.client_key, idempotency, (clientKey) =>
        forwardMessages(services, viewer, params.id, { ids: body.ids, clientKey, isSilent: body.silent === 1 }),
      ),
  });
  registerReactionsAndScheduling(app, services);
  registerChatSocket(app, services);
}
