import { mkdir } from 'node:fs/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { domains } from './domains.ts';
import { createMedia } from './files/media/media.public.ts';
import { chooseMediaRooms } from './live/media-rooms/choose-media-rooms.public.ts';
import {
  endStreamOf,
  endStreams,
  findStreamRoom,
  noteStreamPlayable,
  noteStreamStanding,
  openStreamByKey,
  seesStream,
} from './live/streams/streams.public.ts';
import { type AdListener, tellAdListeners } from './market/ads/ad-events.public.ts';
import { eraseUserAds, setUserAdsHidden } from './market/ads/ads.public.ts';
import { dropAttributeValues } from './market/ads/drop-attribute-values.job.ts';
import { noteAdEventsForKeepers } from './market/favorites/favorite-news.public.ts';
import { markFavorites } from './market/favorites/favorites.public.ts';
import { endSubscriptions, noteAdEventsForFollowers } from './market/follows/subscriptions.public.ts';
import {
  findPromotedAds,
  noteAdEventsForPromotions,
  notePromotedView,
} from './market/promotion/promoted-now.public.ts';
import { noteAdEventsForSearches } from './market/saved-searches/searches.public.ts';
import { dropFromCalls, partInCalls } from './messaging/calls/calls.public.ts';
import { takeInFriends } from './messaging/chat/answer-request.ts';
import { dropPendingMessages } from './messaging/chat/forget-chat.public.ts';
import { countChats } from './messaging/chat/list/count-chats.ts';
import { noteBlock } from './messaging/chat/note-block.ts';
import { noteHeard } from './messaging/chat/note-heard.ts';
import { showChatEvents } from './messaging/chat/show-chat-events.ts';
import { noteInvitationEvent } from './money/invitations/note-event.public.ts';
import { noteNewcomer } from './money/invitations/note-newcomer.public.ts';
import { markRegistered } from './money/invitations/note-visit.public.ts';
import {
  createPaymentProvider,
  dropAutopay,
  noteSubscriptionUse,
  reconcileUser,
} from './money/payments/payments.public.ts';
import { forgetDevices } from './notifications/push/push.public.ts';
import { countTaken } from './people/auth/contact-codes.public.ts';
import { erasePeople } from './people/auth/erase-people.job.ts';
import { createSessions } from './people/auth/sessions.ts';
import { findBonds, findSilenced, setAway } from './people/circle/circle.public.ts';
import { dropPendingContacts, noteContactSetByStaff, startContactChange } from './people/contacts/contacts.public.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import { openDatabase } from './platform/database/open-database.ts';
import type { Database, Tx } from './platform/database/tables.ts';
import { collect, registerDomains } from './platform/domain.ts';
import { createPublicCache } from './platform/http/public-cache.ts';
import { createLive } from './platform/live/live.ts';
import { createMail } from './platform/mail/mail.ts';
import { createQueue } from './platform/queue/queue.ts';
import type { Services } from './platform/services.ts';
import { createSms } from './platform/sms/sms.ts';
import { createStorage } from './platform/storage/storage.ts';
import { createTexts } from './platform/texts.ts';
import { markKept } from './publishing/collections/collections.public.ts';
import { noteVideoFailed, setPublicationsHidden } from './publishing/publications/publications.public.ts';
import { seesPublication } from './publishing/publications/sees-publication.ts';
import { createSiteState } from './staff/operations/site-state.public.ts';
import { decideComplaintsOfCase } from './trust/complaints/decide-complaint.ts';
import { checkContent } from './trust/content-rules/check-content.ts';
import { countPublishing } from './trust/moderation/restraints.public.ts';
import { keepSuspended } from './trust/moderation/suspension.public.ts';

/** Few: each one plans what it is asked anew, and two cores serve no more at once. */
const CONNECTIONS_MAX = 10;

/** Who is told what happens to ads: favourites, saved searches, subscriptions. Each adds its own. */
const AD_LISTENERS: readonly AdListener[] = [
  noteAdEventsForKeepers,
  noteAdEventsForSearches,
  noteAdEventsForFollowers,
  noteAdEventsForPromotions,
];

/** What waits for people and is dropped when they leave, though they may come back. Each adds its own. */
const PENDING_OF_PEOPLE: readonly ((tx: Tx, userId: number) => Promise<void>)[] = [
  dropPendingContacts,
  forgetDevices,
  dropPendingMessages,
  dropAutopay,
];

export interface ServiceParts {
  config: Config;
  log: Logger;
  connection: pg.PoolConfig;
  clock?: Clock;
  /** Tests bring a provider of their own. */
  provider?: Services['provider'];
}

export interface BuiltServices {
  services: Services;
  close(): Promise<void>;
}

/** Everything the operations work with, over a database that is migrated already. */
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
    noteSubscriptionUse: (tx, userId) => noteSubscriptionUse(services, tx, userId),
    hideAds: async (tx, ownerId, isHidden) => {
      await setUserAdsHidden(services, tx, ownerId, isHidden);
      await setPublicationsHidden(tx, ownerId, isHidden);
      await setAway(tx, ownerId, isHidden);
      if (isHidden) await endStreams(services, tx, ownerId);
    },
    referenceUses: domains.flatMap((domain) => domain.referenceUses ?? []),
    dropAttributeValues: (db, attribute_id) => queue.add(db, dropAttributeValues, { attribute_id }),
    dropPending: async (tx, userId) => {
      for (const drop of PENDING_OF_PEOPLE) await drop(tx, userId);
      await dropFromCalls(services, tx, userId);
    },
    keepSuspended,
    eraseSoon: (tx) => queue.add(tx, erasePeople, {}),
    eraseAds: (tx, ownerId) => eraseUserAds(services, tx, ownerId),
    forgetPerson: async (tx, userId) => {
      for (const { userData } of domains)
        for (const erase of [userData?.erase ?? []].flat()) await erase(tx, userId, services);
    },
    exportedOfPeople: collect((domain) => domain.userData?.exports),
    promotedAds: () => findPromotedAds(services),
    notePromotedView: (adId) => notePromotedView(services, adId),
    markFavorites: (viewer, boards) => markFavorites(pool, viewer, boards),
    markKept: (viewer, kind, ids) => markKept(pool, viewer, kind, ids),
    seesPublication: (viewer, publishId) => seesPublication(db, viewer, publishId),
    seesStream: (viewer, streamId) => seesStream(db, viewer, streamId),
    noteStreamPlayable: (tx, streamId) => noteStreamPlayable(services, tx, streamId),
    findStreamRoom: (viewer, streamId) => findStreamRoom(db, viewer, streamId),
    openStreamByKey: async (key) => (services.siteState.isOff('streams') ? undefined : openStreamByKey(services, key)),
    endStreamOf: (userId, streamId) => endStreamOf(services, userId, streamId),
    noteVideoFailed: (tx, publishId) => noteVideoFailed(services, tx, publishId),
    findBonds: (viewer, ids) => findBonds(db, viewer, ids),
    findSilenced,
    endSubscriptions,
    countTaken: (userId) => countTaken(services, userId),
    startContactChange: (tx, owner, contact) => startContactChange(services, tx, owner, contact),
    noteContactSet: (tx, owner, contact) => noteContactSetByStaff(services, tx, owner, contact),
    noteNewcomer: (tx, newcomer) => noteNewcomer(services, tx, newcomer),
    markRegistered: (request, reply, userId) => markRegistered(services, request, reply, userId),
    checkContent: (tx, content) => checkContent(services, tx, content),
    noteInvitationEvent: (tx, userId, event) => noteInvitationEvent(services, tx, userId, event),
    showChatEvents: (userId, langs, events) => showChatEvents(services, userId, langs, events),
    countChats: (userId) => countChats(pool, userId),
    noteBlock: async (tx, oneId, otherId) => {
      await noteBlock(services, tx, oneId, otherId);
      await partInCalls(services, tx, oneId, otherId);
      await noteStreamStanding(services, tx, oneId, otherId);
    },
    noteFriends: (tx, oneId, otherId) => takeInFriends(services, tx, oneId, otherId),
    noteHeard: (tx, messageId) => noteHeard(services, tx, messageId),
    moderatedThings: collect((domain) => domain.moderationTargets),
    decideComplaints: (tx, viewer, caseId, status, answer) =>
      decideComplaintsOfCase(services, tx, viewer, { caseId, status, answer }),
    leaveLive: async (tx, userId) => {
      await dropFromCalls(services, tx, userId);
      await endStreams(services, tx, userId);
    },
    publishing: countPublishing({ db, clock }),
    adEvents: (tx, ...events) => tellAdListeners(services, AD_LISTENERS, tx, events),
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
