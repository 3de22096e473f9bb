import { adSocket } from '@app/contract/market/ad-live';
import { CLOSED } from '@app/contract/platform/socket';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../../platform/database/tables.ts';
import type { LiveEvent } from '../../platform/live/live.ts';
import { createRooms } from '../../platform/live/rooms.ts';
import type { LiveSocket } from '../../platform/live/socket-connection.ts';
import { socketRoute } from '../../platform/live/socket-route.ts';
import type { Services } from '../../platform/services.ts';
import { type AdStanding, adPresence } from './ads.policy.ts';

/** Everything that is published on `ad:<id>`, for people who have the ad open and may still see it. */
export function registerAdSocket(app: FastifyInstance, services: Services): void {
  const { db, live, log } = services;
  const asked = new Map<number, Promise<AdStanding | undefined>>();

  /** One question for all who look at the ad at this moment. */
  function standingOf(id: number): Promise<AdStanding | undefined> {
    const running = asked.get(id);
    if (running !== undefined) return running;
    const standing = findStanding(db, id).finally(() => asked.delete(id));
    asked.set(id, standing);
    return standing;
  }

  async function tell(id: number, sockets: ReadonlySet<LiveSocket>, event: LiveEvent): Promise<void> {
    const ad = await standingOf(id);
    for (const socket of sockets) {
      if (ad !== undefined && adPresence(socket.viewer, ad) === 'here') socket.send(event);
      else socket.close(CLOSED.forbidden, 'the ad is gone');
    }
  }

  const rooms = createRooms({
    live,
    topicOf: (id) => `ad:${id}`,
    tell,
    onFailed: ({ message }) => log.warn({ reason: message }, 'an event of an ad was not told'),
  });

  socketRoute(app, services, adSocket, {
    async access(viewer, { board_id }) {
      const ad = await standingOf(board_id);
      return ad !== undefined && adPresence(viewer, ad) === 'here';
    },
    messages: {},
    open: (socket, { board_id }) => rooms.enter(board_id, socket),
  });
}

function findStanding(db: Db, id: number): Promise<AdStanding | undefined> {
  return db
    .selectFrom('ads')
    .select(['owner_id', 'enabled', 'archived_at', 'blocked_at', 'held_at', 'owner_hidden'])
    .where('id', '=', id)
    .executeTakeFirst();
}
