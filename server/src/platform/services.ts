import type { Board } from '@app/contract/market/ads';
import type { ChatCounts } from '@app/contract/messaging/chat';
import type { Lang } from '@app/contract/platform/languages';
import type { SavedItemKind } from '@app/contract/publishing/collections';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type pg from 'pg';
import type { Logger } from 'pino';
import type { Media } from '../files/media/media.public.ts';
import type { MediaRooms } from '../live/media-rooms/media-rooms.public.ts';
import type { IngestStream } from '../live/streams/streams.public.ts';
import type { AdEvent } from '../market/ads/ad-events.public.ts';
import type { PromotedAd } from '../market/ads/promoted-ads.public.ts';
import type { InvitationEvent } from '../money/invitations/invitation-state.ts';
import type { Newcomer } from '../money/invitations/on-user-registered.public.ts';
import type { PaymentProvider } from '../money/payments/provider/provider.ts';
import type { SessionService } from '../people/auth/sessions.ts';
import type { Contact, ContactOwner } from '../people/users/contacts.public.ts';
import type { Relationship } from '../people/users/relationship.public.ts';
import type { ReferenceUse } from '../reference/reference-uses.public.ts';
import type { SiteStateCache } from '../staff/operations/site-state.public.ts';
import type { RuleHold } from '../trust/content-rules/check-content.ts';
import type { Content } from '../trust/content-rules/content-fingerprint.ts';
import type { ModerationTarget } from '../trust/moderation/moderation-target.public.ts';
import type { PublishingLimit } from '../trust/moderation/publishing-limits.public.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Db, Tx } from './database/tables.ts';
import type { ExportedData } from './exported-data.ts';
import type { PublicCache } from './http/public-cache.ts';
import type { SignedInViewer, Viewer } from './http/viewer.ts';
import type { Live } from './live/live.ts';
import type { NumberedEvent } from './live/user-events.queries.ts';
import type { Mail } from './mail/mail.ts';
import type { Queue } from './queue/queue.ts';
import type { Sms } from './sms/sms.ts';
import type { Storage } from './storage/storage.ts';
import type { Texts } from './texts.ts';

/** What operations work with. Built once in `build-services.ts`; tests build their own with another clock or provider. */
export interface Services {
  config: Config;
  log: Logger;
  pool: pg.Pool;
  db: Db;
  clock: Clock;
  texts: Texts;
  queue: Queue;
  mail: Mail;
  sms: Sms;
  storage: Storage;
  media: Media;
  sessions: SessionService;
  provider: PaymentProvider;
  publicCache: PublicCache;
  live: Live;
  mediaRooms: MediaRooms;
  /** Announcements and switches, as every page and every call asks for them. */
  siteState: SiteStateCache;
  /** Ask the provider about this person's open payments now. `users` calls it, `payments` does it: a link upwards. */
  reconcilePayments(userId: number): Promise<void>;
  /** Somebody published something, so the year that runs is used: `ads` and `publications` call it, `payments` notes it. */
  onContentPublished(tx: Tx, userId: number): Promise<void>;
  /** Take a departed or suspended person's ads and friendships off the lists, or put them back: `users` calls it, `ads` and `circle` do it. */
  hideAds(tx: Tx, ownerId: number, isHidden: boolean): Promise<void>;
  /** What names categories, countries and cities elsewhere: `reference` counts and moves it, the list is in `build-services.ts`. */
  referenceUses: readonly ReferenceUse[];
  /** Have ads forget what they say about an attribute: `reference` calls it, `ads` does it, a little later. */
  deleteAttributeValues(db: Db, attributeId: number): Promise<void>;
  /** Take back what waits for a person who leaves: changes not proved yet, devices that are told of news. The list is in `build-services.ts`. */
  cancelPendingActions(tx: Tx, userId: number): Promise<void>;
  /** Staff suspended a person without an end: `users` calls it, `moderation` drops the ends of what suspended them before. */
  makeSuspensionPermanent(tx: Tx, userId: number): Promise<void>;
  /** Have everybody erased whose time is over, once this transaction commits: `users` calls it, `auth` does it. */
  enqueueErasures(tx: Tx): Promise<void>;
  /** Erase a person's ads for good, before the person is erased. */
  eraseAds(tx: Tx, ownerId: number): Promise<void>;
  /** Say of each ad whether this viewer keeps it: `ads` calls it for what it shows, `favorites` knows. */
  markFavorites(viewer: Viewer, boards: readonly Board[]): Promise<void>;
  /** Which of these things this viewer keeps: whoever shows them asks, `collections` knows. */
  findSavedIds(viewer: Viewer, kind: SavedItemKind, ids: readonly number[]): Promise<Set<number>>;
  /** Whether this viewer may see a publication, and so its files: `post-files` asks it, `publications` knows. */
  mayViewPublication(viewer: Viewer, publishId: number): Promise<boolean>;
  /** Erase what other domains keep of a person, before the person is erased: `auth` calls it, the list is in `build-services.ts`. */
  eraseUserData(tx: Tx, userId: number): Promise<void>;
  /** What each domain keeps of a person, for the person's own archive: the list is in `build-services.ts`. */
  userDataExporters: Readonly<Record<string, (db: Db, userId: number) => Promise<ExportedData>>>;
  /** How the viewer and these people stand: `users` shows it, `circle` knows it. */
  findRelationships(viewer: Viewer, ids: readonly number[]): Promise<Map<number, Relationship>>;
  /** Which of these people are told nothing of `actorId`: muted or blocked. `notifications` asks it, `circle` knows it. */
  findMutedOrBlocked(db: Db, actorId: number, ids: readonly number[]): Promise<Set<number>>;
  /** End what subscriptions there are between two people: `circle` calls it when one blocks the other, `subscriptions` does it. */
  removeFollows(tx: Tx, oneId: number, otherId: number): Promise<void>;
  /** Count that a person tried a login, e-mail or phone of somebody else: `users` calls it, `auth` fails with too_many_attempts. */
  countTakenIdentifierAttempt(userId: number): Promise<void>;
  /** Let another e-mail or phone of a person's own wait for its code: `users` calls it, `contacts` does it. */
  startContactChange(tx: Tx, owner: ContactOwner, contact: Contact): Promise<void>;
  /** Staff set another e-mail or phone of somebody: `users` calls it, `contacts` ends what was begun and tells both addresses. */
  onContactSetByStaff(tx: Tx, owner: ContactOwner, contact: Contact): Promise<void>;
  /** Note who invited somebody who registers just now: `auth` calls it, `invitations` knows. */
  onUserRegistered(tx: Tx, newcomer: Newcomer): Promise<void>;
  /** Remember in this browser who registered in it; the invitation that it remembered is used. */
  markRegistered(request: FastifyRequest, reply: FastifyReply, userId: number): Promise<void>;
  /** Tell of somebody who may have been invited what matters to whoever did: `auth` and `payments` call it. */
  onInvitationEvent(tx: Tx, userId: number, event: InvitationEvent): Promise<void>;
  /** What is promoted now, by the ad: `ads` shows it, `promotion` knows it. */
  findPromotedAds(): Promise<ReadonlyMap<number, PromotedAd>>;
  /** Somebody new today came to an ad through its promoted card: `ads` sees it, `promotion` counts it. */
  countPromotedView(adId: number): Promise<void>;
  /** Look at what somebody just wrote by the rules of staff, and say why it has to wait: whoever publishes calls it, `rules` knows. */
  checkContent(tx: Tx, content: Content): Promise<RuleHold | undefined>;
  /** Tell whoever listens (the list is in `build-services.ts`) what happens to ads, inside the transaction in which it happens. */
  emitAdEvents(tx: Tx, ...events: readonly AdEvent[]): Promise<void>;
  /** What a person's pages hear of what happened in dialogs, by the number of the event: `notifications` tells it, `chat` knows it. */
  presentChatEvents(
    userId: number,
    langs: readonly Lang[],
    events: readonly NumberedEvent[],
  ): Promise<Map<Lang, Map<number, object>>>;
  /** How much waits in a person's dialogs: `notifications` greets with it, `chat` knows it. */
  countChats(userId: number): Promise<ChatCounts>;
  /** Let both people's pages know that one blocked the other, or does no more: `circle` calls it, `chat` tells. */
  onBlockChanged(tx: Tx, oneId: number, otherId: number): Promise<void>;
  /** Two people became friends: `circle` calls it, `chat` takes their dialog out of the requests. */
  onFriendshipCreated(tx: Tx, oneId: number, otherId: number): Promise<void>;
  /** Somebody listened to a voice note that was sent to them: `chat-files` knows it, `chat` tells both. */
  onVoiceHeard(tx: Tx, messageId: number): Promise<void>;
  /** Whether this viewer may see a stream, and so its recording: `stream-recordings` asks it, `streams` knows. */
  mayViewStream(viewer: Pick<Viewer, 'userId'>, streamId: number): Promise<boolean>;
  /** The first piece of a stream's recording can be played: `streams` tells whoever watches. */
  onStreamPlayable(tx: Tx, streamId: number): Promise<void>;
  /** The room of a stream that this viewer may join now: whoever lets programs watch asks it, `streams` knows. */
  findStreamRoom(viewer: Pick<Viewer, 'userId'>, streamId: number): Promise<string | undefined>;
  /** Open the stream that a program sends into with this key: undefined where it is nobody's. */
  openStreamByKey(key: string): Promise<IngestStream | undefined>;
  /** End a stream of this person's, once. */
  endStreamOf(userId: number, streamId: number): Promise<void>;
  /** A video that a publication holds could not be made: `post-files` knows it, `publications` tells its author. */
  onVideoFailed(tx: Tx, publishId: number): Promise<void>;
  /** What staff decide about, by the first word of its name (`ad:5`): the list is in `build-services.ts`. */
  moderationTargets: Readonly<Record<string, ModerationTarget>>;
  /** Decide all open complaints of a case and tell whoever complained: `moderation` calls it, `complaints` does it. */
  decideComplaints(
    tx: Tx,
    viewer: SignedInViewer,
    caseId: number,
    status: 'upheld' | 'rejected',
    answer: string,
  ): Promise<void>;
  /** End what somebody does just now, calls and streams: `moderation` calls it when it freezes a person. */
  endLiveActivity(tx: Tx, userId: number): Promise<void>;
  /** What somebody limited may still publish today: the door asks it. */
  publishingLimit: PublishingLimit;
}
