import type { FastifyInstance } from 'fastify';
import type { Services } from '../../platform/domain/services.ts';
import { createRecordingServer } from './serve-recording.ts';

export function registerStreamRecordings(app: FastifyInstance, services: Services): void {
  app.route<{ Params: { id: string; name: string } }>({
    method: ['GET', 'HEAD'],
    url: '/media/streams/:id/:name',
    // Players send two requests every four seconds.
    config: { rateLimit: false },
    handler: createRecordingServer(services),
  });
}
