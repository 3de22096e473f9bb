import { chatFilesApi } from '@app/contract/messaging/chat-files';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import { bind } from '../../platform/http/bind.ts';
import { discardChatFile } from './discard-chat-file.ts';
import { markListened } from './mark-listened.ts';
import { serveChatFile } from './serve-chat-file.ts';
import { storeChatFile } from './store-chat-file.ts';

export function registerChatFiles(app: FastifyInstance, services: Services): void {
  bind(app, services, chatFilesApi, {
    upload: ({ viewer, body: hints, files, idempotency }) => {
      const { file: [file] = [], poster: [poster] = [] } = files;
      if (file === undefined) throw new Failure('invalid_input', { fields: { file: 'errors.field.required' } });
      return storeChatFile(services, viewer.userId, { file, poster, hints }, idempotency);
    },
    remove: async ({ viewer, params }) => {
      await discardChatFile(services.db, viewer.userId, params.id);
      return { success: true as const };
    },
    markListened: async ({ viewer, params }) => {
      await markListened(services, viewer.userId, params.id);
      return { success: true as const };
    },
  });
  app.route<{ Params: { uid: string; name: string } }>({
    method: ['GET', 'HEAD'],
    url: '/media/chat/:uid/:name',
    // Not limited, like public images: a chat page makes dozens of requests, and an unauthorized one costs two reads by
    // unique keys.
    config: { rateLimit: false },
    handler: (request, reply) => serveChatFile(services, request, reply),
  });
}
