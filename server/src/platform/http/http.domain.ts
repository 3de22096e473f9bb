import { defineDomain } from '../domain/domain.ts';
import { sweepIdempotencyKeys } from './idempotency.job.ts';

export const http = defineDomain({
  name: 'http',
  periodicJobs: [{ job: sweepIdempotencyKeys, everySeconds: 3600 }],
});
