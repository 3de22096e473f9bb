import { exportsApi } from '@app/contract/people/exports';
import { id } from '@app/contract/platform/fields';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { Services } from '../../platform/domain/services.ts';
import { bind } from '../../platform/http/bind.ts';
import { sendExport } from './send-export.ts';
import { getExport, startExport } from './start-export.ts';

export function registerExports(app: FastifyInstance, services: Services): void {
  bind(app, services, exportsApi, {
    get: ({ viewer }) => getExport(services, viewer),
    start: ({ viewer, body }) => startExport(services, viewer, body?.current_password),
  });
  app.downloads.push({
    paths: ['/api/users/export/{id}/file', '/api/user/export/{id}/file'],
    types: ['application/zip'],
    hasRanges: true,
    access: 'public',
    summary: 'An own archive: by a session that proved itself again, or by the token of the letter.',
    params: z.object({ id }),
    query: z.object({ token: z.string().optional() }),
    errors: ['unauthorized', 'not_found', 'gone', 'current_password_required'],
  });
  for (const users of ['users', 'user']) {
    app.route<{ Params: { id: string }; Querystring: { token?: unknown } }>({
      method: ['GET', 'HEAD'],
      url: `/api/${users}/export/:id/file`,
      handler: (request, reply) => sendExport(services, request, reply),
    });
  }
}
