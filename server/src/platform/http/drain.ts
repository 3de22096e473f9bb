import { setTimeout as sleep } from 'node:timers/promises';
import type { FastifyInstance } from 'fastify';

declare module 'fastify' {
  interface FastifyInstance {
    isDraining: boolean;
    /** Goes on serving for so many seconds while `/readyz` refuses, so that balancers send nobody here any more. */
    drain(seconds: number): Promise<void>;
  }
}

export function allowDraining(app: FastifyInstance): void {
  app.decorate('isDraining', false);
  app.decorate('drain', async (seconds) => {
    app.isDraining = true;
    await sleep(seconds * 1000);
  });
}
