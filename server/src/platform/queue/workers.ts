import { EventEmitter } from 'node:events';
import { setTimeout as sleep } from 'node:timers/promises';
import { Logger, type Runner, run, type TaskList, type WorkerEvents } from 'graphile-worker';
import type pg from 'pg';
import type { BaseLogger } from 'pino';
import type { Job } from './job.ts';
import { type WorkerPresence, watchWorkers } from './worker-presence.ts';

/** Short of the ten seconds that a stopping node has in all. */
const STOP_TIMEOUT_MS = 8_000;
const RESTART_PAUSE_MS = 2_000;

export interface WorkerServices {
  pool: pg.Pool;
  log: BaseLogger;
}

export interface WorkersOptions {
  /** Jobs at a time in this process. */
  concurrency: number;
  /** How often to look for workers that died, in milliseconds. Default 5000. */
  heartbeatMs?: number;
}

export interface Workers {
  /** Take no new job, finish those under way; what takes too long is left to be tried again. */
  stop(): Promise<void>;
}

/** Run queued jobs in this process until stopped. */
export async function startWorkers<S extends WorkerServices>(
  services: S,
  jobs: readonly Job<NoInfer<S>>[],
  { concurrency, heartbeatMs = 5_000 }: WorkersOptions,
): Promise<Workers> {
  const { pool, log } = services;
  const presence = watchWorkers(pool, log, heartbeatMs);
  const start = () =>
    run({
      pgPool: pool,
      taskList: toTaskList(services, jobs),
      parsedCronItems: [],
      concurrency,
      noHandleSignals: true,
      logger: new Logger(() => (level, message) => log.debug({ level, said: message }, 'queue')),
      events: listen(presence, log),
    });
  let runner = await start();
  let isStopping = false;

  // The runner gives up when one of its workers breaks, as when the database restarts under it.
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
      await supervised;
    },
  };
}

async function stopRunner(runner: Runner): Promise<void> {
  const stopped = runner.stop().catch(() => {}); // Already stopped by itself, which is as good.
  const late = AbortSignal.timeout(STOP_TIMEOUT_MS);
  const timeout = new Promise<'late'>((resolve) => late.addEventListener('abort', () => resolve('late')));
  if ((await Promise.race([stopped, timeout])) === 'late') await runner.kill().catch(() => {});
}

function toTaskList<S>(services: S, jobs: readonly Job<S>[]): TaskList {
  return Object.fromEntries(
    jobs.map((job) => [job.name, (payload: unknown) => job.run(services, job.payload.parse(payload))]),
  );
}

/** Payloads stay out of the log: a letter's holds its code. */
function listen(presence: WorkerPresence, log: BaseLogger): WorkerEvents {
  const events: WorkerEvents = new EventEmitter();
  // Jobs are locked in the name of the pool, whichever of its workers runs them.
  events.on('pool:create', ({ workerPool }) => presence.add(workerPool.id));
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
