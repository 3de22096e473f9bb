import { defineDomain } from '../../platform/domain/domain.ts';
import { exportNotificationsOf } from './export-notifications.public.ts';
import { eraseNotifications } from './notifications.public.ts';
import { registerNotifications } from './notifications.routes.ts';
import { pushNotifications } from './push-notifications.job.ts';
import { sendDigests } from './send-digests.job.ts';
import { sweepNotifications } from './sweep-notifications.job.ts';

export const notifications = defineDomain({
  name: 'notifications',
  routes: registerNotifications,
  jobs: [pushNotifications],
  periodicJobs: [
    { job: sweepNotifications, everySeconds: 3600 },
    { job: sendDigests, everySeconds: 600 },
  ],
  userData: { erase: eraseNotifications, exports: { notifications: exportNotificationsOf } },
});
