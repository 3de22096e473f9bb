import { notificationsSocket } from '@app/contract/notifications';
import { CLOSED } from '@app/contract/socket';
import type { FastifyInstance } from 'fastify';
import type { LiveEvent } from '../platform/live/live.ts';
import type { LiveSocket } from '../platform/live/socket-connection.ts';
import { socketRoute } from '../platform/live/socket-route.ts';
import type { Services } from '../services.ts';
import { countUnread, listNotificationsById } from './notifications.queries.ts';
import { showNotification } from './show-notification.ts';

/** All open pages of one person on this node: what is told to them is read from the database once. */
interface Desk {
  userId: number;
  sockets: Set<LiveSocket>;
  /** New notifications that are not told yet. */
  ids: Set<number>;
  isChanged: boolean;
  isTelling: boolean;
  /** Fulfilled once nothing is missed any more. */
  leaveTopic: Promise<() => void>;
}

/** Of a flood only the newest are told one by one; the count is right anyway. */
const TOLD_AT_ONCE = 50;

/** The socket of a person's bell: each new notification in the language of the page, and the unread count. */
export function registerNotificationsSocket(app: FastifyInstance, services: Services): void {
  const desks = new Map<number, Desk>();

  function openDesk(userId: number): Desk {
    const sockets = new Set<LiveSocket>();
    const leaveTopic = services.live.subscribe(`user:${userId}`, (event) => note(services, desk, event));
    // Whoever opens it hears of the failure below.
    leaveTopic.catch(() => {});
    const desk: Desk = { userId, sockets, ids: new Set(), isChanged: false, isTelling: false, leaveTopic };
    desks.set(userId, desk);
    return desk;
  }

  function leave(desk: Desk, socket: LiveSocket): void {
    desk.sockets.delete(socket);
    if (desk.sockets.size > 0 || desks.get(desk.userId) !== desk) return;
    desks.delete(desk.userId);
    desk.leaveTopic.then(
      (leaveTopic) => leaveTopic(),
      () => {},
    );
  }

  socketRoute(app, services, notificationsSocket, {
    access: (viewer, { user_id }) => viewer.userId === user_id,
    messages: {},
    async open(socket, { user_id: userId }) {
      const desk = desks.get(userId) ?? openDesk(userId);
      desk.sockets.add(socket);
      try {
        await desk.leaveTopic;
      } catch (error) {
        leave(desk, socket);
        throw error;
      }
      desk.isChanged = true;
      void tell(services, desk);
      return () => leave(desk, socket);
    },
  });
}

function note(services: Services, desk: Desk, event: LiveEvent): void {
  const type = 'type' in event ? event.type : undefined;
  if (type !== 'notification' && type !== 'unread') {
    for (const socket of desk.sockets) socket.send(event);
    return;
  }
  if ('id' in event && typeof event.id === 'number') desk.ids.add(event.id);
  desk.isChanged = true;
  void tell(services, desk);
}

/** One after the other: a count that was read earlier is never told later. */
async function tell(services: Services, desk: Desk): Promise<void> {
  if (desk.isTelling) return;
  desk.isTelling = true;
  try {
    while (desk.isChanged && desk.sockets.size > 0) await tellChange(services, desk);
  } catch (error) {
    services.log.warn({ reason: error instanceof Error ? error.message : error }, 'a bell was not told');
    // They come back and read anew.
    for (const socket of desk.sockets) socket.close(CLOSED.restart);
  }
  desk.isTelling = false;
}

async function tellChange({ db, texts }: Services, desk: Desk): Promise<void> {
  const ids = [...desk.ids].slice(-TOLD_AT_ONCE);
  desk.ids.clear();
  desk.isChanged = false;
  const rows = ids.length === 0 ? [] : await listNotificationsById(db, desk.userId, ids);
  const count = await countUnread(db, desk.userId);
  for (const socket of desk.sockets) {
    for (const row of rows.toReversed()) {
      socket.send({ type: 'notification', ...showNotification(row, texts, socket.viewer.lang) });
    }
    socket.send({ type: 'unread', count });
  }
}
