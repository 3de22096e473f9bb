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
import type { PromotedAd } from '../market/ads/promoted-ads.public.ts';
import type { PaymentProvider } from '../money/payments/provider/provider.ts';
import type { SessionService } from '../people/auth/sessions.ts';
import type { Relationship } from '../people/users/relationship.public.ts';
import type { ReferenceUse } from '../reference/reference-uses.public.ts';
import type { SiteStateCache } from '../staff/operations/site-state.public.ts';
import type { ModerationTarget } from '../trust/moderation/moderation-target.public.ts';
import type { PublishingLimit } from '../trust/moderation/publishing-limits.public.ts';
import type { Clock } from './clock.ts';
import type { Config } from './config.ts';
import type { Db } from './database/tables.ts';
import type { PublicCache } from './http/public-cache.ts';
import type { Viewer } from './http/viewer.ts';
import type { Live } from './live/live.ts';
import type { NumberedEvent } from './live/user-events.queries.ts';
import type { Mail } from './mail/mail.ts';
import type { Queue } from './queue/queue.ts';
import type { Sms } from './sms/sms.ts';
import type { Storage } from './storage/storage.ts';
import type { Texts } from './texts.ts';

/** What operations work with. Built once in `build-services.ts`; tests pass another clock or provider. */
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
  siteState: SiteStateCache;
  /** Queries the payment provider for the user's open payments. Called by `users`, implemented by `payments`. */
  reconcilePayments(userId: number): Promise<void>;
  /**
   * Where rows of other domains refer to categories, countries and cities; `reference` counts and moves the references.
   * Listed in `build-services.ts`.
   */
  referenceUses: readonly ReferenceUse[];
  /** Sets on each ad whether it is a favorite of the viewer. Called by `ads`, implemented by `favorites`. */
  markFavorites(viewer: Viewer, boards: readonly Board[]): Promise<void>;
  findSavedIds(viewer: Viewer, kind: SavedItemKind, ids: readonly number[]): Promise<Set<number>>;
  /** Whether the viewer may see a publication and its files. Called by `post-files`, implemented by `publications`. */
  mayViewPublication(viewer: Viewer, publishId: number): Promise<boolean>;
  /** Relationships of the viewer to these users. Called by `users`, implemented by `circle`. */
  findRelationships(viewer: Viewer, ids: readonly number[]): Promise<Map<number, Relationship>>;
  /**
   * Returns those of `ids` who muted or blocked `actorId` and get no notifications. Called by `notifications`,
   * implemented by `circle`.
   */
  findMutedOrBlocked(db: Db, actorId: number, ids: readonly number[]): Promise<Set<number>>;
  /**
   * Counts an attempt to use the login, email or phone of another user. Called by `users`; `auth` fails with
   * too_many_attempts.
   */
  countTakenIdentifierAttempt(userId: number): Promise<void>;
  /** Stores in a cookie who registered in this browser; the stored invitation counts as used. */
  markRegistered(request: FastifyRequest, reply: FastifyReply, userId: number): Promise<void>;
  /** Currently promoted ads by id. Called by `ads`, implemented by `promotion`. */
  findPromotedAds(): Promise<ReadonlyMap<number, PromotedAd>>;
  /** Renders chat events for a user's pages, by event number. Called by `notifications`, implemented by `chat`. */
  presentChatEvents(
    userId: number,
    langs: readonly Lang[],
    events: readonly NumberedEvent[],
  ): Promise<Map<Lang, Map<number, object>>>;
  countChats(userId: number): Promise<ChatCounts>;
  /** Whether the viewer may see a stream and its recording. Called by `stream-recordings`, implemented by `streams`. */
  mayViewStream(viewer: Pick<Viewer, 'userId'>, streamId: number): Promise<boolean>;
  findStreamRoom(viewer: Pick<Viewer, 'userId'>, streamId: number): Promise<string | undefined>;
  openStreamByKey(key: string): Promise<IngestStream | undefined>;
  endStreamOf(userId: number, streamId: number): Promise<void>;
  /** Targets of moderation cases by the first part of their name (`ad` in `ad:5`). Listed in `build-services.ts`. */
  moderationTargets: Readonly<Record<string, ModerationTarget>>;
  /** Daily publishing limit of limited users; checked by `bind`. */
  publishingLimit: PublishingLimit;
}
