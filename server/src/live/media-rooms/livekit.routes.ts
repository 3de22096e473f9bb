import type { FastifyInstance } from 'fastify';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import type { LivekitRooms } from './livekit-rooms.public.ts';
import type { MediaRooms } from './media-rooms.public.ts';

const BODY_MAX_BYTES = 64 * 1024;

const isLivekit = (rooms: MediaRooms): rooms is LivekitRooms => 'handleWebhook' in rooms;

export function registerLivekit(app: FastifyInstance, { mediaRooms }: Services): void {
  if (!isLivekit(mediaRooms)) return;
  app.register(async (routes) => {
    // The signature covers the raw body, so the body must not be parsed.
    routes.removeAllContentTypeParsers();
    routes.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body));
    routes.post('/api/media/livekit', { bodyLimit: BODY_MAX_BYTES }, async (request, reply) => {
      const { authorization } = request.headers;
      if (!(await mediaRooms.handleWebhook(String(request.body), authorization))) throw new Failure('forbidden');
      return reply.header('cache-control', 'no-store').send({});
    });
  });
}
