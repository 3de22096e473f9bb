import { runInShare } from './platform/database/shares.ts';
import { listDomains } from './platform/domain/domain.ts';
import type { Services } from './platform/domain/services.ts';
import type { Job } from './platform/queue/job.ts';

export const listJobs = (): readonly Job<Services>[] =>
  listDomains().flatMap(({ jobs = [], periodicJobs = [] }) => [...jobs, ...periodicJobs.map(({ job }) => job)]);

/** Starts the periodic jobs; each runs on one node per period. */
export function startPeriodicJobs({ queue }: Services): { stop(): void } {
  const timers = listDomains().flatMap(({ periodicJobs = [] }) =>
    periodicJobs.map(({ job, everySeconds }) => runInShare('jobs', () => queue.every(everySeconds * 1000, job, {}))),
  );
  return { stop: () => timers.forEach((timer) => void timer.stop()) };
}
