import { z } from 'zod';
import { defineJob } from '../../platform/queue/job.ts';
import type { Services } from '../../platform/services.ts';
import { foldCounts, foldMoments } from './daily-figures.queries.ts';
import { measureNow } from './measure-now.public.ts';

/** Counts the days for the dashboard, and keeps the highest of what can only be seen while it lasts. May be run twice. */
export const foldDailyFigures = defineJob({
  name: 'fold-daily-figures',
  payload: z.object({}),
  run: async (services: Pick<Services, 'db' | 'clock' | 'mediaRooms'>) => {
    const now = services.clock();
    await foldCounts(services.db, now);
    await foldMoments(services.db, now, await measureNow(services));
  },
});
