import { presenceApi } from '@app/contract/presence';
import type { FastifyInstance } from 'fastify';
import { bind } from '../platform/bind.ts';
import type { Services } from '../services.ts';
import { registerCallNotificationSocket } from './call-notification.realtime.ts';
import { showPresence } from './show-presence.ts';

/** Who is there, asked and live; calls come on top of it. */
export function registerCalls(app: FastifyInstance, services: Services): void {
  bind(app, services, presenceApi.online, async ({ viewer, query }) => ({
    list: await showPresence(services, viewer, query.ids),
  }));
  registerCallNotificationSocket(app, services);
}
