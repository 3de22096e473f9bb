import { defineDomain } from '../../platform/domain.ts';
import { forgetCircle } from './circle.public.ts';
import { registerCircle } from './circle.routes.ts';
import { exportCircleOf } from './export-circle.public.ts';

export const circle = defineDomain({
  name: 'circle',
  routes: registerCircle,
  userData: { erase: forgetCircle, exports: { circle: exportCircleOf } },
});
