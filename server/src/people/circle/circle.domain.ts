import { defineDomain } from '../../platform/domain/domain.ts';
import { findMutedOrBlocked } from '../relationships/relationships.public.ts';
import { eraseCircle, setFriendshipsHidden } from './circle.public.ts';
import { registerCircle } from './circle.routes.ts';
import { exportCircleOf } from './export-circle.public.ts';

export const circle = defineDomain({
  name: 'circle',
  routes: registerCircle,
  on: {
    'user.visibilityChanged': (_, tx, { userId, isHidden }) => setFriendshipsHidden(tx, userId, isHidden),
  },
  findUnwilling: findMutedOrBlocked,
  userData: { erase: eraseCircle, exports: { circle: exportCircleOf } },
});
