import { defineDomain } from '../../platform/domain/domain.ts';
import { aggregateDailyMetrics, recountDailyMetrics } from './aggregate-daily-metrics.job.ts';
import { registerOperations } from './operations.routes.ts';
import { watchOperations } from './watch-operations.job.ts';

export const operations = defineDomain({
  name: 'operations',
  routes: registerOperations,
  periodicJobs: [
    { job: aggregateDailyMetrics, everySeconds: 300 },
    { job: recountDailyMetrics, everySeconds: 86_400 },
    { job: watchOperations, everySeconds: 180 },
  ],
});
