import { notificationsApi, pushApi } from '@app/contract/notifications/notifications';
import { findTimeZone } from '@app/contract/platform/time-zones';
import type { FastifyInstance } from 'fastify';
import type { Services } from '../../platform/domain/services.ts';
import { bind } from '../../platform/http/bind.ts';
import { provesIntent } from '../../platform/http/guards.ts';
import { subscribeDevice, unsubscribeDevice } from '../push/subscribe-device.public.ts';
import { findVapidKeys } from '../push/vapid.public.ts';
import { countUnread } from './count-unread.public.ts';
import { changeSettings, presentSettings } from './notification-settings.ts';
import { registerNotificationsSocket } from './notifications.realtime.ts';
import { getNotification, markAllRead, markOneRead, presentNotifications } from './read-notifications.ts';
import { saveDeviceZone } from './save-device-zone.public.ts';

export function registerNotifications(app: FastifyInstance, services: Services): void {
  bind(app, services, notificationsApi, {
    unread: async ({ viewer }) => ({
      count: viewer.unread ?? (await countUnread(services.db, viewer.userId)),
    }),
    list: (context) => {
      const { viewer, query } = context;
      // A page of another site can trigger a read, which must not change anything.
      const marksRead = query.mark === 1 && provesIntent(context.request, services.config.publicUrl);
      return presentNotifications(services, viewer, { ...query, marksRead });
    },
    markAllRead: ({ viewer, body }) => markAllRead(services, viewer, body.up_to),
    one: ({ viewer, params }) => getNotification(services, viewer, params.id),
    markRead: ({ viewer, params }) => markOneRead(services, viewer, params.id),
    settings: ({ viewer }) => presentSettings(services, viewer.userId),
    changeSettings: ({ viewer, body }) => changeSettings(services, viewer, body),
  });
  bind(app, services, pushApi, {
    key: async () => ({ key: (await findVapidKeys(services)).publicKey }),
    subscribe: async ({ viewer, body: { time_zone, ...device } }) => {
      const answer = await subscribeDevice(services, viewer, device);
      if (time_zone !== undefined) await saveDeviceZone(services.db, viewer.userId, findTimeZone(time_zone));
      return answer;
    },
    unsubscribe: ({ viewer, body }) => unsubscribeDevice(services, viewer, body.endpoint),
  });
  registerNotificationsSocket(app, services);
}
