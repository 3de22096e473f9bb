import { defineDomain } from '../../platform/domain/domain.ts';
import { countLargePage } from './count-large-page.job.ts';
import { exportFollowsOf } from './export-follows.public.ts';
import { eraseFollows, onAdEventForFollowers, removeFollows } from './follows.public.ts';
import { registerFollows } from './follows.routes.ts';
import { notifyFollowersOfAd } from './notify-followers-of-ad.job.ts';
import { recountLargePages } from './recount-large-pages.job.ts';

export const follows = defineDomain({
  name: 'follows',
  share: 'market',
  routes: registerFollows,
  jobs: [countLargePage, notifyFollowersOfAd],
  periodicJobs: [{ job: recountLargePages, everySeconds: 600 }],
  on: {
    'relationship.ended': (_, tx, { userId, otherId }) => removeFollows(tx, userId, otherId),
    'ads.changed': (services, tx, { changes }) => onAdEventForFollowers(services, tx, changes),
  },
  userData: { erase: eraseFollows, exports: { subscriptions: exportFollowsOf } },
});
