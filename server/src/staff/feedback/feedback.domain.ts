import { defineDomain } from '../../platform/domain.ts';
import { exportFeedbackOf } from './export-feedback.public.ts';
import { forgetFeedback } from './feedback.public.ts';
import { registerFeedback } from './feedback.routes.ts';

export const feedback = defineDomain({
  name: 'feedback',
  routes: registerFeedback,
  userData: { erase: forgetFeedback, exports: { feedback: exportFeedbackOf } },
});
