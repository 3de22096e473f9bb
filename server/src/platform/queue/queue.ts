import { Logger, runMigrations } from 'graphile-worker';
import { type QueryExecutorProvider, sql } from 'kysely';
import type pg from 'pg';
import type { BaseLogger } from 'pino';
import type { z } from 'zod';
import type { JobKind } from './job.ts';

export interface AddOptions {
  /** A waiting job with this key is replaced: one run with the newest payload. */
  key?: string;
  runAt?: Date;
  priority?: number;
  /** Jobs of one lane run sequentially, whatever the number of workers. */
  lane?: string;
}

interface JobToAdd<P extends z.ZodType> extends Pick<AddOptions, 'runAt'> {
  payload: z.input<P>;
  key?: string | undefined;
}

/** Timer of a periodic job; it does not keep the process alive. */
export interface JobTimer {
  stop(): void;
}

export interface Queue {
  /** Queues a job within the caller's transaction: it runs only if that commits. */
  add<P extends z.ZodType>(
    db: QueryExecutorProvider,
    job: JobKind<P>,
    payload: z.input<P>,
    options?: AddOptions,
  ): Promise<void>;
  /** Queues one job per payload with a single query; keys as in {@link AddOptions}. */
  addAll<P extends z.ZodType>(db: QueryExecutorProvider, job: JobKind<P>, jobs: readonly JobToAdd<P>[]): Promise<void>;
  /**
   * Runs a job periodically. Every node may register the same job: it runs once per period, on any node. The first run
   * is at the end of the current period.
   */
  every<P extends z.ZodType>(periodMs: number, job: JobKind<P>, payload: z.input<P>): JobTimer;
}

export function createQueue({ db, log }: { db: QueryExecutorProvider; log: BaseLogger }): Queue {
  let ticking = Promise.resolve();
  return {
    add: async (executor, job, payload, options = {}) => {
      await addJob(executor, job, payload, options);
    },
    addAll: addJobs,
    every: (periodMs, job, payload) => {
      const tick = () => {
        ticking = ticking
          .then(() => (isStopped ? undefined : addPeriodicJob(db, job, payload, periodMs)))
          .catch((error: Error) =>
            log.error({ job: job.name, reason: error.message }, 'a periodic job could not be queued'),
          );
      };
      let isStopped = false;
      const timer = setInterval(tick, periodMs).unref();
      tick();
      return {
        stop: () => {
          isStopped = true;
          clearInterval(timer);
        },
      };
    },
  };
}

/** Validates the payload early; stores the input, which `run` parses again. */
function encodePayload<P extends z.ZodType>(job: JobKind<P>, payload: z.input<P>): string {
  job.payload.parse(payload);
  return JSON.stringify(payload);
}

async function addJob<P extends z.ZodType>(
  db: QueryExecutorProvider,
  job: JobKind<P>,
  payload: z.input<P>,
  { key, runAt, priority, lane }: AddOptions,
): Promise<void> {
  await sql`
    select from graphile_worker.add_job(
      ${job.name}::text,
      payload => ${encodePayload(job, payload)}::json,
      queue_name => ${lane ?? null}::text,
      run_at => ${runAt ?? null}::timestamptz,
      max_attempts => ${job.maxAttempts}::int,
      job_key => ${key === undefined ? null : `${job.name}:${key}`}::text,
      priority => ${priority ?? null}::int
    )`.execute(db);
}

async function addJobs<P extends z.ZodType>(
  db: QueryExecutorProvider,
  job: JobKind<P>,
  jobs: readonly JobToAdd<P>[],
): Promise<void> {
  if (jobs.length === 0) return;
  const payloads = jobs.map(({ payload }) => encodePayload(job, payload));
  const keys = jobs.map(({ key }) => (key === undefined ? null : `${job.name}:${key}`));
  const runTimes = jobs.map(({ runAt }) => runAt?.toISOString() ?? null);
  await sql`
    select count(*) from graphile_worker.add_jobs(array(
      select (${job.name}::text, payload::json, null, moment, ${job.maxAttempts}::smallint, key, null, null)::graphile_worker.job_spec
      from unnest(${payloads}::text[], ${keys}::text[], ${runTimes}::timestamptz[]) as given (payload, key, moment)
    ))`.execute(db);
}

/**
 * The key and time are the same on all nodes: the end of the current period by the database's clock.
 *
 * The job's own lane prevents a slow run from overlapping the next one.
 */
async function addPeriodicJob<P extends z.ZodType>(
  db: QueryExecutorProvider,
  job: JobKind<P>,
  payload: z.input<P>,
  periodMs: number,
): Promise<void> {
  const seconds = periodMs / 1000;
  await sql`
    select from graphile_worker.add_job(
      ${job.name}::text,
      payload => ${encodePayload(job, payload)}::json,
      queue_name => ${job.name}::text,
      run_at => to_timestamp((floor(extract(epoch from now()) / ${seconds}) + 1) * ${seconds}),
      max_attempts => ${job.maxAttempts}::int,
      job_key => ${`${job.name}:every`}::text,
      job_key_mode => 'preserve_run_at'
    )`.execute(db);
}

export async function countDeadJobs(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*) as count from graphile_worker.jobs where attempts >= max_attempts and locked_at is null',
  );
  return rows[0]?.count ?? 0;
}

/** Creates or migrates the queue's tables. Concurrent starts are safe. */
export async function prepareQueue(pool: pg.Pool): Promise<void> {
  await runMigrations({ pgPool: pool, logger: new Logger(() => () => {}) });
}
