import type { Job } from '../queue/job.ts';
import { SPAN_KIND, type Tracer } from './tracer.ts';

/** The same jobs, each run in a trace of its own. */
export function traceJobs<S>(jobs: readonly Job<S>[], tracer: Tracer): readonly Job<S>[] {
  return jobs.map((job) => ({
    ...job,
    run: async (services, payload) => {
      const attributes = { 'messaging.system': 'graphile_worker', 'messaging.destination.name': job.name };
      const span = tracer.startRoot({ name: job.name, kind: SPAN_KIND.consumer, attributes });
      let hasFailed = true;
      try {
        await tracer.run(span, () => job.run(services, payload));
        hasFailed = false;
      } finally {
        tracer.end(span, { hasFailed });
      }
    },
  }));
}
