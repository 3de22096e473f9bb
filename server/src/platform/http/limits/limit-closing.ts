import type { FastifyInstance } from 'fastify';

/** Milliseconds that running requests have to end after the server was told to stop. */
const CLOSING_MAX_MS = 5000;

/** Cuts the connections that are left some time after closing began: a client that never ends its upload would keep the process alive. */
export function limitClosing(app: FastifyInstance, afterMs = CLOSING_MAX_MS): void {
  let late: NodeJS.Timeout | undefined;
  app.addHook('preClose', (done) => {
    late = setTimeout(() => app.server.closeAllConnections(), afterMs);
    done();
  });
  app.addHook('onClose', async () => clearTimeout(late));
}
