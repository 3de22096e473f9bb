import { adSocket } from '@app/contract/market/ad-live';
import type { AdAudience } from '@app/contract/market/ads';
import { CLOSE_CODES } from '@app/contract/platform/socket';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { LiveEvent } from '../../platform/live/live.ts';
import { createRooms } from '../../platform/live/rooms.ts';
import type { LiveSocket } from '../../platform/live/socket-connection.ts';
import { registerSocketRoute } from '../../platform/live/socket-route.ts';
import { type AdAccess, adPresence } from './ads.policy.ts';
import { isInAdAudience } from './audience/ad-audience.public.ts';

export function registerAdSocket(app: FastifyInstance, services: Services): void {
  const { db, live, log } = services;
  const pending = new Map<number, Promise<SharedAccess | undefined>>();

  /** One query is shared by all current viewers of the ad. */
  function getAdAccess(id: number): Promise<SharedAccess | undefined> {
    const running = pending.get(id);
    if (running !== undefined) return running;
    const access = findAdAccess(db, id).finally(() => pending.delete(id));
    pending.set(id, access);
    return access;
  }

  async function sendEvent(id: number, sockets: ReadonlySet<LiveSocket>, event: LiveEvent): Promise<void> {
    const ad = await getAdAccess(id);
    for (const socket of sockets) {
      if (await isHere(socket.viewer, ad)) socket.send(event);
      else socket.close(CLOSE_CODES.forbidden, 'the ad is gone');
    }
  }

  /** Only an ad for a circle costs a query for each viewer. */
  async function isHere(viewer: Viewer, ad: SharedAccess | undefined): Promise<boolean> {
    if (ad === undefined) return false;
    const isInAudience = ad.audience === 'all' || (await isInAudienceOf(db, viewer, ad.id));
    return adPresence(viewer, { ...ad, is_in_audience: isInAudience }) === 'here';
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
      return isHere(viewer, ad);
    },
    messages: {},
    open: (socket, { board_id }) => rooms.enter(board_id, socket),
  });
}

type SharedAccess = Omit<AdAccess, 'is_in_audience'> & { id: number; audience: AdAudience };

async function isInAudienceOf(db: Db, { userId }: Viewer, id: number): Promise<boolean> {
  const ad = await db
    .selectFrom('ads as a')
    .select(isInAdAudience(sql`${userId}::bigint`).as('is_in_audience'))
    .where('id', '=', id)
    .executeTakeFirst();
  return ad?.is_in_audience === true;
}

function findAdAccess(db: Db, id: number): Promise<SharedAccess | undefined> {
  return db
    .selectFrom('ads')
    .select([
      ...(['id', 'audience', 'owner_id', 'enabled', 'archived_at', 'blocked_at', 'held_at', 'owner_hidden'] as const),
      'owner_away',
    ])
    .where('id', '=', id)
    .executeTakeFirst();
}
