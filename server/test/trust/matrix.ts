import type { Row } from './row.ts';
import { adLifeRows } from './rows/ad-life.ts';
import { adSearchRows } from './rows/ad-search.ts';
import { adsRows } from './rows/ads.ts';
import { attributesRows } from './rows/attributes.ts';
import { authRows } from './rows/auth.ts';
import { callsRows } from './rows/calls.ts';
import { chatRows } from './rows/chat.ts';
import { chatFilesRows } from './rows/chat-files.ts';
import { circleRows } from './rows/circle.ts';
import { collectionsRows } from './rows/collections.ts';
import { contactsRows } from './rows/contacts.ts';
import { dataRows } from './rows/data.ts';
import { dealRows } from './rows/deals.ts';
import { discussionRows } from './rows/discussion.ts';
import { documentsRows } from './rows/documents.ts';
import { drawRows } from './rows/draws.ts';
import { invitationsRows } from './rows/invitations.ts';
import { loanRows } from './rows/loans.ts';
import { meetingRows } from './rows/meetings.ts';
import { moderationRows } from './rows/moderation.ts';
import { musicRows } from './rows/music.ts';
import { nearRows } from './rows/near.ts';
import { notificationsRows } from './rows/notifications.ts';
import { operationsRows } from './rows/operations.ts';
import { paymentsRows } from './rows/payments.ts';
import { postFilesRows } from './rows/post-files.ts';
import { presenceRows } from './rows/presence.ts';
import { promotionRows } from './rows/promotion.ts';
import { publicationsRows } from './rows/publications.ts';
import { referenceRows } from './rows/reference.ts';
import { registrationsRows } from './rows/registrations.ts';
import { reviewRows } from './rows/review.ts';
import { rulesRows } from './rows/rules.ts';
import { savedRows } from './rows/saved.ts';
import { securityRows } from './rows/security.ts';
import { siteRows } from './rows/site.ts';
import { staffRows } from './rows/staff.ts';
import { streamsRows } from './rows/streams.ts';
import { usersRows } from './rows/users.ts';

/** The authorization matrix, one file of rows per domain. The tests fail if an endpoint of the contract is missing. */
export const MATRIX: readonly Row[] = [
  ...adsRows,
  ...adSearchRows,
  ...adLifeRows,
  ...reviewRows,
  ...authRows,
  ...securityRows,
  ...usersRows,
  ...circleRows,
  ...callsRows,
  ...streamsRows,
  ...chatRows,
  ...chatFilesRows,
  ...collectionsRows,
  ...contactsRows,
  ...dataRows,
  ...invitationsRows,
  ...dealRows,
  ...drawRows,
  ...loanRows,
  ...meetingRows,
  ...savedRows,
  ...nearRows,
  ...moderationRows,
  ...musicRows,
  ...notificationsRows,
  ...postFilesRows,
  ...presenceRows,
  ...paymentsRows,
  ...promotionRows,
  ...referenceRows,
  ...rulesRows,
  ...discussionRows,
  ...staffRows,
  ...attributesRows,
  ...publicationsRows,
  ...operationsRows,
  ...siteRows,
  ...documentsRows,
  ...registrationsRows,
];

/** Routes outside the contract, with the reason why each is safe. */
const INGEST_PATHS = ['/whip', '/whip/:resource', '/whep', '/whep/:id', '/whep/:id/:resource'];

export const OTHER_ROUTES: Readonly<Record<string, string>> = {
  ...Object.fromEntries(
    INGEST_PATHS.flatMap((path) => [
      [`OPTIONS ${path}`, 'what players of other sites may send; stream-ingest.api.test.ts knocks'],
      [`GET ${path}`, 'refused'],
      [`PUT ${path}`, 'refused'],
    ]),
  ),
  'GET /manifest.webmanifest': 'name and icons of the site, in the language of the reader',
  'GET /map/tiles/:version/:z/:x/:y': 'pictures of the map that the operator chose',
  'GET /healthz': 'says that the process lives',
  'GET /readyz': 'says that the database answers',
  'GET /metrics': 'figures without people, to this machine and to whoever shows the token; metrics.api.test.ts knocks',
  'GET /api/openapi.json': 'the description of the calls',
  'GET /api/asyncapi.json': 'the description of the sockets',
  'GET /api/docs': 'a page over the description',
  'GET /api/docs/sockets': 'a page made of the description of the sockets',
  'GET /api/docs/start.js': 'its script',
  'GET /api/docs/files/*': 'two files of a library',
  'GET /ws/notifications/:user_id': 'a person’s own bell; socket-door.api.test.ts knocks',
  'GET /ws/callnotification/:user_id': 'a person’s own socket for calls; call-notification.api.test.ts knocks',
  'GET /ws/entercall/:room/:user': 'its own people; whoever else has the link may ask in, and hears nothing',
  'GET /ws/chat/:my_id/:other_id':
    'a person’s own dialog, unless one of the two blocked the other; chat-socket.api.test.ts knocks',
  'GET /ws/ads/:board_id': 'events of an ad that one may see; the same',
  'GET /ws/streams/:stream_id':
    'events of a stream that one may see, of guests too where everybody may; streams-live.api.test.ts knocks',
  'GET /api/approvals/:id/file':
    'what two of the staff agreed to hand out, to whoever asked, after a recent proof; approvals.api.test.ts knocks',
  'GET /api/payments/export.csv': 'payments of everybody, to whoever may see money; staff-payments.api.test.ts knocks',
  'GET /api/feedback/export.csv': 'what people wrote, to staff who may read it; feedback.api.test.ts knocks',
  'GET /api/audit/export.csv': 'the log of what staff did, to whoever may read it; audit.api.test.ts knocks',
  'GET /media/streams/:id/poster/:name': 'the picture of a stream, to whoever sees it; streams.api.test.ts knocks',
  'GET /api/meetings/:id/calendar.ics': 'an agreed meeting, to its two people; meetings.api.test.ts knocks',
  'GET /api/streams/:id/calendar.ics':
    'the date of an announced stream, to whoever sees it; streams.api.test.ts knocks',
  'GET /ws/publications/:publish_id': 'events of a publication that one may see; publications-live.api.test.ts knocks',
  'GET /api/boards/export.csv': 'everybody’s ads, to staff who may read them; staff-ads.api.test.ts knocks',
  'GET /api/categories/export.csv': 'reference data, to staff who may edit it; export-reference.api.test.ts knocks',
  'GET /api/countries/export.csv': 'the same',
  'GET /api/cities/export.csv': 'the same',
  'GET /api/users/export/:id/file':
    'a person’s own archive: by their session once it proved itself again, or by the link of their letter',
  'GET /api/user/export/:id/file': 'the same',
  'GET /media/chat/:uid/:name':
    'a file of a message, to whoever may read the message; private-files.api.test.ts knocks',
  'GET /api/chat/:id/export': 'a dialog of one’s own, to its two people; export-chat.api.test.ts knocks',
  'GET /media/audio/:uid': 'the sound of a track, to whoever sees its playlist; music.api.test.ts knocks',
  'GET /media/posts/:uid/:name':
    'a photo or video of a publication, to whoever sees that; its owner’s alone before; post-files.api.test.ts knocks',
  'GET /media/streams/:id/:name':
    'the recording of a stream, to whoever sees the stream; stream-recordings.api.test.ts knocks',
  'POST /whip': 'a program sends into its owner’s stream, by the owner’s key: who-may-stream-by-key.api.test.ts',
  'DELETE /whip/:resource': 'it ends; the name is signed and the secret',
  'PATCH /whip/:resource': 'refused',
  'POST /whep/:id': 'a program watches a stream that its session sees; stream-programs.api.test.ts knocks',
  'DELETE /whep/:id/:resource': 'it goes; the name is the secret',
  'PATCH /whep/:id/:resource': 'refused',
  'OPTIONS /api/uploads': 'what of the tus protocol is spoken here',
  'POST /api/uploads': 'a resumable upload of one’s own, guarded as every write; uploads.api.test.ts knocks',
  'PATCH /api/uploads/:id': 'the same, one’s own only',
  'DELETE /api/uploads/:id': 'the same',
  'GET /media/*': 'public pictures under names that nobody can guess',
  'GET /mobile/pay/:user_id': 'starts a payment for that person and signs nobody in; limited per address',
  'GET /sandbox/pay/:id': 'the sandbox provider’s page; its address is the secret',
  'GET /sandbox/receipt/:kind/:id': 'the sandbox’s receipts; their address is the secret, and they name nobody',
  'POST /sandbox/pay/:id': 'its form, proved by a hidden token and the same site',
  'GET /dev/outbox': 'letters that no mail server takes, to loopback only',
  'GET /dev/outbox.json': 'the same',
  'GET /dev/outbox/:id': 'the same',
  'GET /feeds/user/:id.atom': 'what guests see of a person; feeds.api.test.ts knocks',
  'GET /feeds/ads.atom': 'ads that guests see; feeds.api.test.ts knocks',
  'GET /feeds/search.atom':
    'what a saved search found and guests see, to whoever has its secret address; feeds.api.test.ts knocks',
  'GET /robots.txt': 'for search engines',
  'GET /.well-known/security.txt': 'where to report a vulnerability',
  'GET /.well-known/change-password': 'leads to the page of the password, which asks guests to sign in',
  'GET /site-logo/:logo/:file.png': 'the logo that everybody sees',
  'GET /sitemap.xml': 'public ads',
  'GET /sitemap/pages.xml': 'public pages',
  'GET /sitemap/ads-:part.xml': 'public ads',
  'GET /*': 'pages, rendered through the same calls under the reader’s own session',
};
