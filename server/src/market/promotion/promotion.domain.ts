import { defineDomain } from '../../platform/domain/domain.ts';
import { completePromotions } from './complete-promotions.job.ts';
import { exportPromotionsOf } from './export-promotion.public.ts';
import { countPromotedView, erasePromotions, onAdEventForPromotions } from './promoted-now.public.ts';
import { registerPromotion } from './promotion.routes.ts';

export const promotion = defineDomain({
  name: 'promotion',
  share: 'market',
  routes: registerPromotion,
  periodicJobs: [{ job: completePromotions, everySeconds: 60 }],
  on: {
    'ads.changed': (services, tx, { changes }) => onAdEventForPromotions(services, tx, changes),
    'ad.promotedViewed': (services, tx, { adId }) => countPromotedView(services, tx, adId),
  },
  userData: { erase: erasePromotions, exports: { promotions: exportPromotionsOf } },
});
