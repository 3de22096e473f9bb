import { setTimeout as sleep } from 'node:timers/promises';
import type pg from 'pg';
import type { BaseLogger } from 'pino';

/** First half of the advisory lock key; the second half is derived from the worker id that locks jobs. */
const WORKER_LOCKS = 1_803_211;

const DEAD_WORKERS = `
  select locked_by
  from graphile_worker.jobs
  where locked_at < now() - make_interval(secs => $1)
    and not exists (
      select from pg_locks
      where locktype = 'advisory' and granted
        and database = (select oid from pg_database where datname = current_database())
        and classid = ${WORKER_LOCKS} and objid::bigint = hashtext(locked_by)::bigint & 4294967295
    )`;

const FREE_JOBS = 'select graphile_worker.force_unlock_workers($1)';

export interface WorkerPresence {
  add(workerId: string): void;
  stop(): Promise<void>;
}

/**
 * Detects workers that died while running a job and unlocks their jobs.
 *
 * The queue itself would wait four hours. Each process holds an advisory lock, which the database releases with the
 * connection; a job locked by a worker without such a lock is unlocked.
 */
export function watchWorkers(pool: pg.Pool, log: BaseLogger, heartbeatMs: number): WorkerPresence {
  const ours = new Set<string>();
  const lockedIds = new Set<string>();
  const stopping = new AbortController();
  let client: pg.PoolClient | undefined;

  async function connect(): Promise<pg.PoolClient> {
    const connected = await pool.connect();
    connected.once('error', (error) => {
      connected.release(error);
      client = undefined;
    });
    lockedIds.clear();
    return connected;
  }

  async function checkWorkers(): Promise<void> {
    client ??= await connect();
    for (const id of [...ours].filter((worker) => !lockedIds.has(worker))) {
      await client.query(`select pg_try_advisory_lock(${WORKER_LOCKS}, hashtext($1))`, [id]);
      lockedIds.add(id);
    }
    // A new worker may lock a job just before the heartbeat that acquires its advisory lock.
    const graceSeconds = (2 * heartbeatMs) / 1000;
    const { rows } = await client.query<{ locked_by: string }>(DEAD_WORKERS, [graceSeconds]);
    if (rows.length === 0) return;
    log.warn({ jobs: rows.length }, 'jobs of workers that died are run again');
    await client.query(FREE_JOBS, [rows.map((row) => row.locked_by)]);
  }

  async function checkUntilStopped(): Promise<void> {
    while (!stopping.signal.aborted) {
      await checkWorkers().catch((error: Error) =>
        log.warn({ reason: error.message }, 'dead workers could not be looked for'),
      );
      await sleep(heartbeatMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
    }
    client?.release(true);
  }

  const stopped = checkUntilStopped();
  return {
    add: (id) => ours.add(id),
    async stop() {
      stopping.abort();
      await stopped;
    },
  };
}
