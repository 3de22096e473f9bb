import { adSocket } from '@app/contract/market/ad-live';
import { CLOSE_CODES } from '@app/contract/platform/socket';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import type { LiveEvent } from '../../platform/live/live.ts';
import { createRooms } from '../../platform/live/rooms.ts';
import type { LiveSocket } from '../../platform/live/socket-connection.ts';
import { registerSocketRoute } from '../../platform/live/socket-route.ts';
import { type AdAccess, adPresence } from './ads.policy.ts';

export function registerAdSocket(app: FastifyInstance, services: Services): void {
  const { db, live, log } = services;
  const pending = new Map<number, Promise<AdAccess | undefined>>();

  /** One query is shared by all current viewers of the ad. */
  function getAdAccess(id: number): Promise<AdAccess | undefined> {
    const running = pending.get(id);
    if (running !== undefined) return running;
    const access = findAdAccess(db, id).finally(() => pending.delete(id));
    pending.set(id, access);
    return access;
  }

  async function sendEvent(id: number, sockets: ReadonlySet<LiveSocket>, event: LiveEvent): Promise<void> {
    const ad = await getAdAccess(id);
    for (const socket of sockets) {
      if (ad !== undefined && adPresence(socket.viewer, ad) === 'here') socket.send(event);
      else socket.close(CLOSE_CODES.forbidden, 'the ad is gone');
    }
  }

  const rooms = createRooms({
    live,
    topicOf: (id) => `ad:${id}`,
    onEvent: sendEvent,
    onFailed: ({ message }) => log.warn({ reason: message }, 'an event of an ad was not sent'),
  });

  registerSocketRoute(app, services, adSocket, {
    async access(viewer, { board_id }) {
      const ad = await getAdAccess(board_id);
      return ad !== undefined && adPresence(viewer, ad) === 'here';
    },
    messages: {},
    open: (socket, { board_id }) => rooms.enter(board_id, socket),
  });
}

function findAdAccess(db: Db, id: number): Promise<AdAccess | undefined> {
  return db
    .selectFrom('ads')
    .select(['owner_id', 'enabled', 'archived_at', 'blocked_at', 'held_at', 'owner_hidden', 'owner_away'])
    .where('id', '=', id)
    .executeTakeFirst();
}
