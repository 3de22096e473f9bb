import { listDomains } from './platform/domain.ts';
import type { Job } from './platform/queue/job.ts';
import type { Services } from './platform/services.ts';

/** Every domain's jobs. */
export const listJobs = (): readonly Job<Services>[] => listDomains().flatMap(({ jobs = [] }) => jobs);

/** Starts what runs by the clock, on one node per period. */
export function startPeriodicJobs({ queue }: Services): { stop(): void } {
  const timers = listDomains().flatMap(({ periodicJobs = [] }) =>
    periodicJobs.map(({ job, everySeconds }) => queue.every(everySeconds * 1000, job, {})),
  );
  return { stop: () => timers.forEach((timer) => void timer.stop()) };
}
