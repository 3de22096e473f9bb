import { z } from 'zod';
import type { Tx } from '../../../platform/database/tables.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { defineJob } from '../../../platform/queue/job.ts';
import { AD_SNAPSHOT_COLUMNS, emitAdChanges } from './emit-ad-change.ts';

const BATCH = 200;

/** Opens ads to everybody whose circle was shown them first for long enough. */
export const openAds = defineJob({
  name: 'open-ads',
  payload: z.object({}),
  run: async (services: Services) => {
    for (let opened = BATCH; opened === BATCH; ) {
      opened = await services.db.transaction().execute((tx) => openBatch(services, tx));
      if (opened > 0) services.publicCache.invalidate();
    }
  },
});

/** Served by ads_opening; other nodes skip the locked ads. */
async function openBatch(services: Services, tx: Tx): Promise<number> {
  const ads = await tx
    .selectFrom('ads')
    .select(['id', ...AD_SNAPSHOT_COLUMNS])
    .where('opens_at', '<=', services.clock())
    .orderBy('opens_at')
    .limit(BATCH)
    .forUpdate()
    .skipLocked()
    .execute();
  if (ads.length === 0) return 0;
  const ids = ads.map(({ id }) => id);
  await tx
    .updateTable('ads')
    .set(({ eb }) => ({ audience: 'all', circle_first: false, opens_at: null, revision: eb('revision', '+', 1) }))
    .where('id', 'in', ids)
    .execute();
  await emitAdChanges(services, tx, new Map(ads.map((ad) => [ad.id, ad])), ids);
  return ads.length;
}
