import { z } from 'zod';
import { holdAccount } from '../../people/users/accounts.public.ts';
import { defineJob } from '../../platform/queue/job.ts';
import type { Services } from '../../platform/services.ts';
import { endMeasure, holdMeasure } from './end-measure.ts';

const BATCH = 100;

/** Measures whose date has come end, and their people are told. */
export const settleMeasures = defineJob({
  name: 'settle-measures',
  payload: z.object({}),
  run: async (services: Services) => {
    const { db, clock, publicCache } = services;
    const due = await db
      .selectFrom('measures')
      .select(['id', 'user_id'])
      .where('ended_at', 'is', null)
      .where('until_at', '<=', clock())
      .orderBy('until_at')
      .limit(BATCH)
      .execute();
    for (const { id, user_id } of due) {
      await db.transaction().execute(async (tx) => {
        await holdAccount(tx, user_id);
        const measure = await holdMeasure(tx, id);
        if (measure === undefined || measure.ended_at !== null) return;
        await endMeasure(services, tx, measure, { what: 'over', answer: '', by: null });
      });
    }
    if (due.length > 0) publicCache.invalidate();
  },
});
