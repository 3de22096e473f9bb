import { media } from './files/media/media.domain.ts';
import { uploads } from './files/uploads/uploads.domain.ts';
import { mediaRooms } from './live/media-rooms/media-rooms.domain.ts';
import { streamIngest } from './live/stream-ingest/stream-ingest.domain.ts';
import { streamRecordings } from './live/stream-recordings/stream-recordings.domain.ts';
import { streams } from './live/streams/streams.domain.ts';
import { ads } from './market/ads/ads.domain.ts';
import { deals } from './market/deals/deals.domain.ts';
import { favorites } from './market/favorites/favorites.domain.ts';
import { follows } from './market/follows/follows.domain.ts';
import { promotion } from './market/promotion/promotion.domain.ts';
import { savedSearches } from './market/saved-searches/saved-searches.domain.ts';
import { sellerSettings } from './market/seller-settings/seller-settings.domain.ts';
import { calls } from './messaging/calls/calls.domain.ts';
import { chat } from './messaging/chat/chat.domain.ts';
import { chatFiles } from './messaging/chat-files/chat-files.domain.ts';
import { invitations } from './money/invitations/invitations.domain.ts';
import { payments } from './money/payments/payments.domain.ts';
import { emailPreferences } from './notifications/email-preferences/email-preferences.domain.ts';
import { notifications } from './notifications/notifications/notifications.domain.ts';
import { push } from './notifications/push/push.domain.ts';
import { auth } from './people/auth/auth.domain.ts';
import { birthdays } from './people/birthdays/birthdays.domain.ts';
import { circle } from './people/circle/circle.domain.ts';
import { contacts } from './people/contacts/contacts.domain.ts';
import { dataExport } from './people/data-export/data-export.domain.ts';
import { mutedWords } from './people/muted-words/muted-words.domain.ts';
import { personNotes } from './people/person-notes/person-notes.domain.ts';
import { presence } from './people/presence/presence.domain.ts';
import { users } from './people/users/users.domain.ts';
import { auditLog } from './platform/audit-log/audit-log.domain.ts';
import type { Domain } from './platform/domain/domain.ts';
import { http } from './platform/http/http.domain.ts';
import { live } from './platform/live/live.domain.ts';
import { mail } from './platform/mail/mail.domain.ts';
import { search } from './platform/search/search.domain.ts';
import { sms } from './platform/sms/sms.domain.ts';
import { collections } from './publishing/collections/collections.domain.ts';
import { comments } from './publishing/comments/comments.domain.ts';
import { music } from './publishing/music/music.domain.ts';
import { near } from './publishing/near/near.domain.ts';
import { publicationFiles } from './publishing/publication-files/publication-files.domain.ts';
import { publications } from './publishing/publications/publications.domain.ts';
import { reference } from './reference/reference.domain.ts';
import { consoles } from './staff/consoles/consoles.domain.ts';
import { documents } from './staff/documents/documents.domain.ts';
import { feedback } from './staff/feedback/feedback.domain.ts';
import { operations } from './staff/operations/operations.domain.ts';
import { site } from './staff/site/site.domain.ts';
import { complaints } from './trust/complaints/complaints.domain.ts';
import { contentRules } from './trust/content-rules/content-rules.domain.ts';
import { moderation } from './trust/moderation/moderation.domain.ts';

export const domains: readonly Domain[] = [
  auditLog,
  mail,
  sms,
  live,
  http,
  search,
  reference,
  media,
  uploads,
  notifications,
  push,
  emailPreferences,
  users,
  auth,
  contacts,
  circle,
  presence,
  dataExport,
  mutedWords,
  birthdays,
  personNotes,
  moderation,
  contentRules,
  complaints,
  payments,
  invitations,
  ads,
  sellerSettings,
  deals,
  favorites,
  savedSearches,
  follows,
  promotion,
  collections,
  comments,
  publications,
  publicationFiles,
  near,
  music,
  streams,
  streamRecordings,
  streamIngest,
  mediaRooms,
  chat,
  chatFiles,
  calls,
  consoles,
  feedback,
  operations,
  site,
  documents,
];
