import { defineDomain } from '../../platform/domain/domain.ts';
import { endCallsBetween, eraseCalls, removeFromCalls } from './calls.public.ts';
import { registerCalls } from './calls.routes.ts';
import { expireCalls } from './expire-calls.job.ts';
import { exportCallsOf } from './export-calls.public.ts';
import { pushIncomingCalls } from './push-incoming-calls.job.ts';
import { recordMissedCalls } from './record-missed-calls.job.ts';
import { recordSettledCalls } from './record-settled-calls.job.ts';
import { sweepCalls } from './sweep-calls.job.ts';

export const calls = defineDomain({
  name: 'calls',
  share: 'messaging',
  routes: registerCalls,
  jobs: [pushIncomingCalls, recordMissedCalls, recordSettledCalls],
  periodicJobs: [
    { job: expireCalls, everySeconds: 5 },
    { job: sweepCalls, everySeconds: 3600 },
  ],
  on: {
    'user.deactivated': (services, tx, { userId }) => removeFromCalls(services, tx, userId),
    'user.frozen': (services, tx, { userId }) => removeFromCalls(services, tx, userId),
    'block.changed': (services, tx, { userId, otherId }) => endCallsBetween(services, tx, userId, otherId),
  },
  userData: { erase: eraseCalls, exports: { calls: exportCallsOf } },
});
