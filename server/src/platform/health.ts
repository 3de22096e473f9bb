import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { Failure } from './failure.ts';

const DATABASE_ANSWER_MS = 3000;

/** `GET /healthz`: the process lives. `GET /readyz`: it can serve, that is, its database answers within three seconds. */
export function registerHealth(app: FastifyInstance, { pool }: { pool: pg.Pool }): void {
  app.get('/healthz', { config: { rateLimit: false } }, async () => ({ status: 'ok' }));
  app.get('/readyz', { config: { rateLimit: false } }, async () => {
    const answered = pool.query('select 1').then(
      () => true,
      () => false,
    );
    const late = new Promise<false>((resolve) => setTimeout(resolve, DATABASE_ANSWER_MS, false).unref());
    if (!(await Promise.race([answered, late]))) throw new Failure('not_ready');
    return { status: 'ready' };
  });
}
