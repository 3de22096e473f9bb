import { exportsApi } from '@app/contract/people/exports';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../platform/domain/services.ts';
import { bind } from '../../platform/http/bind.ts';
import { sendExport } from './send-export.ts';
import { getExport, startExport } from './start-export.ts';

export function registerExports(app: FastifyInstance, services: Services): void {
  bind(app, services, exportsApi, {
    get: ({ viewer }) => getExport(services, viewer),
    start: ({ viewer, body }) => startExport(services, viewer, body?.current_password),
  });
  for (const users of ['users', 'user']) {
    app.route<{ Params: { id: string }; Querystring: { token?: unknown } }>({
      method: ['GET', 'HEAD'],
      url: `/api/${users}/export/:id/file`,
      handler: (request, reply) => sendExport(services, request, reply),
    });
  }
}
