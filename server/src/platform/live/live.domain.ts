import { defineDomain, type EraseUserData } from '../domain/domain.ts';
import { sweepUserEvents } from './sweep-user-events.job.ts';
import { exportUserEventsOf } from './user-events.queries.ts';

const erase: EraseUserData = async (tx, userId, services) => {
  // Domains that end what runs with the user publish events to both sides.
  await services.live.eraseUserEvents(tx, userId);
};

export const live = defineDomain({
  name: 'live',
  periodicJobs: [{ job: sweepUserEvents, everySeconds: 3600 }],
  userData: { erase, exports: { live_events: exportUserEventsOf } },
});
