import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';
import { Failure } from '../failure.ts';

declare module 'fastify' {
  interface FastifyInstance {
    isDraining: boolean;
    /** From the moment that it takes no new connections. */
    isClosing: boolean;
    /** Goes on serving for so many seconds while `/readyz` refuses, so that balancers send nobody here any more. */
    drain(seconds: number): Promise<void>;
  }
}

/** Seconds after which another node, or this one started again, has taken over. */
const RETRY_AFTER_SECONDS = 2;

export function allowDraining(app: FastifyInstance): void {
  app.decorate('isDraining', false);
  app.decorate('isClosing', false);
  app.addHook('preClose', (done) => {
    app.isClosing = true;
    done();
  });
  // Requests that were on their way when closing began.
  app.addHook('onRequest', (_request, _reply, done) =>
    done(app.isClosing ? new Failure('not_ready', { retryAfter: RETRY_AFTER_SECONDS }) : undefined),
  );
  app.decorate('drain', async (seconds) => {
    app.isDraining = true;
    await sleep(seconds * 1000);
  });
}
