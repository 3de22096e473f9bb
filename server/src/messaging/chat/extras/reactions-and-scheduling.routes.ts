import { chatApi } from '@app/contract/messaging/chat';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Services } from '../../../platform/domain/services.ts';
import { bind } from '../../../platform/http/bind.ts';
import { answerRequest } from '../answer-request.ts';
import { changeChat } from '../change-chat.ts';
import { changeChatSettings, presentChatSettings } from '../chat-settings.ts';
import { registerChatExport } from '../data-export/export-chat.ts';
import { searchMessages } from '../messages/search-messages.ts';
import { saveDraft } from './drafts.ts';
import { cancelScheduled, changeScheduled, listScheduled, scheduleMessage } from './schedule-message.ts';

const uuid = z.uuid();

export function registerReactionsAndScheduling(app: FastifyInstance, services: Services): void {
  bind(app, services, chatApi, {
    answerRequest: ({ viewer, params, body }) => answerRequest(services, viewer, params.id, body.answer),
    change: ({ viewer, params, body }) => changeChat(services, viewer, params.id, body),
    draft: ({ viewer, params, body }) => saveDraft(services, viewer, params.id, body.text),
    search: ({ viewer, query }) => searchMessages(services, viewer, query),
    settings: ({ viewer }) => presentChatSettings(services, viewer),
    changeSettings: ({ viewer, body }) => changeChatSettings(services, viewer, body),
    scheduled: ({ viewer, params }) => listScheduled(services, viewer, params.id),
    schedule: ({ viewer, params, body, idempotency }) => {
      const client_key = body.client_key ?? uuid.safeParse(idempotency?.key).data;
      return scheduleMessage(services, viewer, params.id, { ...body, client_key });
    },
    changeScheduled: ({ viewer, params, body }) => changeScheduled(services, viewer, params.id, body),
    cancelScheduled: ({ viewer, params }) => cancelScheduled(services, viewer, params.id),
  });
  registerChatExport(app, services);
}
