import type { WorkerEvents } from 'graphile-worker';
import type pg from 'pg';

/** Four workers that ask every two seconds fail as often within a few seconds. */
const FAILURES_MAX = 5;

interface FetchingParts {
  pool: pg.Pool;
  /** The last error of the workers. Called while no job runs. */
  onStuck(error: unknown): void;
}

/**
 * Notices workers that cannot get jobs although the database answers.
 *
 * graphile-worker reads the identifiers of its tasks once. When that fails, as it does when no connection is free in time,
 * it keeps the failure, and no worker of the runner ever gets a job.
 */
export function watchFetching(events: WorkerEvents, { pool, onStuck }: FetchingParts): void {
  let failures = 0;
  let running = 0;
  let isChecking = false;
  const onFetched = () => {
    failures = 0;
  };
  events.on('worker:getJob:empty', onFetched);
  events.on('job:start', () => {
    onFetched();
    running += 1;
  });
  events.on('job:complete', () => {
    running -= 1;
  });
  events.on('worker:getJob:error', ({ error }) => {
    failures += 1;
    if (failures < FAILURES_MAX || running > 0 || isChecking) return;
    isChecking = true;
    pool
      .query('select 1')
      .then(
        () => {
          if (failures >= FAILURES_MAX) onStuck(error);
        },
        // The database is away: the workers ask on.
        () => {},
      )
      .finally(() => {
        isChecking = false;
      });
  });
}
