import { AD_ARCHIVE_DAYS } from '@app/contract/market/ads';
import { z } from 'zod';
import { releaseImages } from '../../../files/media/media.public.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { defineJob } from '../../../platform/queue/job.ts';
import { emitAdEvents } from '../ad-events.public.ts';
import { deleteAds, listUnusedImages, lockArchivedBefore } from '../ads.queries.ts';
import { DAY_MS } from './ad-expiry.ts';

const BATCH = 500;

export const purgeArchivedAds = defineJob({
  name: 'purge-archived-ads',
  payload: z.object({}),
  run: async (services: Services) => {
    const { db, clock } = services;
    const before = new Date(clock().getTime() - AD_ARCHIVE_DAYS * DAY_MS);
    for (let erased = BATCH; erased === BATCH; ) {
      erased = await db.transaction().execute(async (tx) => {
        const ads = await lockArchivedBefore(tx, before, BATCH);
        await emitAdEvents(
          services,
          tx,
          ads.map(({ id, owner_id }) => ({ kind: 'erased', adId: id, ownerId: owner_id })),
        );
        const images = await deleteAds(
          tx,
          ads.map(({ id }) => id),
        );
        await releaseImages(tx, await listUnusedImages(tx, images));
        return ads.length;
      });
    }
  },
});
