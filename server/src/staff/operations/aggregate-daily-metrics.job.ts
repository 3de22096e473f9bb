import { z } from 'zod';
import type { Services } from '../../platform/domain/services.ts';
import { defineJob } from '../../platform/queue/job.ts';
import {
  aggregateDailyCounts,
  aggregateDailyGauges,
  aggregateDailyPeaks,
  areEarlierDaysCounted,
} from './daily-metrics.queries.ts';
import { measureGauges } from './measure-gauges.public.ts';

/** Yesterday's late rows are counted soon; those of other days wait for the night. */
const RECENT_DAYS = 2;
/** Retention cohorts change for a month, and days before the introduction of the metrics are counted too. */
const ALL_DAYS = 92;

export const aggregateDailyMetrics = defineJob({
  name: 'aggregate-daily-metrics',
  payload: z.object({}),
  run: async (services: Services) => {
    const now = services.clock();
    const isFirst = !(await areEarlierDaysCounted(services.db, now, RECENT_DAYS));
    await aggregateDailyCounts(services.db, now, isFirst ? ALL_DAYS : RECENT_DAYS);
    await aggregateDailyPeaks(services.db, now);
    await aggregateDailyGauges(services.db, now, await measureGauges(services));
  },
});

/** Recounts months, which reads all people and ads of that time: once a day is enough. */
export const recountDailyMetrics = defineJob({
  name: 'recount-daily-metrics',
  payload: z.object({}),
  run: ({ db, clock }: Services) => aggregateDailyCounts(db, clock(), ALL_DAYS),
});
