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

/** What our workers lock; the answer to a worker that asked for a job may have been lost with its connection. */
const OWN_JOBS = `
  select id from graphile_worker.jobs
  where locked_by = any($1) and locked_at < now() - make_interval(secs => $2)`;

const FREE_OWN_JOBS = `
  with freed as (
    update graphile_worker._private_jobs set locked_by = null, locked_at = null
    where id = any($1) and locked_by = any($2)
    returning job_queue_id)
  update graphile_worker._private_job_queues set locked_by = null, locked_at = null
  where id in (select job_queue_id from freed)`;

const LOCKED_JOBS = 'select from graphile_worker.jobs where locked_by = any($1) limit 1';

/** Limit of the wait for finished jobs to be deleted, and the pause between two looks. */
const DELETE_TIMEOUT_MS = 1_500;
const DELETE_POLL_MS = 20;

export interface WorkerPresence {
  add(workerId: string): void;
  /** The worker knows of the job. */
  started(jobId: string): void;
  ended(jobId: string): void;
  /** Call after the workers stopped: returns once no job is locked by them, or after {@link DELETE_TIMEOUT_MS}. */
  stop(): Promise<void>;
}

/**
 * Detects workers that died while running a job and unlocks their jobs.
 *
 * The queue itself would wait four hours. Each process holds an advisory lock, which the database releases with the
 * connection; a job locked by a worker without such a lock is unlocked. So is one that a worker of this process locked and
 * does not know of: a database that fails or falls silent may have given it without being heard.
 */
export function watchWorkers(pool: pg.Pool, log: BaseLogger, heartbeatMs: number): WorkerPresence {
  const ours = new Set<string>();
  const lockedIds = new Set<string>();
  const busy = new Set<string>();
  // A new worker may lock a job just before the heartbeat that acquires its advisory lock.
  const graceMs = 2 * heartbeatMs;
  const stopping = new AbortController();
  let wake: () => void = () => {};
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
    const { rows } = await client.query<{ locked_by: string }>(DEAD_WORKERS, [graceMs / 1000]);
    if (rows.length > 0) {
      log.warn({ jobs: rows.length }, 'jobs of workers that died are run again');
      await client.query(FREE_JOBS, [rows.map((row) => row.locked_by)]);
    }
    await freeUnheardJobs(client);
  }

  async function freeUnheardJobs(connected: pg.PoolClient): Promise<void> {
    const { rows } = await connected.query<{ id: number }>(OWN_JOBS, [[...ours], graceMs / 1000]);
    const unheard = rows.map(({ id }) => id).filter((id) => !busy.has(String(id)));
    if (unheard.length === 0) return;
    log.warn({ jobs: unheard.length }, 'jobs that no worker was told of are run again');
    await connected.query(FREE_OWN_JOBS, [unheard, [...ours]]);
  }

  async function checkUntilStopped(): Promise<void> {
    while (!stopping.signal.aborted) {
      // Before the check, so that a worker that is added during it is seen at once.
      const added = new Promise<void>((resolve) => {
        wake = resolve;
      });
      await checkWorkers().catch((error: Error) =>
        log.warn({ reason: error.message }, 'dead workers could not be looked for'),
      );
      const pause = sleep(heartbeatMs, undefined, { signal: stopping.signal, ref: false }).catch(() => {});
      await Promise.race([pause, added]);
    }
    client?.release(true);
  }

  /**
   * graphile-worker does not wait for the DELETE of a job that it finished while it stopped. A node that ended before the
   * DELETE would leave the job to another node, which would run it a second time.
   */
  async function waitUntilDeleted(): Promise<void> {
    const deadline = Date.now() + DELETE_TIMEOUT_MS;
    while (Date.now() < deadline) {
      const { rowCount } = await pool.query(LOCKED_JOBS, [[...ours]]);
      if (rowCount === 0) return;
      await sleep(DELETE_POLL_MS);
    }
  }

  const stopped = checkUntilStopped();
  return {
    // At once: other nodes take a worker without its lock for dead.
    add(id) {
      ours.add(id);
      wake();
    },
    started: (id) => void busy.add(id),
    // Its row is deleted a moment later.
    ended: (id) => void setTimeout(() => busy.delete(id), graceMs).unref(),
    async stop() {
      await waitUntilDeleted().catch((error: Error) =>
        log.warn({ reason: error.message }, 'finished jobs could not be looked for'),
      );
      stopping.abort();
      await stopped;
    },
  };
}
