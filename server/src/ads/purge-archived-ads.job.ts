import { AD_ARCHIVE_DAYS } from '@app/contract/ads';
import { z } from 'zod';
import { releaseImages } from '../media/media.public.ts';
import { defineJob } from '../platform/queue/job.ts';
import type { Services } from '../services.ts';
import { deleteAds, listUnusedImages, lockArchivedBefore } from './ads.queries.ts';

const BATCH = 500;
const DAY_MS = 24 * 60 * 60 * 1000;

/** Erase ads whose time in the archive is over, and let go of their pictures. */
export const purgeArchivedAds = defineJob({
  name: 'purge-archived-ads',
  payload: z.object({}),
  run: async ({ db, clock }: Services) => {
    const before = new Date(clock().getTime() - AD_ARCHIVE_DAYS * DAY_MS);
    for (let erased = BATCH; erased === BATCH; ) {
      erased = await db.transaction().execute(async (tx) => {
        const ids = await lockArchivedBefore(tx, before, BATCH);
        const images = await deleteAds(tx, ids);
        await releaseImages(tx, await listUnusedImages(tx, images));
        return ids.length;
      });
    }
  },
});
