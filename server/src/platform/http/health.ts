import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import { Failure } from '../failure.ts';
import type { Storage } from '../storage/storage.ts';

const ANSWER_MS = 3000;
/** One question for both: a database without the queue’s tables is not this product’s. */
const DATABASE_AND_QUEUE = 'select exists (select from graphile_worker._private_jobs)';
/** A name that nothing is stored under. */
const NO_FILE = 'readyz.bin';

/**
 * `GET /healthz`: the process lives. `GET /readyz`: it can serve, that is, its database answers within three seconds, with the queue.
 * Files that are away are told and no more: without pictures there is much to read, and taking every node out would help nobody.
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

/** Whether it was answered, whatever the answer. */
function inTime(asked: Promise<unknown>): Promise<boolean> {
  const answered = asked.then(
    () => true,
    () => false,
  );
  const late = new Promise<false>((resolve) => setTimeout(resolve, ANSWER_MS, false).unref());
  return Promise.race([answered, late]);
}
