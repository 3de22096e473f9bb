import { Logger, runMigrations } from 'graphile-worker';
import { type QueryExecutorProvider, sql } from 'kysely';
import type pg from 'pg';
import type { BaseLogger } from 'pino';
import type { z } from 'zod';
import type { JobKind } from './job.ts';

export interface AddOptions {
  /** A job with this key that still waits is replaced: one run instead of two, with the newest payload. */
  key?: string;
  /** Not before this moment. Default: at once. */
  runAt?: Date;
  /** Smaller numbers run first. Default 0. */
  priority?: number;
  /** Jobs of one lane run one after the other, whatever the number of workers. */
  lane?: string;
}

interface JobToAdd<P extends z.ZodType> extends Pick<AddOptions, 'runAt'> {
  payload: z.input<P>;
  key?: string | undefined;
}

/** The timer of a job that repeats; it keeps no process alive. */
export interface JobTimer {
  stop(): void;
}

export interface Queue {
  /** Queue a job as part of the caller's transaction: it runs once that commits, and never if it does not. */
  add<P extends z.ZodType>(
    db: QueryExecutorProvider,
    job: JobKind<P>,
    payload: z.input<P>,
    options?: AddOptions,
  ): Promise<void>;
  /** Queue a job for each payload with one query; keys as in {@link AddOptions}. */
  addAll<P extends z.ZodType>(db: QueryExecutorProvider, job: JobKind<P>, jobs: readonly JobToAdd<P>[]): Promise<void>;
  /**
   * Run a job again and again. Every node may ask for the same one: it runs once per period, on any of them.
   * The first run comes at the end of the current period.
   */
  every<P extends z.ZodType>(periodMs: number, job: JobKind<P>, payload: z.input<P>): JobTimer;
}

interface QueueServices {
  db: QueryExecutorProvider;
  log: BaseLogger;
}

export function createQueue({ db, log }: QueueServices): Queue {
  // One after the other: all of them at once, at the start, would take every connection from the workers.
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

/** Validates now, while the caller can still be told; stores what was given, for `run` to parse again. */
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
 * One key and one moment for all nodes: the end of the current period by the database's clock.
 *
 * The job's own queue keeps a slow run from overlapping the next one.
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

/** Jobs that failed on their last try and wait for a person to look. */
export async function countDeadJobs(pool: pg.Pool): Promise<number> {
  const { rows } = await pool.query<{ count: number }>(
    'select count(*) as count from graphile_worker.jobs where attempts >= max_attempts and locked_at is null',
  );
  return rows[0]?.count ?? 0;
}

/** Make or renew the queue's own tables. Nodes that start at once agree on it among themselves. */
export async function prepareQueue(pool: pg.Pool): Promise<void> {
  await runMigrations({ pgPool: pool, logger: new Logger(() => () => {}) });
}
