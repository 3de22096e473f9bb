import { defineDomain } from '../../platform/domain.ts';
import { exportPromotionsOf } from './export-promotion.public.ts';
import { forgetPromotions } from './promoted-now.public.ts';
import { registerPromotion } from './promotion.routes.ts';
import { settlePromotions } from './settle-promotions.job.ts';

export const promotion = defineDomain({
  name: 'promotion',
  routes: registerPromotion,
  jobs: [settlePromotions],
  periodicJobs: [{ job: settlePromotions, everySeconds: 60 }],
  userData: { erase: forgetPromotions, exports: { promotions: exportPromotionsOf } },
});
