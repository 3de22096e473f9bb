import { notificationsSocket, UserChannelEvent } from '@app/contract/notifications/notifications';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { listDomains } from '../../platform/domain/domain.ts';
import type { Services } from '../../platform/domain/services.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { frameOf } from '../../platform/live/frame.ts';
import type { LiveSocket } from '../../platform/live/socket-connection.ts';
import { registerSocketRoute } from '../../platform/live/socket-route.ts';
import { createUserChannels } from '../../platform/live/user-channels.ts';
import { findHead, type NumberedEvent } from '../../platform/live/user-events.queries.ts';
import { texts } from '../../platform/texts.ts';
import { countUnread } from './count-unread.public.ts';
import type { UserEvents } from './notifications.public.ts';
import { listNotificationsById } from './notifications.queries.ts';
import { presentNotification } from './present-notification.ts';

type Lang = SignedInViewer['lang'];

interface BellEvent {
  type?: unknown;
  id?: unknown;
}

const isBell = ({ type }: BellEvent): boolean => type === 'notification' || type === 'unread' || type === 'withdrawn';

/** A user's own socket: new notifications in the page's language, the unread count, user events of other domains. */
export function registerNotificationsSocket(app: FastifyInstance, services: Services): void {
  const channels = createUserChannels({
    services,
    render: (userId, events, langs) => renderEvents(services, userId, events, langs),
    greet: async (userId) => [
      ...(await Promise.all(listUserEvents().map(({ greet }) => greet(services, userId)))),
      { type: 'unread', count: await countUnread(services.db, userId) },
    ],
  });
  /**
   * Event numbers at the time of the request, for clients that send no number: events between the upgrade and the
   * subscription are delivered as well.
   */
  const heads = new WeakMap<SignedInViewer, number>();
  const events = z.union([UserChannelEvent, ...listUserEvents().map(({ schema }) => schema)]);
  registerSocketRoute(
    app,
    services,
    { ...notificationsSocket, events },
    {
      access: async (viewer, { user_id, after }) => {
        if (viewer.userId !== user_id) return false;
        if (after === undefined) heads.set(viewer, await findHead(services.pool, user_id));
        return true;
      },
      messages: {},
      open: (socket, { user_id, after }) =>
        after === undefined
          ? channels.join(filterNotifications(socket), user_id, heads.get(socket.viewer))
          : channels.join(socket, user_id, after === 'now' ? undefined : after),
    },
  );
}

/** Wraps the socket of a client that treats each message as a notification; other events are dropped. */
function filterNotifications(socket: LiveSocket): LiveSocket {
  return {
    viewer: socket.viewer,
    resumes: false,
    lastSeq: 0,
    send(event) {
      const frame = frameOf(event);
      if (frame.type === 'notification') socket.send(frame);
    },
    close: (code, reason) => socket.close(code, reason),
  };
}

const listUserEvents = (): UserEvents[] => listDomains().flatMap(({ userEvents }) => userEvents ?? []);

async function renderEvents(
  services: Services,
  userId: number,
  events: readonly NumberedEvent[],
  langs: readonly Lang[],
): Promise<Map<Lang, object[]>> {
  const { db } = services;
  const ids = events.flatMap(({ event }) => ('id' in event && isBell(event) ? [Number(event.id)] : []));
  const rows = ids.length === 0 ? [] : await listNotificationsById(db, [userId], ids);
  const byId = new Map(rows.map((row) => [row.id, row]));
  const count = events.some(({ event }) => isBell(event)) ? await countUnread(db, userId) : undefined;
  const presented: Awaited<ReturnType<UserEvents['present']>>[] = [];
  for (const { isOwn, present } of listUserEvents()) {
    const own = events.filter(({ event }: { event: BellEvent }) => typeof event.type === 'string' && isOwn(event.type));
    if (own.length > 0) presented.push(await present(services, userId, langs, own));
  }

  return new Map(langs.map((lang) => [lang, renderFor(lang)]));

  function renderFor(lang: Lang): object[] {
    const frames: object[] = [];
    let lastShownSeq = 0;
    for (const { seq, event } of events) {
      const row = 'id' in event && isBell(event) ? byId.get(Number(event.id)) : undefined;
      const frame = presented.map((frames) => frames.get(lang)?.get(seq)).find(Boolean);
      if (frame !== undefined) frames.push(frame);
      else if (!isBell(event) || ('type' in event && event.type === 'withdrawn')) frames.push({ ...event, seq });
      else if (row !== undefined) frames.push({ type: 'notification', seq, ...presentNotification(row, texts, lang) });
      else continue;
      lastShownSeq = seq;
    }
    const last = events.at(-1)?.seq ?? 0;
    // One count for all events; it carries the last number, which no other frame may contain.
    if (count !== undefined) frames.push({ type: 'unread', count, ...(lastShownSeq < last && { seq: last }) });
    return frames;
  }
}
