import { defineDomain } from '../domain/domain.ts';
import { sweepUserEvents } from './sweep-user-events.job.ts';
import { eraseUserEvents, exportUserEventsOf } from './user-events.queries.ts';

export const live = defineDomain({
  name: 'live',
  periodicJobs: [{ job: sweepUserEvents, everySeconds: 3600 }],
  userData: { erase: eraseUserEvents, exports: { live_events: exportUserEventsOf } },
});
