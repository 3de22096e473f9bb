import { releaseImages } from '../../../files/media/media.public.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { Failure } from '../../../platform/failure.ts';
import type { SignedInViewer } from '../../../platform/http/viewer.ts';
import { emitAdEvents } from '../ad-events.public.ts';
import { requireOwn } from '../ad-photos.ts';
import { deleteAds, listUnusedImages, lockAd } from '../ads.queries.ts';
import { auditAdChange } from './audit-ad-change.ts';

/** Deletes an ad at once, with all that belongs to it. What staff decide about stays until it is purged. */
export async function eraseAd(services: Services, viewer: SignedInViewer, id: number): Promise<{ board_id: number }> {
  await services.db.transaction().execute(async (tx) => {
    const ad = requireOwn(viewer, await lockAd(tx, id));
    if (ad.blocked_at !== null || ad.held_at !== null) throw new Failure('forbidden', { text: 'errors.ad_in_review' });
    await emitAdEvents(services, tx, [{ kind: 'erased', adId: id, ownerId: ad.owner_id }]);
    await releaseImages(tx, await listUnusedImages(tx, await deleteAds(tx, [id])));
    await auditAdChange(services, tx, viewer, ad, { erased: true });
  });
  services.publicCache.invalidate();
  return { board_id: id };
}
