import { defineDomain } from '../../platform/domain.ts';
import { exportNotificationsOf } from './export-notifications.public.ts';
import { forgetNotifications } from './notifications.public.ts';
import { registerNotifications } from './notifications.routes.ts';
import { ringDevices } from './ring-devices.job.ts';
import { sendDigests } from './send-digests.job.ts';
import { sweepNotifications } from './sweep-notifications.job.ts';

export const notifications = defineDomain({
  name: 'notifications',
  routes: registerNotifications,
  jobs: [sweepNotifications, ringDevices, sendDigests],
  periodicJobs: [
    { job: sweepNotifications, everySeconds: 3600 },
    { job: sendDigests, everySeconds: 600 },
  ],
  userData: { erase: forgetNotifications, exports: { notifications: exportNotificationsOf } },
});
