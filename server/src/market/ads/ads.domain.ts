import { defineDomain } from '../../platform/domain.ts';
import { forgetAdVisitor } from './ads.public.ts';
import { registerAdSocket } from './ads.realtime.ts';
import { registerAds } from './ads.routes.ts';
import { ADS_OF_REFERENCE } from './ads-of-reference.public.ts';
import { dropAttributeValues } from './drop-attribute-values.job.ts';
import { exportAdsOf } from './export-ads.public.ts';
import { registerAdLife } from './lifecycle/ad-life.routes.ts';
import { expireAds } from './lifecycle/expire-ads.job.ts';
import { purgeArchivedAds } from './lifecycle/purge-archived-ads.job.ts';
import { moderatedAd } from './review/moderated-ad.public.ts';
import { registerReview } from './review/review.routes.ts';
import { registerAdSearch } from './search/ad-search.routes.ts';
import { foldAdCounts } from './search/fold-ad-counts.job.ts';
import { forgetOldVisits } from './visits/forget-old-visits.job.ts';

export const ads = defineDomain({
  name: 'ads',
  routes: [registerAds, registerAdSearch, registerAdLife, registerReview, registerAdSocket],
  jobs: [foldAdCounts, dropAttributeValues, expireAds, forgetOldVisits, purgeArchivedAds],
  periodicJobs: [
    { job: foldAdCounts, everySeconds: 5 },
    { job: expireAds, everySeconds: 600 },
    { job: forgetOldVisits, everySeconds: 3600 },
    { job: purgeArchivedAds, everySeconds: 3600 },
  ],
  userData: { erase: forgetAdVisitor, exports: { ads: exportAdsOf } },
  moderationTargets: { ad: moderatedAd },
  referenceUses: [ADS_OF_REFERENCE],
});
