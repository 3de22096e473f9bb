import { defineDomain } from '../../platform/domain.ts';
import { completePromotions } from './complete-promotions.job.ts';
import { exportPromotionsOf } from './export-promotion.public.ts';
import { erasePromotions } from './promoted-now.public.ts';
import { registerPromotion } from './promotion.routes.ts';

export const promotion = defineDomain({
  name: 'promotion',
  routes: registerPromotion,
  jobs: [completePromotions],
  periodicJobs: [{ job: completePromotions, everySeconds: 60 }],
  userData: { erase: erasePromotions, exports: { promotions: exportPromotionsOf } },
});
