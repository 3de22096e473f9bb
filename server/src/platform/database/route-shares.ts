import type { FastifyInstance } from 'fastify';
import { currentShare, runInShare } from './shares.ts';

/** Handlers of routes run in the share that they were registered in. Sockets do so themselves, for each message. */
export function runRoutesInTheirShare(app: FastifyInstance): void {
  app.addHook('onRoute', (route) => {
    const share = currentShare();
    const { handler } = route;
    if (share === 'rest' || route.websocket) return;
    route.handler = function (request, reply) {
      return runInShare(share, () => handler.call(this, request, reply));
    };
  });
}
