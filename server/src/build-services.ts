import { mkdir } from 'node:fs/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { exportMediaOf } from './files/media/export-media.public.ts';
import { forgetMedia } from './files/media/forget-media.public.ts';
import { createMedia } from './files/media/media.public.ts';
import { exportUploadsOf, forgetUploads } from './files/uploads/uploads-of-people.public.ts';
import { chooseMediaRooms } from './live/media-rooms/choose-media-rooms.public.ts';
import { exportStreamRecordingsOf } from './live/stream-recordings/export-recordings.public.ts';
import { forgetStreamRecordings } from './live/stream-recordings/stream-recordings.public.ts';
import { exportStreamsOf } from './live/streams/export-streams.public.ts';
import {
  endStreamOf,
  endStreams,
  findStreamRoom,
  forgetStreams,
  noteStreamPlayable,
  noteStreamStanding,
  openStreamByKey,
  seesStream,
} from './live/streams/streams.public.ts';
import { type AdListener, tellAdListeners } from './market/ads/ad-events.public.ts';
import { eraseUserAds, forgetAdVisitor, setUserAdsHidden } from './market/ads/ads.public.ts';
import { ADS_OF_REFERENCE } from './market/ads/ads-of-reference.public.ts';
import { dropAttributeValues } from './market/ads/drop-attribute-values.job.ts';
import { exportAdsOf } from './market/ads/export-ads.public.ts';
import { moderatedAd } from './market/ads/review/moderated-ad.public.ts';
import { exportFavoritesOf } from './market/favorites/export-favorites.public.ts';
import { noteAdEventsForKeepers } from './market/favorites/favorite-news.public.ts';
import { forgetFavorites, markFavorites } from './market/favorites/favorites.public.ts';
import { exportSubscriptionsOf } from './market/follows/export-subscriptions.public.ts';
import { endSubscriptions, forgetFollowers, noteAdEventsForFollowers } from './market/follows/subscriptions.public.ts';
import { exportPromotionsOf } from './market/promotion/export-promotion.public.ts';
import {
  findPromotedAds,
  forgetPromotions,
  noteAdEventsForPromotions,
  notePromotedView,
} from './market/promotion/promoted-now.public.ts';
import { exportSearchesOf } from './market/saved-searches/export-searches.public.ts';
import { forgetSearches, noteAdEventsForSearches } from './market/saved-searches/searches.public.ts';
import { SEARCHES_OF_REFERENCE } from './market/saved-searches/searches-of-reference.public.ts';
import { dropFromCalls, forgetCalls, partInCalls } from './messaging/calls/calls.public.ts';
import { exportCallsOf } from './messaging/calls/export-calls.public.ts';
import { takeInFriends } from './messaging/chat/answer-request.ts';
import { exportChatOf } from './messaging/chat/data-export/export-chat-data.public.ts';
import { dropPendingMessages, forgetChat } from './messaging/chat/forget-chat.public.ts';
import { countChats } from './messaging/chat/list/count-chats.ts';
import { noteBlock } from './messaging/chat/note-block.ts';
import { noteHeard } from './messaging/chat/note-heard.ts';
import { showChatEvents } from './messaging/chat/show-chat-events.ts';
import { forgetChatFiles } from './messaging/chat-files/chat-files.public.ts';
import { exportChatFilesOf } from './messaging/chat-files/export-chat-files.public.ts';
import { exportInvitationsOf } from './money/invitations/export-invitations.public.ts';
import { forgetInvitations } from './money/invitations/invitations.public.ts';
import { moderatedInvitation } from './money/invitations/moderated-invitation.public.ts';
import { noteInvitationEvent } from './money/invitations/note-event.public.ts';
import { noteNewcomer } from './money/invitations/note-newcomer.public.ts';
import { markRegistered } from './money/invitations/note-visit.public.ts';
import { exportPaymentsOf } from './money/payments/export-payments.public.ts';
import { forgetPayments } from './money/payments/forget-payments.public.ts';
import {
  createPaymentProvider,
  dropAutopay,
  noteSubscriptionUse,
  reconcileUser,
} from './money/payments/payments.public.ts';
import { forgetLetterStops } from './notifications/email-preferences/alerts.public.ts';
import { exportAlertsOf } from './notifications/email-preferences/export-alerts.public.ts';
import { exportNotificationsOf } from './notifications/notifications/export-notifications.public.ts';
import { forgetNotifications } from './notifications/notifications/notifications.public.ts';
import { forgetDevices } from './notifications/push/push.public.ts';
import { exportAccountSecurityOf, forgetAccountSecurity } from './people/auth/account-security.public.ts';
import { countTaken } from './people/auth/contact-codes.public.ts';
import { erasePeople } from './people/auth/erase-people.job.ts';
import { exportAuthOf } from './people/auth/export-auth.public.ts';
import { createSessions } from './people/auth/sessions.ts';
import { findBonds, findSilenced, forgetCircle, setAway } from './people/circle/circle.public.ts';
import { exportCircleOf } from './people/circle/export-circle.public.ts';
import {
  dropPendingContacts,
  exportContactsOf,
  forgetContacts,
  noteContactSetByStaff,
  startContactChange,
} from './people/contacts/contacts.public.ts';
import { exportExportsOf } from './people/data-export/export-exports.public.ts';
import { forgetExports } from './people/data-export/exports.public.ts';
import { exportHiddenWordsOf, forgetHiddenWords } from './people/muted-words/hidden-words.public.ts';
import { exportPresenceOf } from './people/presence/export-presence.public.ts';
import { forgetPresence } from './people/presence/presence.public.ts';
import { exportUsersOf } from './people/users/export-users.public.ts';
import { forgetReveals } from './people/users/phone-reveals.public.ts';
import { USERS_OF_REFERENCE } from './people/users/users-of-reference.public.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import { openDatabase } from './platform/database/open-database.ts';
import type { Database, Tx } from './platform/database/tables.ts';
import { createPublicCache } from './platform/http/public-cache.ts';
import { createLive } from './platform/live/live.ts';
import { exportUserEventsOf, forgetUserEvents } from './platform/live/user-events.queries.ts';
import { createMail } from './platform/mail/mail.ts';
import { createQueue } from './platform/queue/queue.ts';
import type { Services } from './platform/services.ts';
import { createSms } from './platform/sms/sms.ts';
import { createStorage } from './platform/storage/storage.ts';
import { createTexts } from './platform/texts.ts';
import { forgetCollections, markKept } from './publishing/collections/collections.public.ts';
import { exportCollectionsOf } from './publishing/collections/export-collections.public.ts';
import { forgetRewordings } from './publishing/comments/comments.public.ts';
import { exportCommentsOf } from './publishing/comments/export-comments.public.ts';
import { moderatedComment } from './publishing/comments/moderated-comment.public.ts';
import { exportMusicOf } from './publishing/music/export-music.public.ts';
import { moderatedTrack } from './publishing/music/moderated-track.public.ts';
import { forgetMusic } from './publishing/music/music.public.ts';
import { exportPostFilesOf } from './publishing/publication-files/export-post-files.public.ts';
import { forgetPostFiles } from './publishing/publication-files/post-files.public.ts';
import { exportPublicationsOf } from './publishing/publications/export-publications.public.ts';
import {
  moderatedPublication,
  moderatedPublicationComment,
} from './publishing/publications/moderated-publication.public.ts';
import {
  forgetPublications,
  noteVideoFailed,
  setPublicationsHidden,
} from './publishing/publications/publications.public.ts';
import { seesPublication } from './publishing/publications/sees-publication.ts';
import { forgetApprovals } from './staff/consoles/staff.public.ts';
import { exportFeedbackOf } from './staff/feedback/export-feedback.public.ts';
import { forgetFeedback } from './staff/feedback/feedback.public.ts';
import { createSiteState } from './staff/operations/site-state.public.ts';
import { forgetComplaints } from './trust/complaints/complaints.public.ts';
import { decideComplaintsOfCase } from './trust/complaints/decide-complaint.ts';
import { exportComplaintsOf } from './trust/complaints/export-complaints.public.ts';
import { checkContent } from './trust/content-rules/check-content.ts';
import { exportRulesOf } from './trust/content-rules/export-rules.public.ts';
import { forgetRules } from './trust/content-rules/rules.public.ts';
import { forgetWaves } from './trust/moderation/bulk-sanctions/waves.public.ts';
import { exportModerationOf } from './trust/moderation/export-moderation.public.ts';
import { moderatedMeasure, moderatedPerson } from './trust/moderation/moderated-account.public.ts';
import type { ModeratedThing } from './trust/moderation/moderated-thing.public.ts';
import { forgetModeration } from './trust/moderation/moderation.public.ts';
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

/** What is erased of a person besides their ads and their account. Each adds its own. */
const KEPT_OF_PEOPLE: readonly ((tx: Tx, userId: number, services: Services) => Promise<void>)[] = [
  forgetRewordings,
  forgetComplaints,
  forgetModeration,
  forgetFeedback,
  forgetRules,
  forgetWaves,
  forgetNotifications,
  forgetFavorites,
  forgetCollections,
  forgetSearches,
  forgetFollowers,
  forgetLetterStops,
  forgetAdVisitor,
  forgetReveals,
  forgetContacts,
  forgetCircle,
  forgetInvitations,
  forgetAccountSecurity,
  forgetExports,
  forgetPayments,
  forgetPromotions,
  forgetMedia,
  forgetMusic,
  forgetCalls,
  forgetStreamRecordings,
  forgetStreams,
  forgetChat,
  forgetChatFiles,
  forgetUploads,
  forgetPostFiles,
  forgetDevices,
  forgetUserEvents,
  forgetPresence,
  forgetPublications,
  forgetHiddenWords,
  forgetApprovals,
];

/** What waits for people and is dropped when they leave, though they may come back. Each adds its own. */
const PENDING_OF_PEOPLE: readonly ((tx: Tx, userId: number) => Promise<void>)[] = [
  dropPendingContacts,
  forgetDevices,
  dropPendingMessages,
  dropAutopay,
];

/** What a person is given of what is kept of them: one file of the archive for each domain, by its name. Each adds its own. */
const EXPORTED_OF_PEOPLE: Services['exportedOfPeople'] = {
  profile: exportUsersOf,
  contacts: exportContactsOf,
  security: exportAuthOf,
  sign_ins: exportAccountSecurityOf,
  ads: exportAdsOf,
  media: exportMediaOf,
  chat: exportChatOf,
  calls: exportCallsOf,
  stream_recordings: exportStreamRecordingsOf,
  streams: exportStreamsOf,
  chat_files: exportChatFilesOf,
  uploads: exportUploadsOf,
  publication_files: exportPostFilesOf,
  comments: exportCommentsOf,
  publications: exportPublicationsOf,
  hidden_words: exportHiddenWordsOf,
  complaints: exportComplaintsOf,
  moderation: exportModerationOf,
  feedback: exportFeedbackOf,
  rules: exportRulesOf,
  favorites: exportFavoritesOf,
  collections: exportCollectionsOf,
  searches: exportSearchesOf,
  music: exportMusicOf,
  subscriptions: exportSubscriptionsOf,
  notifications: exportNotificationsOf,
  payments: exportPaymentsOf,
  promotions: exportPromotionsOf,
  letters: exportAlertsOf,
  live_events: exportUserEventsOf,
  presence: exportPresenceOf,
  exports: exportExportsOf,
  circle: exportCircleOf,
  invitations: exportInvitationsOf,
};

/** What staff decide about, by the first word of its name. Each domain adds its own. */
const MODERATED_THINGS: Readonly<Record<string, ModeratedThing>> = {
  ad: moderatedAd,
  user: moderatedPerson,
  comment: moderatedComment,
  publication: moderatedPublication,
  publication_comment: moderatedPublicationComment,
  audio: moderatedTrack,
  invitation: moderatedInvitation,
  measure: moderatedMeasure,
};

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
    referenceUses: [ADS_OF_REFERENCE, USERS_OF_REFERENCE, SEARCHES_OF_REFERENCE],
    dropAttributeValues: (db, attribute_id) => queue.add(db, dropAttributeValues, { attribute_id }),
    dropPending: async (tx, userId) => {
      for (const drop of PENDING_OF_PEOPLE) await drop(tx, userId);
      await dropFromCalls(services, tx, userId);
    },
    keepSuspended,
    eraseSoon: (tx) => queue.add(tx, erasePeople, {}),
    eraseAds: (tx, ownerId) => eraseUserAds(services, tx, ownerId),
    forgetPerson: async (tx, userId) => {
      for (const forget of KEPT_OF_PEOPLE) await forget(tx, userId, services);
    },
    exportedOfPeople: EXPORTED_OF_PEOPLE,
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
    moderatedThings: MODERATED_THINGS,
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
