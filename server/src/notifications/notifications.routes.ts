import { notificationsApi } from '@app/contract/notifications';
import type { FastifyInstance } from 'fastify';
import { bind } from '../platform/bind.ts';
import { provesIntent } from '../platform/guards.ts';
import type { Services } from '../services.ts';
import { countUnread } from './notifications.queries.ts';
import { registerNotificationsSocket } from './notifications.realtime.ts';
import { readAll, showNotifications } from './read-notifications.ts';

export function registerNotifications(app: FastifyInstance, services: Services): void {
  bind(app, services, notificationsApi.unread, async ({ viewer }) => ({
    count: await countUnread(services.db, viewer.userId),
  }));
  bind(app, services, notificationsApi.list, (context) => {
    const { viewer, query } = context;
    // A page of another site can make a browser read, but must not make it change anything.
    const marks = query.mark === 1 && provesIntent(context.request, services.config.publicUrl);
    return showNotifications(services, viewer, { ...query, marks });
  });
  bind(app, services, notificationsApi.readAll, ({ viewer, body }) => readAll(services, viewer, body.up_to));
  registerNotificationsSocket(app, services);
}
