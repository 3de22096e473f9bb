import type { Board } from '@app/contract/ads';
import type { SignedInViewer } from '../platform/viewer.ts';
import type { Services } from '../services.ts';
import { requireOwn } from './ad-photos.ts';
import { lockAd, updateAd } from './ads.queries.ts';
import { getAd } from './show-ad.ts';

/** Into the archive, where an ad waits to be erased. Once there it keeps its first day: archiving again gains no time. */
export async function archiveAd(
  { db, clock, publicCache }: Services,
  viewer: SignedInViewer,
  id: number,
): Promise<{ board_id: number }> {
  await db.transaction().execute(async (tx) => {
    const ad = requireOwn(viewer, await lockAd(tx, id));
    if (ad.archived_at === null) await updateAd(tx, id, { archived_at: clock() });
  });
  publicCache.invalidate();
  return { board_id: id };
}

/** Out of the archive, as enabled or disabled as it went in. */
export async function restoreAd(services: Services, viewer: SignedInViewer, id: number): Promise<Board> {
  await services.db.transaction().execute(async (tx) => {
    requireOwn(viewer, await lockAd(tx, id));
    await updateAd(tx, id, { archived_at: null });
  });
  services.publicCache.invalidate();
  return getAd(services, viewer, id);
}
