import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, type Runner, run, type TaskList, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import type { BaseLogger } from 'pino';
import { runInShare } from '../database/shares.ts';
import { FORMER_JOB_NAMES } from './former-job-names.ts';
import type { Job } from './job.ts';
import { watchFetching } from './watch-fetching.ts';
import { type WorkerPresence, watchWorkers } from './worker-presence.ts';

/** Less than the ten seconds that a stopping node has in total. */
const STOP_TIMEOUT_MS = 8_000;
const RESTART_PAUSE_MS = 2_000;
const KILLED_MS = 1_000;

export interface WorkerServices {
  pool: pg.Pool;
  log: BaseLogger;
}

export interface WorkersOptions {
  concurrency: number;
  /** Milliseconds between checks for dead workers. Default 5000. */
  heartbeatMs?: number;
}

export interface Workers {
  /** Stops accepting jobs and finishes those running; jobs that take too long are retried later. */
  stop(): Promise<void>;
}

/** The workers and everything that their jobs do use the share of jobs. */
export function startWorkers<S extends WorkerServices>(
  services: S,
  jobs: readonly Job<NoInfer<S>>[],
  options: WorkersOptions,
): Promise<Workers> {
  return runInShare('jobs', () => startRunner(services, jobs, options));
}

async function startRunner<S extends WorkerServices>(
  services: S,
  jobs: readonly Job<S>[],
  { concurrency, heartbeatMs = 5_000 }: WorkersOptions,
): Promise<Workers> {
  const { pool, log } = services;
  const presence = watchWorkers(pool, log, heartbeatMs);
  const start = () => {
    const events = listen(presence, log);
    watchFetching(events, {
      pool,
      onStuck(error) {
        log.error({ reason: (error as Error).message }, 'the job workers get no jobs although the database answers');
        runner.stop().catch(() => {});
      },
    });
    return run({
      pgPool: pool,
      taskList: toTaskList(services, jobs),
      parsedCronItems: [],
      concurrency,
      noHandleSignals: true,
      logger: new Logger(() => (level, message) => log.debug({ level, said: message }, 'queue')),
      events,
    });
  };
  let runner = await start();
  let isStopping = false;

  // The runner exits when one of its workers breaks, for example when the database restarts.
  async function superviseRunner(): Promise<void> {
    while (!isStopping) {
      const reason = await runner.promise.then(
        () => undefined,
        (error: Error) => error.message,
      );
      if (isStopping) return;
      log.error({ reason }, 'the job workers ended and are started again');
      runner = await restart();
    }
  }

  async function restart(): Promise<Runner> {
    for (;;) {
      await sleep(RESTART_PAUSE_MS);
      try {
        return await start();
      } catch (error) {
        log.error({ reason: (error as Error).message }, 'the job workers could not be started');
        if (isStopping) return runner;
      }
    }
  }

  const supervised = superviseRunner();
  return {
    async stop() {
      isStopping = true;
      await stopRunner(runner);
      await presence.stop();
      // A runner that was killed under a job without end never settles.
      await Promise.race([supervised, sleep(KILLED_MS, undefined, { ref: false })]);
    },
  };
}

async function stopRunner(runner: Runner): Promise<void> {
  const stopped = runner.stop().catch(() => {});
  const late = AbortSignal.timeout(STOP_TIMEOUT_MS);
  const timeout = new Promise<'late'>((resolve) => late.addEventListener('abort', () => resolve('late')));
  if ((await Promise.race([stopped, timeout])) === 'late') await runner.kill().catch(() => {});
}

function toTaskList<S>(services: S, jobs: readonly Job<S>[]): TaskList {
  const formerNames = Object.groupBy(Object.keys(FORMER_JOB_NAMES), (former) => FORMER_JOB_NAMES[former] ?? '');
  return Object.fromEntries(
    jobs.flatMap((job) => {
      const run = (payload: unknown) => job.run(services, job.payload.parse(payload));
      return [job.name, ...(formerNames[job.name] ?? [])].map((name) => [name, run]);
    }),
  );
}

/** Payloads are not logged: an email's payload contains its code. */
function listen(presence: WorkerPresence, log: BaseLogger): WorkerEvents {
  const events: WorkerEvents = new EventEmitter();
  events.on('pool:create', ({ workerPool }) => presence.add(workerPool.id));
  events.on('job:start', ({ job }) => presence.started(String(job.id)));
  events.on('job:complete', ({ job }) => presence.ended(String(job.id)));
  events.on('job:error', ({ job, error }) => {
    const { id, task_identifier: name, attempts, max_attempts: maxAttempts } = job;
    if (attempts < maxAttempts)
      log.warn({ job: name, id, attempts, err: error }, 'a job failed and will be tried again');
  });
  events.on('job:failed', ({ job, error }) => {
    const { id, task_identifier: name, attempts } = job;
    log.error({ job: name, id, attempts, err: error }, 'a job failed for good: dead letter');
  });
  return events;
}
