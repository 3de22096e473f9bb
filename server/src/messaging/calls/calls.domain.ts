import { defineDomain } from '../../platform/domain.ts';
import { forgetCalls } from './calls.public.ts';
import { registerCalls } from './calls.routes.ts';
import { exportCallsOf } from './export-calls.public.ts';
import { noteMissedCalls } from './note-missed-calls.job.ts';
import { pushRings } from './push-rings.job.ts';
import { settleCalls } from './settle-calls.job.ts';
import { sweepCalls } from './sweep-calls.job.ts';

export const calls = defineDomain({
  name: 'calls',
  routes: registerCalls,
  jobs: [settleCalls, pushRings, noteMissedCalls, sweepCalls],
  periodicJobs: [
    { job: settleCalls, everySeconds: 5 },
    { job: sweepCalls, everySeconds: 3600 },
  ],
  userData: { erase: forgetCalls, exports: { calls: exportCallsOf } },
});
