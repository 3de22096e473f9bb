import type { FastifyInstance } from 'fastify';
import { findIdentity } from './identify-request.ts';

/** What somebody without a session was not let do; the address is all that is known of who asked. */
const REFUSED = new Set([401, 403, 429]);

/** Writes a line for every request; those that read and succeed only at the level `debug`. */
export function logRequests(app: FastifyInstance): void {
  app.addHook('onResponse', async (request, reply) => {
    const { method, ip } = request;
    const { statusCode: status, elapsedTime } = reply;
    const level = method === 'GET' && status < 400 ? 'debug' : 'info';
    const identity = await findIdentity(request);
    request.log[level](
      {
        method,
        // Only the path: search terms are private.
        path: request.raw.url?.split('?', 1)[0],
        status,
        ms: Math.round(elapsedTime),
        ...(identity !== undefined ? { user: identity.userId } : REFUSED.has(status) && { ip }),
      },
      'request',
    );
  });
}
