import { z } from 'zod';
import type { Services } from '../../platform/domain/services.ts';
import { defineJob } from '../../platform/queue/job.ts';
import { aggregateDailyCounts, aggregateDailyGauges, aggregateDailyPeaks } from './daily-metrics.queries.ts';
import { measureGauges } from './measure-gauges.public.ts';

export const aggregateDailyMetrics = defineJob({
  name: 'aggregate-daily-metrics',
  payload: z.object({}),
  run: async (services: Services) => {
    const now = services.clock();
    await aggregateDailyCounts(services.db, now);
    await aggregateDailyPeaks(services.db, now);
    await aggregateDailyGauges(services.db, now, await measureGauges(services));
  },
});
