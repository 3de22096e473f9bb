import { z } from 'zod';
import { defineJob } from '../../platform/queue/job.ts';
import type { Services } from '../../platform/services.ts';
import { aggregateDailyCounts, aggregateDailyGauges } from './daily-metrics.queries.ts';
import { measureGauges } from './measure-gauges.public.ts';

export const aggregateDailyMetrics = defineJob({
  name: 'fold-daily-figures',
  payload: z.object({}),
  run: async (services: Pick<Services, 'db' | 'clock' | 'mediaRooms'>) => {
    const now = services.clock();
    await aggregateDailyCounts(services.db, now);
    await aggregateDailyGauges(services.db, now, await measureGauges(services));
  },
});
