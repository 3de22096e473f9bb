import { defineDomain } from '../../platform/domain/domain.ts';
import { registerDeals } from './deals.routes.ts';
import { drawDue } from './draws/draw-due.job.ts';
import { registerDraws } from './draws/draws.routes.ts';
import { onAdMarked, onAdsArchived, onAdsErased } from './end-deal.ts';
import { eraseDeals } from './erase-deals.ts';
import { exportDealsOf } from './export-deals.public.ts';
import { registerLoans } from './loans/loans.routes.ts';
import { remindOfReturns } from './loans/remind-of-returns.job.ts';
import { advanceMeetings } from './meetings/advance-meetings.job.ts';
import { endMeetings } from './meetings/end-meetings.ts';
import { registerMeetings } from './meetings/meetings.routes.ts';
import { sweepMeetings } from './meetings/sweep-meetings.job.ts';
import { findCliques } from './reviews/find-cliques.job.ts';
import { findComplainedReview, reviewModerationTarget } from './reviews/review-targets.ts';

export const deals = defineDomain({
  name: 'deals',
  share: 'market',
  routes: [registerDeals, registerMeetings, registerDraws, registerLoans],
  jobs: [findCliques],
  periodicJobs: [
    { job: advanceMeetings, everySeconds: 30 },
    { job: drawDue, everySeconds: 20 },
    { job: remindOfReturns, everySeconds: 300 },
    { job: sweepMeetings, everySeconds: 86_400 },
  ],
  on: {
    'ad.marked': (services, tx, { adId, deal }) => onAdMarked(services, tx, adId, deal),
    'ads.archived': (services, tx, { adIds }) => onAdsArchived(services, tx, adIds),
    'ads.changed': (services, tx, { changes }) =>
      onAdsErased(
        services,
        tx,
        changes.filter(({ kind }) => kind === 'erased'),
      ),
    'block.changed': (services, tx, { userId, otherId }) => endMeetings(services, tx, { people: [userId, otherId] }),
  },
  complaintTargets: { review_id: findComplainedReview },
  userData: { erase: eraseDeals, exports: { deals: exportDealsOf } },
  moderationTargets: { deal_review: reviewModerationTarget },
});
