import { mkdir } from 'node:fs/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { domains } from './domains.ts';
import { createMedia } from './files/media/media.public.ts';
import { chooseMediaRooms } from './live/media-rooms/choose-media-rooms.public.ts';
import { endStreamOf, findStreamRoom, mayViewStream, openStreamByKey } from './live/streams/streams.public.ts';
import { markFavorites } from './market/favorites/favorites.public.ts';
import { findPromotedAds } from './market/promotion/promoted-now.public.ts';
import { countChats } from './messaging/chat/list/count-chats.ts';
import { presentChatEvents } from './messaging/chat/present-chat-events.ts';
import { markRegistered } from './money/invitations/record-visit.public.ts';
import { createPaymentProvider, reconcileUser } from './money/payments/payments.public.ts';
import { countTakenIdentifier } from './people/auth/contact-codes.public.ts';
import { createSessions } from './people/auth/sessions.ts';
import { findMutedOrBlocked, findRelationships } from './people/circle/circle.public.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import { openDatabase } from './platform/database/open-database.ts';
import type { Database } from './platform/database/tables.ts';
import { collect, registerDomains } from './platform/domain.ts';
import { createPublicCache } from './platform/http/public-cache.ts';
import { createLive } from './platform/live/live.ts';
import { createMail } from './platform/mail/mail.ts';
import { createQueue } from './platform/queue/queue.ts';
import type { Services } from './platform/services.ts';
import { createSms } from './platform/sms/sms.ts';
import { createStorage } from './platform/storage/storage.ts';
import { createTexts } from './platform/texts.ts';
import { findSavedIds } from './publishing/collections/collections.public.ts';
import { mayViewPublication } from './publishing/publications/may-view-publication.ts';
import { createSiteState } from './staff/operations/site-state.public.ts';
import { createPublishingLimit } from './trust/moderation/publishing-limits.public.ts';

/** Few connections: each prepares its own statements, and two cores run no more queries at once. */
const CONNECTIONS_MAX = 10;

export interface ServiceParts {
  config: Config;
  log: Logger;
  connection: pg.PoolConfig;
  clock?: Clock;
  provider?: Services['provider'];
}

export interface BuiltServices {
  services: Services;
  close(): Promise<void>;
}

export async function buildServices({
  config,
  log,
  connection,
  clock = systemClock,
  provider,
}: ServiceParts): Promise<BuiltServices> {
  registerDomains(domains);
  await mkdir(config.dataDir, { recursive: true });
  const { pool, db, close } = openDatabase<Database>(connection, { max: CONNECTIONS_MAX, log });
  const storage = await createStorage(config);
  const queue = createQueue({ db, log });
  const media = await createMedia({ config, storage, db, log });
  const texts = createTexts();
  const live = await createLive({ pool, connection, log, redisUrl: config.redisUrl });
  const publicCache = createPublicCache();
  const services: Services = {
    config,
    log,
    pool,
    db,
    clock,
    texts,
    queue,
    storage,
    media,
    mail: createMail({ config, queue, log }),
    sms: createSms({ config, queue, log }),
    sessions: createSessions({ pool, db, clock, isStaffStrong: config.isStaffStrong }),
    provider: provider ?? createPaymentProvider(config, { db, queue, log }),
    publicCache,
    live,
    mediaRooms: await chooseMediaRooms({ db, config, clock, log }),
    siteState: createSiteState({ db, clock, live, log, publicCache }),
    reconcilePayments: (userId) => reconcileUser(services, userId),
    referenceUses: domains.flatMap((domain) => domain.referenceUses ?? []),
    findPromotedAds: () => findPromotedAds(services),
    markFavorites: (viewer, boards) => markFavorites(pool, viewer, boards),
    findSavedIds: (viewer, kind, ids) => findSavedIds(pool, viewer, kind, ids),
    mayViewPublication: (viewer, publishId) => mayViewPublication(db, viewer, publishId),
    mayViewStream: (viewer, streamId) => mayViewStream(db, viewer, streamId),
    findStreamRoom: (viewer, streamId) => findStreamRoom(db, viewer, streamId),
    openStreamByKey: async (key) => (services.siteState.isOff('streams') ? undefined : openStreamByKey(services, key)),
    endStreamOf: (userId, streamId) => endStreamOf(services, userId, streamId),
    findRelationships: (viewer, ids) => findRelationships(db, viewer, ids),
    findMutedOrBlocked: findMutedOrBlocked,
    countTakenIdentifierAttempt: (userId) => countTakenIdentifier(services, userId),
    markRegistered: (request, reply, userId) => markRegistered(services, request, reply, userId),
    presentChatEvents: (userId, langs, events) => presentChatEvents(services, userId, langs, events),
    countChats: (userId) => countChats(pool, userId),
    moderationTargets: collect((domain) => domain.moderationTargets),
    publishingLimit: createPublishingLimit({ db, clock }),
  };
  return {
    services,
    async close() {
      await media.close();
      await live.close();
      await close();
    },
  };
}
