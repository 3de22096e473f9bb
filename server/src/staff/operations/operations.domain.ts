import { defineDomain } from '../../platform/domain.ts';
import { foldDailyFigures } from './fold-daily-figures.job.ts';
import { registerOperations } from './operations.routes.ts';

export const operations = defineDomain({
  name: 'operations',
  routes: registerOperations,
  jobs: [foldDailyFigures],
  periodicJobs: [{ job: foldDailyFigures, everySeconds: 300 }],
});
