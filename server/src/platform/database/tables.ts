import type { Kysely, Transaction } from 'kysely';
import type { MediaTables } from '../../files/media/media.tables.ts';
import type { UploadsTables } from '../../files/uploads/uploads.tables.ts';
import type { StreamRecordingsTables } from '../../live/stream-recordings/stream-recordings.tables.ts';
import type { StreamsTables } from '../../live/streams/streams.tables.ts';
import type { AdsTables } from '../../market/ads/ads.tables.ts';
import type { DealsTables } from '../../market/deals/deals.tables.ts';
import type { FavoritesTables } from '../../market/favorites/favorites.tables.ts';
import type { FollowsTables } from '../../market/follows/follows.tables.ts';
import type { PromotionTables } from '../../market/promotion/promotion.tables.ts';
import type { SearchesTables } from '../../market/saved-searches/searches.tables.ts';
import type { SellerSettingsTables } from '../../market/seller-settings/seller-settings.tables.ts';
import type { CallsTables } from '../../messaging/calls/calls.tables.ts';
import type { ChatTables } from '../../messaging/chat/chat.tables.ts';
import type { ReactionsAndSchedulingTables } from '../../messaging/chat/extras/reactions-and-scheduling.tables.ts';
import type { LinkCardsTables } from '../../messaging/chat/link-cards/link-cards.tables.ts';
import type { ChatFilesTables } from '../../messaging/chat-files/chat-files.tables.ts';
import type { InvitationsTables } from '../../money/invitations/invitations.tables.ts';
import type { PaymentsTables } from '../../money/payments/payments.tables.ts';
import type { EmailPreferencesTables } from '../../notifications/email-preferences/email-preferences.tables.ts';
import type { NotificationsTables } from '../../notifications/notifications/notifications.tables.ts';
import type { PushTables } from '../../notifications/push/push.tables.ts';
import type { AuthTables } from '../../people/auth/auth.tables.ts';
import type { BirthdaysTables } from '../../people/birthdays/birthdays.tables.ts';
import type { CircleTables } from '../../people/circle/circle.tables.ts';
import type { ContactsTables } from '../../people/contacts/contacts.tables.ts';
import type { ExportsTables } from '../../people/data-export/exports.tables.ts';
import type { MutedWordsTables } from '../../people/muted-words/muted-words.tables.ts';
import type { PersonNotesTables } from '../../people/person-notes/person-notes.tables.ts';
import type { PresenceTables } from '../../people/presence/presence.tables.ts';
import type { UsersTables } from '../../people/users/users.tables.ts';
import type { CollectionsTables } from '../../publishing/collections/collections.tables.ts';
import type { CommentsTables } from '../../publishing/comments/comments.tables.ts';
import type { MusicTables } from '../../publishing/music/music.tables.ts';
import type { PublicationFilesTables } from '../../publishing/publication-files/publication-files.tables.ts';
import type { PublicationsTables } from '../../publishing/publications/publications.tables.ts';
import type { ReferenceTables } from '../../reference/reference.tables.ts';
import type { StaffTables } from '../../staff/consoles/staff.tables.ts';
import type { DraftsTables } from '../../staff/documents/drafts.tables.ts';
import type { FeedbackTables } from '../../staff/feedback/feedback.tables.ts';
import type { OperationsTables } from '../../staff/operations/operations.tables.ts';
import type { ComplaintsTables } from '../../trust/complaints/complaints.tables.ts';
import type { ContentRulesTables } from '../../trust/content-rules/content-rules.tables.ts';
import type { BulkSanctionsTables } from '../../trust/moderation/bulk-sanctions/bulk-sanctions.tables.ts';
import type { ModerationTables } from '../../trust/moderation/moderation.tables.ts';
import type { AuditTables } from '../audit-log/audit.tables.ts';
import type { DocumentsTables } from '../documents/documents.tables.ts';
import type { IdempotencyTables } from '../http/idempotency.ts';
import type { InstallationKeysTables } from '../installation-keys/installation-keys.tables.ts';
import type { LiveTables } from '../live/live.tables.ts';
import type { SiteSettingsTables } from '../site-settings/site-settings.tables.ts';

/** All tables. Only the owning domain writes a table; read joins may cross domains. */
export interface Database
  extends AdsTables,
    EmailPreferencesTables,
    AuditTables,
    AuthTables,
    CallsTables,
    ReactionsAndSchedulingTables,
    ChatFilesTables,
    ChatTables,
    CircleTables,
    CollectionsTables,
    CommentsTables,
    ComplaintsTables,
    ContactsTables,
    DocumentsTables,
    DraftsTables,
    ExportsTables,
    FeedbackTables,
    DealsTables,
    FavoritesTables,
    MutedWordsTables,
    BirthdaysTables,
    PersonNotesTables,
    IdempotencyTables,
    InstallationKeysTables,
    InvitationsTables,
    LinkCardsTables,
    LiveTables,
    MediaTables,
    ModerationTables,
    MusicTables,
    NotificationsTables,
    OperationsTables,
    PaymentsTables,
    PublicationFilesTables,
    PresenceTables,
    PromotionTables,
    PublicationsTables,
    PushTables,
    ReferenceTables,
    ContentRulesTables,
    SearchesTables,
    SellerSettingsTables,
    StaffTables,
    StreamRecordingsTables,
    StreamsTables,
    FollowsTables,
    UploadsTables,
    SiteSettingsTables,
    UsersTables,
    BulkSanctionsTables {}

export type Db = Kysely<Database>;
export type Tx = Transaction<Database>;
