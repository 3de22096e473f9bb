import { defineDomain } from '../../platform/domain/domain.ts';
import { deliverPush } from './deliver-push.job.ts';
import { eraseDevices } from './push.public.ts';

export const push = defineDomain({
  name: 'push',
  jobs: [deliverPush],
  on: { 'user.deactivated': (_, tx, { userId }) => eraseDevices(tx, userId) },
  userData: { erase: eraseDevices },
});
