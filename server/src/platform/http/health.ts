import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { Failure } from '../failure.ts';
import type { Storage } from '../storage/storage.ts';

const ANSWER_MS = 3000;
/** One query checks the database and the queue: a database without the queue's tables is not prepared. */
const DATABASE_AND_QUEUE = 'select exists (select from graphile_worker._private_jobs)';
const NO_FILE = 'readyz.bin';

/**
 * `GET /healthz`: the process lives. `GET /readyz`: the database and the queue respond within three seconds. An
 * unavailable file store is only reported: most of the product works without files, and taking all nodes out would not
 * help.
 */
export function registerHealth(app: FastifyInstance, { pool, storage }: { pool: pg.Pool; storage: Storage }): void {
  app.get('/healthz', { config: { rateLimit: false } }, async () => ({ status: 'ok' }));
  app.get('/readyz', { config: { rateLimit: false } }, async () => {
    const [hasDatabase, hasFiles] = await Promise.all([
      inTime(pool.query(DATABASE_AND_QUEUE)),
      inTime(storage.stat(NO_FILE)),
    ]);
    if (!hasDatabase) throw new Failure('not_ready');
    return { status: 'ready', storage: hasFiles ? 'up' : 'away' };
  });
}

/** True when the promise settles in time, even with an error. */
function inTime(asked: Promise<unknown>): Promise<boolean> {
  const answered = asked.then(
    () => true,
    () => false,
  );
  const late = new Promise<false>((resolve) => setTimeout(resolve, ANSWER_MS, false).unref());
  return Promise.race([answered, late]);
}
