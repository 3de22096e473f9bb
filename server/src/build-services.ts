import { mkdir } from 'node:fs/promises';
import type pg from 'pg';
import type { Logger } from 'pino';
import { type AdListener, tellAdListeners } from './ads/ad-events.public.ts';
import { eraseUserAds, forgetAdVisitor, setUserAdsHidden } from './ads/ads.public.ts';
import { ADS_OF_REFERENCE } from './ads/ads-of-reference.public.ts';
import { dropAttributeValues } from './ads/drop-attribute-values.job.ts';
import { exportAdsOf } from './ads/export-ads.public.ts';
import { moderatedAd } from './ads/moderated-ad.public.ts';
import { forgetLetterStops } from './alerts/alerts.public.ts';
import { exportAlertsOf } from './alerts/export-alerts.public.ts';
import { exportAccountSecurityOf, forgetAccountSecurity } from './auth/account-security.public.ts';
import { countTaken } from './auth/contact-codes.public.ts';
import { erasePeople } from './auth/erase-people.job.ts';
import { exportAuthOf } from './auth/export-auth.public.ts';
import { createSessions } from './auth/sessions.ts';
import { dropFromCalls, forgetCalls, partInCalls } from './calls/calls.public.ts';
import { exportCallsOf } from './calls/export-calls.public.ts';
import { takeInFriends } from './chat/answer-request.ts';
import { countChats } from './chat/count-chats.ts';
import { exportChatOf } from './chat/export-chat-data.public.ts';
import { dropPendingMessages, forgetChat } from './chat/forget-chat.public.ts';
import { noteBlock } from './chat/note-block.ts';
import { noteHeard } from './chat/note-heard.ts';
import { showChatEvents } from './chat/show-chat-events.ts';
import { forgetChatFiles } from './chat-files/chat-files.public.ts';
import { exportChatFilesOf } from './chat-files/export-chat-files.public.ts';
import { findBonds, findSilenced, forgetCircle, setAway } from './circle/circle.public.ts';
import { exportCircleOf } from './circle/export-circle.public.ts';
import { forgetCollections, markKept } from './collections/collections.public.ts';
import { exportCollectionsOf } from './collections/export-collections.public.ts';
import { forgetRewordings } from './comments/comments.public.ts';
import { exportCommentsOf } from './comments/export-comments.public.ts';
import { moderatedComment } from './comments/moderated-comment.public.ts';
import { forgetComplaints } from './complaints/complaints.public.ts';
import { decideComplaintsOfCase } from './complaints/decide-complaint.ts';
import { exportComplaintsOf } from './complaints/export-complaints.public.ts';
import {
  dropPendingContacts,
  exportContactsOf,
  forgetContacts,
  noteContactSetByStaff,
  startContactChange,
} from './contacts/contacts.public.ts';
import type { Database, Tx } from './database.ts';
import { exportExportsOf } from './exports/export-exports.public.ts';
import { forgetExports } from './exports/exports.public.ts';
import { exportFavoritesOf } from './favorites/export-favorites.public.ts';
import { noteAdEventsForKeepers } from './favorites/favorite-news.public.ts';
import { forgetFavorites, markFavorites } from './favorites/favorites.public.ts';
import { exportFeedbackOf } from './feedback/export-feedback.public.ts';
import { forgetFeedback } from './feedback/feedback.public.ts';
import { exportHiddenWordsOf, forgetHiddenWords } from './hidden-words/hidden-words.public.ts';
import { exportInvitationsOf } from './invitations/export-invitations.public.ts';
import { forgetInvitations } from './invitations/invitations.public.ts';
import { moderatedInvitation } from './invitations/moderated-invitation.public.ts';
import { noteInvitationEvent } from './invitations/note-event.public.ts';
import { noteNewcomer } from './invitations/note-newcomer.public.ts';
import { markRegistered } from './invitations/note-visit.public.ts';
import { exportMediaOf } from './media/export-media.public.ts';
import { forgetMedia } from './media/forget-media.public.ts';
import { createMedia } from './media/media.public.ts';
import { chooseMediaRooms } from './media-rooms/choose-media-rooms.public.ts';
import { exportModerationOf } from './moderation/export-moderation.public.ts';
import { moderatedMeasure, moderatedPerson } from './moderation/moderated-account.public.ts';
import type { ModeratedThing } from './moderation/moderated-thing.public.ts';
import { forgetModeration } from './moderation/moderation.public.ts';
import { countPublishing } from './moderation/restraints.public.ts';
import { keepSuspended } from './moderation/suspension.public.ts';
import { forgetWaves } from './moderation/waves.public.ts';
import { exportMusicOf } from './music/export-music.public.ts';
import { moderatedTrack } from './music/moderated-track.public.ts';
import { forgetMusic } from './music/music.public.ts';
import { exportNotificationsOf } from './notifications/export-notifications.public.ts';
import { forgetNotifications } from './notifications/notifications.public.ts';
import { createSiteState } from './operations/site-state.public.ts';
import { exportPaymentsOf } from './payments/export-payments.public.ts';
import { forgetPayments } from './payments/forget-payments.public.ts';
import { createPaymentProvider, dropAutopay, noteSubscriptionUse, reconcileUser } from './payments/payments.public.ts';
import { type Clock, systemClock } from './platform/clock.ts';
import type { Config } from './platform/config.ts';
import { openDatabase } from './platform/database/open-database.ts';
import { createLive } from './platform/live/live.ts';
import { exportUserEventsOf, forgetUserEvents } from './platform/live/user-events.queries.ts';
import { createMail } from './platform/mail/mail.ts';
import { createPublicCache } from './platform/public-cache.ts';
import { createQueue } from './platform/queue/queue.ts';
import { createSms } from './platform/sms/sms.ts';
import { createStorage } from './platform/storage/storage.ts';
import { createTexts } from './platform/texts.ts';
import { exportPostFilesOf } from './post-files/export-post-files.public.ts';
import { forgetPostFiles } from './post-files/post-files.public.ts';
import { exportPresenceOf } from './presence/export-presence.public.ts';
import { forgetPresence } from './presence/presence.public.ts';
import { exportPromotionsOf } from './promotion/export-promotion.public.ts';
import {
  findPromotedAds,
  forgetPromotions,
  noteAdEventsForPromotions,
  notePromotedView,
} from './promotion/promoted-now.public.ts';
import { exportPublicationsOf } from './publications/export-publications.public.ts';
import { moderatedPublication, moderatedPublicationComment } from './publications/moderated-publication.public.ts';
import { forgetPublications, noteVideoFailed, setPublicationsHidden } from './publications/publications.public.ts';
import { seesPublication } from './publications/sees-publication.ts';
import { forgetDevices } from './push/push.public.ts';
import { checkContent } from './rules/check-content.ts';
import { exportRulesOf } from './rules/export-rules.public.ts';
import { forgetRules } from './rules/rules.public.ts';
import { exportSearchesOf } from './searches/export-searches.public.ts';
import { forgetSearches, noteAdEventsForSearches } from './searches/searches.public.ts';
import { SEARCHES_OF_REFERENCE } from './searches/searches-of-reference.public.ts';
import type { Services } from './services.ts';
import { forgetApprovals } from './staff/staff.public.ts';
import { exportStreamRecordingsOf } from './stream-recordings/export-recordings.public.ts';
import { forgetStreamRecordings } from './stream-recordings/stream-recordings.public.ts';
import { exportStreamsOf } from './streams/export-streams.public.ts';
import {
  endStreamOf,
  endStreams,
  findStreamRoom,
  forgetStreams,
  noteStreamPlayable,
  noteStreamStanding,
  openStreamByKey,
  seesStream,
} from './streams/streams.public.ts';
import { exportSubscriptionsOf } from './subscriptions/export-subscriptions.public.ts';
import { endSubscriptions, forgetFollowers, noteAdEventsForFollowers } from './subscriptions/subscriptions.public.ts';
import { exportUploadsOf, forgetUploads } from './uploads/uploads-of-people.public.ts';
import { exportUsersOf } from './users/export-users.public.ts';
import { forgetReveals } from './users/phone-reveals.public.ts';
import { USERS_OF_REFERENCE } from './users/users-of-reference.public.ts';

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
