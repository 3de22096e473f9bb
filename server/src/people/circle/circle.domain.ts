import { defineDomain } from '../../platform/domain.ts';
import { eraseCircle } from './circle.public.ts';
import { registerCircle } from './circle.routes.ts';
import { exportCircleOf } from './export-circle.public.ts';

export const circle = defineDomain({
  name: 'circle',
  routes: registerCircle,
  userData: { erase: eraseCircle, exports: { circle: exportCircleOf } },
});
