import { defineDomain } from '../../platform/domain/domain.ts';
import { exportFeedbackOf } from './export-feedback.public.ts';
import { eraseFeedback } from './feedback.public.ts';
import { registerFeedback } from './feedback.routes.ts';

export const feedback = defineDomain({
  name: 'feedback',
  routes: registerFeedback,
  userData: { erase: eraseFeedback, exports: { feedback: exportFeedbackOf } },
});
