import { z } from 'zod';
import type { Tx } from '../../../platform/database/tables.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { defineJob } from '../../../platform/queue/job.ts';
import { lockDealtAd } from '../../ads/lifecycle/deal-marks.public.ts';
import { drawNext } from './draw-next.ts';
import { findDraw, listDueDraws, updateDraw } from './draws.queries.ts';

const BATCH = 100;

/** Makes the draws whose time has come. That of an ad that is not on offer now waits for its owner. */
export const drawDue = defineJob({
  name: 'draw-due',
  payload: z.object({}),
  run: async (services: Services) => {
    const { db, publicCache } = services;
    const now = services.clock();
    const due = await listDueDraws(db, now, BATCH);
    const failures: unknown[] = [];
    for (const adId of due)
      await db
        .transaction()
        .execute((tx) => draw(services, tx, adId, now))
        .catch((error: unknown) => failures.push(error));
    if (due.length > 0) publicCache.invalidate();
    // One that fails keeps no other from being made.
    if (failures.length > 0) throw new AggregateError(failures, 'draws failed');
  },
});

async function draw(services: Services, tx: Tx, adId: number, now: Date): Promise<void> {
  const ad = await lockDealtAd(tx, adId);
  const found = await findDraw(tx, adId);
  if (ad === undefined || found?.draw_at == null || found.draw_at > now || found.drawn_at !== null) return;
  if (ad.isOnOffer && ad.kind === 'give') await drawNext(services, tx, ad);
  // Also where nobody could be drawn, so that the job does not come back to the draw.
  await updateDraw(tx, adId, { draw_at: null });
}
