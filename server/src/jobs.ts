import { sweepMedia } from './files/media/sweep-media.job.ts';
import { sweepUploadsInParts } from './files/uploads/sweep-uploads.job.ts';
import { keepSegments } from './live/stream-recordings/keep-segments.job.ts';
import { makeLiveSegment } from './live/stream-recordings/make-live-segment.job.ts';
import { publishRecording } from './live/stream-recordings/publish-recording.job.ts';
import { sweepRecordings as sweepStreamRecordings } from './live/stream-recordings/sweep-recordings.job.ts';
import { announceStream } from './live/streams/announce-stream.job.ts';
import { settleStreams } from './live/streams/settle-streams.job.ts';
import { sweepStreams } from './live/streams/sweep-streams.job.ts';
import { dropAttributeValues } from './market/ads/drop-attribute-values.job.ts';
import { expireAds } from './market/ads/lifecycle/expire-ads.job.ts';
import { purgeArchivedAds } from './market/ads/lifecycle/purge-archived-ads.job.ts';
import { foldAdCounts } from './market/ads/search/fold-ad-counts.job.ts';
import { forgetOldVisits } from './market/ads/visits/forget-old-visits.job.ts';
import { sweepFavorites } from './market/favorites/sweep-favorites.job.ts';
import { tellKeepers } from './market/favorites/tell-keepers.job.ts';
import { announceAd } from './market/follows/announce-ad.job.ts';
import { settlePromotions } from './market/promotion/settle-promotions.job.ts';
import { matchSearches } from './market/saved-searches/match-searches.job.ts';
import { sendSearchLetters } from './market/saved-searches/search-letters.job.ts';
import { sweepSearches } from './market/saved-searches/sweep-searches.job.ts';
import { noteMissedCalls } from './messaging/calls/note-missed-calls.job.ts';
import { pushRings } from './messaging/calls/push-rings.job.ts';
import { settleCalls } from './messaging/calls/settle-calls.job.ts';
import { sweepCalls } from './messaging/calls/sweep-calls.job.ts';
import { findOverdue, sendScheduled } from './messaging/chat/extras/send-scheduled.job.ts';
import { sweepChatExtras } from './messaging/chat/extras/sweep-chat-extras.job.ts';
import { pushMessageJob } from './messaging/chat/push/push-message.job.ts';
import { sweepChatFiles } from './messaging/chat-files/sweep-chat-files.job.ts';
import { askInviterJob } from './money/invitations/ask-inviter.job.ts';
import { sweepInvitations } from './money/invitations/sweep-invitations.job.ts';
import { deliverSandboxNotice } from './money/payments/provider/deliver-sandbox-notice.job.ts';
import { reconcilePayments } from './money/payments/reconcile-payments.job.ts';
import { adoptRefund } from './money/payments/refunds/adopt-refund.job.ts';
import { settleRefund } from './money/payments/refunds/settle-refund.job.ts';
import { settlePayment } from './money/payments/settle-payment.job.ts';
import { renewSubscriptions } from './money/payments/subscription/renew-subscriptions.job.ts';
import { ringDevices } from './notifications/notifications/ring-devices.job.ts';
import { sendDigests } from './notifications/notifications/send-digests.job.ts';
import { sweepNotifications } from './notifications/notifications/sweep-notifications.job.ts';
import { deliverPush } from './notifications/push/deliver-push.job.ts';
import { erasePeople } from './people/auth/erase-people.job.ts';
import { moveSecondStepResets } from './people/auth/second-factor/move-resets.job.ts';
import { sweepSessions } from './people/auth/sweep-sessions.job.ts';
import { sweepContacts } from './people/contacts/sweep-contacts.job.ts';
import { buildExport } from './people/data-export/build-export.job.ts';
import { removeExportFiles } from './people/data-export/remove-export-files.job.ts';
import { sweepExports } from './people/data-export/sweep-exports.job.ts';
import { sweepIdempotencyKeys } from './platform/http/idempotency.job.ts';
import { sweepUserEvents } from './platform/live/sweep-user-events.job.ts';
import { sendLetter } from './platform/mail/send-letter.job.ts';
import { sweepLetters } from './platform/mail/sweep-letters.job.ts';
import type { Job } from './platform/queue/job.ts';
import { foldSearchVocabulary } from './platform/search/fold-search-vocabulary.job.ts';
import type { Services } from './platform/services.ts';
import { sendSms } from './platform/sms/send-sms.job.ts';
import { measureLoudness } from './publishing/music/audio/measure-loudness.job.ts';
import { sweepRecordings } from './publishing/music/audio/sweep-recordings.job.ts';
import { makeMotion } from './publishing/publication-files/make-motion.job.ts';
import { makeVideo } from './publishing/publication-files/make-video.job.ts';
import { sweepPostFiles } from './publishing/publication-files/sweep-post-files.job.ts';
import { announcePublication } from './publishing/publications/announce-publication.job.ts';
import { foldTags } from './publishing/publications/fold-tags.job.ts';
import { findOverduePublications, publishPlanned } from './publishing/publications/publish-planned.job.ts';
import { carryOutApproval } from './staff/consoles/carry-out-approval.job.ts';
import { sweepApprovals } from './staff/consoles/sweep-approvals.job.ts';
import { foldDailyFigures } from './staff/operations/fold-daily-figures.job.ts';
import { sweepTraces } from './trust/content-rules/sweep-traces.job.ts';
import { runWave } from './trust/moderation/bulk-sanctions/run-wave.job.ts';
import { settleMeasures } from './trust/moderation/settle-measures.job.ts';

const SECOND = 1000;
const MINUTE = 60 * SECOND;
const HOUR = 60 * MINUTE;

/** Every domain's jobs. */
export const jobs: readonly Job<Services>[] = [
  foldAdCounts,
  foldSearchVocabulary,
  dropAttributeValues,
  expireAds,
  forgetOldVisits,
  purgeArchivedAds,
  erasePeople,
  sendScheduled,
  findOverdue,
  pushMessageJob,
  sweepChatExtras,
  buildExport,
  removeExportFiles,
  sweepExports,
  sweepSessions,
  moveSecondStepResets,
  sweepContacts,
  askInviterJob,
  sweepInvitations,
  sweepMedia,
  settleStreams,
  announceStream,
  sweepStreams,
  settleCalls,
  pushRings,
  noteMissedCalls,
  sweepCalls,
  keepSegments,
  makeLiveSegment,
  publishRecording,
  sweepStreamRecordings,
  sweepChatFiles,
  sweepUploadsInParts,
  makeMotion,
  makeVideo,
  sweepPostFiles,
  measureLoudness,
  sweepRecordings,
  sweepNotifications,
  ringDevices,
  sendDigests,
  deliverPush,
  deliverSandboxNotice,
  reconcilePayments,
  settlePayment,
  settleRefund,
  adoptRefund,
  renewSubscriptions,
  settlePromotions,
  settleMeasures,
  sweepIdempotencyKeys,
  sweepUserEvents,
  sendLetter,
  sweepLetters,
  sendSms,
  sweepFavorites,
  tellKeepers,
  matchSearches,
  sendSearchLetters,
  sweepSearches,
  announceAd,
  announcePublication,
  publishPlanned,
  findOverduePublications,
  foldTags,
  foldDailyFigures,
  sweepTraces,
  runWave,
  carryOutApproval,
  sweepApprovals,
];

/** What runs by the clock, whatever the number of nodes. */
export function startPeriodicJobs({ queue }: Services): { stop(): void } {
  const timers = [
    queue.every(5 * SECOND, foldAdCounts, {}),
    queue.every(5 * SECOND, foldSearchVocabulary, {}),
    queue.every(5 * SECOND, foldTags, {}),
    queue.every(5 * SECOND, settleCalls, {}),
    queue.every(5 * SECOND, keepSegments, {}),
    queue.every(5 * SECOND, settleStreams, {}),
    queue.every(MINUTE, findOverduePublications, {}),
    queue.every(15 * SECOND, reconcilePayments, {}),
    queue.every(10 * MINUTE, renewSubscriptions, {}),
    queue.every(MINUTE, settlePromotions, {}),
    queue.every(MINUTE, settleMeasures, {}),
    queue.every(HOUR, erasePeople, {}),
    queue.every(HOUR, sweepExports, {}),
    queue.every(HOUR, sweepApprovals, {}),
    queue.every(HOUR, sweepLetters, {}),
    queue.every(HOUR, sweepSessions, {}),
    queue.every(HOUR, moveSecondStepResets, {}),
    queue.every(HOUR, sweepContacts, {}),
    queue.every(MINUTE, findOverdue, {}),
    queue.every(HOUR, sweepChatExtras, {}),
    queue.every(HOUR, sweepFavorites, {}),
    queue.every(HOUR, sweepSearches, {}),
    queue.every(HOUR, sweepTraces, {}),
    queue.every(HOUR, sweepInvitations, {}),
    queue.every(HOUR, sweepMedia, {}),
    queue.every(HOUR, sweepCalls, {}),
    queue.every(HOUR, sweepStreamRecordings, {}),
    queue.every(HOUR, sweepStreams, {}),
    queue.every(HOUR, sweepChatFiles, {}),
    queue.every(HOUR, sweepUploadsInParts, {}),
    queue.every(HOUR, sweepPostFiles, {}),
    queue.every(HOUR, sweepRecordings, {}),
    queue.every(HOUR, sweepNotifications, {}),
    queue.every(10 * MINUTE, sendDigests, {}),
    queue.every(10 * MINUTE, expireAds, {}),
    queue.every(HOUR, forgetOldVisits, {}),
    queue.every(HOUR, purgeArchivedAds, {}),
    queue.every(HOUR, sweepIdempotencyKeys, {}),
    queue.every(HOUR, sweepUserEvents, {}),
    queue.every(5 * MINUTE, foldDailyFigures, {}),
  ];
  return { stop: () => timers.forEach((timer) => void timer.stop()) };
}
