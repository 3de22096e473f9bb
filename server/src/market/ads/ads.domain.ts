import { sql } from 'kysely';
import { defineDomain } from '../../platform/domain/domain.ts';
import { adIsHereFor } from './ads.policy.ts';
import { eraseAdVisits, eraseUserAds, setUserAdsHidden } from './ads.public.ts';
import { registerAdSocket } from './ads.realtime.ts';
import { registerAds } from './ads.routes.ts';
import { ADS_OF_REFERENCE } from './ads-of-reference.public.ts';
import { deleteAttributeValues } from './attributes/delete-attribute-values.job.ts';
import { exportAdsOf } from './export/export-ads.public.ts';
import { runFeed } from './feeds/run-feed.job.ts';
import { registerSellerFeeds } from './feeds/seller-feeds.routes.ts';
import { registerAdLifecycle } from './lifecycle/ad-lifecycle.routes.ts';
import { expireAds } from './lifecycle/expire-ads.job.ts';
import { openAds } from './lifecycle/open-ads.job.ts';
import { purgeArchivedAds } from './lifecycle/purge-archived-ads.job.ts';
import { registerMapTiles } from './map/map-tiles.routes.ts';
import { registerOwnAds } from './own/own-ads.routes.ts';
import { adModerationTarget } from './review/ad-moderation-target.public.ts';
import { findComplainedAd } from './review/complaint-target.ts';
import { registerReview } from './review/review.routes.ts';
import { registerAdSearch } from './search/ad-search.routes.ts';
import { applyAdCountDeltas } from './search/apply-ad-count-deltas.job.ts';
import { purgeOldVisits } from './visits/purge-old-visits.job.ts';

export const ads = defineDomain({
  name: 'ads',
  share: 'market',
  routes: [
    registerAds,
    registerAdSearch,
    registerMapTiles,
    registerAdLifecycle,
    registerReview,
    registerOwnAds,
    registerSellerFeeds,
    registerAdSocket,
  ],
  jobs: [deleteAttributeValues, runFeed],
  periodicJobs: [
    { job: applyAdCountDeltas, everySeconds: 5 },
    { job: expireAds, everySeconds: 600 },
    { job: openAds, everySeconds: 20 },
    { job: purgeOldVisits, everySeconds: 3600 },
    { job: purgeArchivedAds, everySeconds: 3600 },
  ],
  on: {
    'user.visibilityChanged': (services, tx, { userId, isHidden }) => setUserAdsHidden(services, tx, userId, isHidden),
    'attribute.deleted': ({ queue }, tx, { attributeId }) =>
      queue.add(tx, deleteAttributeValues, { attribute_id: attributeId }),
    'user.erasing': (services, tx, { userId }) => eraseUserAds(services, tx, userId),
  },
  complaintTargets: { board_id: findComplainedAd },
  userData: { erase: eraseAdVisits, exports: { ads: exportAdsOf } },
  moderationTargets: { ad: adModerationTarget },
  imageHolders: [
    { joins: sql`join ad_photos p on p.image_id = m.id join ads a on a.id = p.ad_id`, isShownTo: adIsHereFor },
  ],
  referenceUses: [ADS_OF_REFERENCE],
});
