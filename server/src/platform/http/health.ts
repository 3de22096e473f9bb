import { statfs } from 'node:fs/promises';
import type { FastifyInstance } from 'fastify';
import type pg from 'pg';
import type { Config } from '../config.ts';
import { runInShare } from '../database/shares.ts';
import { Failure } from '../failure.ts';
import type { Storage } from '../storage/storage.ts';

const ANSWER_MS = 3000;
/**
 * One query checks the database and the queue: a database without the queue's tables is not prepared, and a standby
 * takes no writes.
 */
const MAY_WRITE = `
  select not pg_is_in_recovery() and current_setting('transaction_read_only') = 'off' as may_write
  from (select exists (select from graphile_worker._private_jobs)) as prepared`;
const NO_FILE = 'readyz.bin';
/** Bytes. Below this, photos of the largest size no longer fit. */
const DISK_FREE_MIN = 64 * 2 ** 20;

interface HealthServices {
  pool: pg.Pool;
  storage: Storage;
  config: Pick<Config, 'dataDir' | 's3'>;
}

/**
 * `GET /healthz`: the process lives. `GET /readyz`: the database takes writes and responds within three seconds, and the
 * node is not about to stop. A file store that is away or full is only reported: most of the product works without new
 * files, and taking all nodes out would not help. So is a standby, whose reads the primary answers.
 */
export function registerHealth(app: FastifyInstance, { pool, storage, config }: HealthServices): void {
  app.get('/healthz', { config: { rateLimit: false } }, async () => ({ status: 'ok' }));
  app.get('/readyz', { config: { rateLimit: false } }, async () => {
    const [mayWrite, hasFiles, isFull] = await Promise.all([
      inTime(runInShare('access', () => pool.query<{ may_write: boolean }>(MAY_WRITE))),
      inTime(storage.stat(NO_FILE).then(() => true)),
      config.s3 === undefined && isDiskFull(config.dataDir),
    ]);
    if (app.isDraining || !mayWrite?.rows[0]?.may_write) throw new Failure('not_ready');
    return {
      status: 'ready',
      storage: isFull ? 'full' : hasFiles === undefined ? 'away' : 'up',
      ...(app.standby && { standby: app.standby.state }),
    };
  });
}

async function isDiskFull(folder: string): Promise<boolean> {
  const disk = await statfs(folder).catch(() => undefined);
  return disk !== undefined && disk.bavail * disk.bsize < DISK_FREE_MIN;
}

/** Undefined when the promise is rejected or late. */
function inTime<T>(asked: Promise<T>): Promise<T | undefined> {
  const late = new Promise<undefined>((resolve) => setTimeout(resolve, ANSWER_MS, undefined).unref());
  return Promise.race([asked.catch(() => undefined), late]);
}
