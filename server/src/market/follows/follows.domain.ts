import { defineDomain } from '../../platform/domain.ts';
import { announceAd } from './announce-ad.job.ts';
import { exportSubscriptionsOf } from './export-subscriptions.public.ts';
import { forgetFollowers } from './subscriptions.public.ts';
import { registerSubscriptions } from './subscriptions.routes.ts';

export const follows = defineDomain({
  name: 'follows',
  routes: registerSubscriptions,
  jobs: [announceAd],
  userData: { erase: forgetFollowers, exports: { subscriptions: exportSubscriptionsOf } },
});
