import { adSocket } from '@app/contract/ad-live';
import { CLOSED } from '@app/contract/socket';
import type { FastifyInstance } from 'fastify';
import type { Db } from '../database.ts';
import type { LiveEvent } from '../platform/live/live.ts';
import type { LiveSocket } from '../platform/live/socket-connection.ts';
import { socketRoute } from '../platform/live/socket-route.ts';
import type { Services } from '../services.ts';
import { type AdStanding, adPresence } from './ads.policy.ts';

/** Everybody who has the same ad open on this node. */
interface Room {
  sockets: Set<LiveSocket>;
  leaveTopic: Promise<() => void>;
}

/** Everything that is published on `ad:<id>`, for people who have the ad open and may still see it. */
export function registerAdSocket(app: FastifyInstance, services: Services): void {
  const { db, live, log } = services;
  const asked = new Map<number, Promise<AdStanding | undefined>>();
  const rooms = new Map<number, Room>();

  /** One question for all who look at the ad at this moment. */
  function standingOf(id: number): Promise<AdStanding | undefined> {
    const running = asked.get(id);
    if (running !== undefined) return running;
    const standing = findStanding(db, id).finally(() => asked.delete(id));
    asked.set(id, standing);
    return standing;
  }

  async function tell(id: number, { sockets }: Room, event: LiveEvent): Promise<void> {
    const ad = await standingOf(id);
    for (const socket of sockets) {
      if (ad !== undefined && adPresence(socket.viewer, ad) === 'here') socket.send(event);
      else socket.close(CLOSED.forbidden, 'the ad is gone');
    }
  }

  function openRoom(id: number): Room {
    const leaveTopic = live.subscribe(`ad:${id}`, (event) => {
      tell(id, room, event).catch((error: Error) =>
        log.warn({ reason: error.message }, 'an event of an ad was not told'),
      );
    });
    // Whoever opens it hears of the failure.
    leaveTopic.catch(() => {});
    const room: Room = { sockets: new Set(), leaveTopic };
    rooms.set(id, room);
    return room;
  }

  function leave(id: number, room: Room, socket: LiveSocket): void {
    room.sockets.delete(socket);
    if (room.sockets.size > 0 || rooms.get(id) !== room) return;
    rooms.delete(id);
    room.leaveTopic.then(
      (leaveTopic) => leaveTopic(),
      () => {},
    );
  }

  socketRoute(app, services, adSocket, {
    async access(viewer, { board_id }) {
      const ad = await standingOf(board_id);
      return ad !== undefined && adPresence(viewer, ad) === 'here';
    },
    messages: {},
    async open(socket, { board_id }) {
      const room = rooms.get(board_id) ?? openRoom(board_id);
      room.sockets.add(socket);
      try {
        await room.leaveTopic;
      } catch (error) {
        leave(board_id, room, socket);
        throw error;
      }
      return () => leave(board_id, room, socket);
    },
  });
}

function findStanding(db: Db, id: number): Promise<AdStanding | undefined> {
  return db
    .selectFrom('ads')
    .select(['owner_id', 'enabled', 'archived_at', 'blocked_at', 'held_at', 'owner_hidden'])
    .where('id', '=', id)
    .executeTakeFirst();
}
