import { IMAGE_SRC_WIDTH, imageUrl } from '@app/contract/files/media';
import type { ModerationTarget } from '../../../trust/moderation/moderation-target.public.ts';
import { findAd, lockAd } from '../ads.queries.ts';
import { adText } from './ad-text.ts';
import { approveHeldAd, blockAd, holdForReviewOnComplaints, unblockAd } from './review.ts';

export const adModerationTarget: ModerationTarget = {
  async find({ db }, id) {
    const ad = await findAd(db, id);
    if (ad === undefined) return undefined;
    const photos = await db
      .selectFrom('ad_photos')
      .innerJoin('media_images as image', 'image.id', 'ad_photos.image_id')
      .select('image.base_key')
      .where('ad_photos.ad_id', '=', id)
      .orderBy('ad_photos.position')
      .execute();
    return {
      title: ad.title,
      text: adText(ad),
      link: `/ad/${id}`,
      photos: photos.map(({ base_key }) => imageUrl(base_key, IMAGE_SRC_WIDTH.photo)),
      ad_kind: ad.kind,
      state: ad.blocked_at !== null ? 'hidden' : ad.held_at !== null ? 'held' : 'shown',
    };
  },
  async lock(tx, id) {
    await lockAd(tx, id);
  },
  async holdForReview(services, tx, id) {
    const ad = await lockAd(tx, id);
    if (ad === undefined || ad.held_at !== null || ad.blocked_at !== null || ad.archived_at !== null) return false;
    await holdForReviewOnComplaints(services, tx, ad);
    return true;
  },
  async hide(services, tx, id, { reason }) {
    const ad = await lockAd(tx, id);
    // Another staff member has already taken the ad down.
    if (ad === undefined || ad.blocked_at !== null) return false;
    await blockAd(services, tx, ad, reason);
    return true;
  },
  async release(services, tx, id) {
    const ad = await lockAd(tx, id);
    if (ad?.held_at != null && ad.blocked_at === null) await approveHeldAd(services, tx, ad);
  },
  async restore(services, tx, id) {
    const ad = await lockAd(tx, id);
    if (ad?.blocked_at != null) await unblockAd(services, tx, ad);
  },
};
