import type { Kysely, Transaction } from 'kysely';
import type { AdsTables } from './ads/ads.tables.ts';
import type { AlertsTables } from './alerts/alerts.tables.ts';
import type { AuditTables } from './audit/audit.tables.ts';
import type { AuthTables } from './auth/auth.tables.ts';
import type { CallsTables } from './calls/calls.tables.ts';
import type { ChatTables } from './chat/chat.tables.ts';
import type { ChatExtrasTables } from './chat/chat-extras.tables.ts';
import type { ChatFilesTables } from './chat-files/chat-files.tables.ts';
import type { CircleTables } from './circle/circle.tables.ts';
import type { CollectionsTables } from './collections/collections.tables.ts';
import type { CommentsTables } from './comments/comments.tables.ts';
import type { ComplaintsTables } from './complaints/complaints.tables.ts';
import type { ContactsTables } from './contacts/contacts.tables.ts';
import type { ExportsTables } from './exports/exports.tables.ts';
import type { FavoritesTables } from './favorites/favorites.tables.ts';
import type { FeedbackTables } from './feedback/feedback.tables.ts';
import type { HiddenWordsTables } from './hidden-words/hidden-words.tables.ts';
import type { InvitationsTables } from './invitations/invitations.tables.ts';
import type { MediaTables } from './media/media.tables.ts';
import type { ModerationTables } from './moderation/moderation.tables.ts';
import type { WavesTables } from './moderation/waves.tables.ts';
import type { MusicTables } from './music/music.tables.ts';
import type { NotificationsTables } from './notifications/notifications.tables.ts';
import type { OperationsTables } from './operations/operations.tables.ts';
import type { PaymentsTables } from './payments/payments.tables.ts';
import type { IdempotencyTables } from './platform/idempotency.ts';
import type { LiveTables } from './platform/live/live.tables.ts';
import type { PostFilesTables } from './post-files/post-files.tables.ts';
import type { PresenceTables } from './presence/presence.tables.ts';
import type { PromotionTables } from './promotion/promotion.tables.ts';
import type { PublicationsTables } from './publications/publications.tables.ts';
import type { PushTables } from './push/push.tables.ts';
import type { ReferenceTables } from './reference/reference.tables.ts';
import type { RulesTables } from './rules/rules.tables.ts';
import type { SearchesTables } from './searches/searches.tables.ts';
import type { StaffTables } from './staff/staff.tables.ts';
import type { StreamRecordingsTables } from './stream-recordings/stream-recordings.tables.ts';
import type { StreamsTables } from './streams/streams.tables.ts';
import type { SubscriptionsTables } from './subscriptions/subscriptions.tables.ts';
import type { UploadsTables } from './uploads/uploads.tables.ts';
import type { UsersTables } from './users/users.tables.ts';

/** Every table. Each is written by its own domain only; reading joins may cross domains. */
export interface Database
  extends AdsTables,
    AlertsTables,
    AuditTables,
    AuthTables,
    CallsTables,
    ChatExtrasTables,
    ChatFilesTables,
    ChatTables,
    CircleTables,
    CollectionsTables,
    CommentsTables,
    ComplaintsTables,
    ContactsTables,
    ExportsTables,
    FeedbackTables,
    FavoritesTables,
    HiddenWordsTables,
    IdempotencyTables,
    InvitationsTables,
    LiveTables,
    MediaTables,
    ModerationTables,
    MusicTables,
    NotificationsTables,
    OperationsTables,
    PaymentsTables,
    PostFilesTables,
    PresenceTables,
    PromotionTables,
    PublicationsTables,
    PushTables,
    ReferenceTables,
    RulesTables,
    SearchesTables,
    StaffTables,
    StreamRecordingsTables,
    StreamsTables,
    SubscriptionsTables,
    UploadsTables,
    UsersTables,
    WavesTables {}

export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;
