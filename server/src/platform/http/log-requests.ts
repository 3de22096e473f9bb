import type { FastifyInstance } from 'fastify';
import { findIdentity } from './identify-request.ts';

/**
 * Writes a line for every request; those that read and succeed only at the level `debug`. Addresses are in the log of
 * the proxy and in people's security logs, which are erased with them.
 */
export function logRequests(app: FastifyInstance): void {
  const isVerbose = app.log.level === 'debug' || app.log.level === 'trace';
  app.addHook('onResponse', async (request, reply) => {
    const { method } = request;
    const { statusCode: status, elapsedTime } = reply;
    const level = method === 'GET' && status < 400 ? 'debug' : 'info';
    if (level === 'debug' && !isVerbose) return;
    const identity = await findIdentity(request);
    request.log[level](
      {
        method,
        // Only the path: search terms are private.
        path: request.raw.url?.split('?', 1)[0],
        status,
        ms: Math.round(elapsedTime),
        ...(identity !== undefined && { user: identity.userId }),
      },
      'request',
    );
  });
}
