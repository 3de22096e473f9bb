import { dropAttributeValues } from './ads/drop-attribute-values.job.ts';
import { expireAds } from './ads/expire-ads.job.ts';
import { foldAdCounts } from './ads/fold-ad-counts.job.ts';
import { forgetOldVisits } from './ads/forget-old-visits.job.ts';
import { purgeArchivedAds } from './ads/purge-archived-ads.job.ts';
import { erasePeople } from './auth/erase-people.job.ts';
import { moveSecondStepResets } from './auth/move-resets.job.ts';
import { sweepSessions } from './auth/sweep-sessions.job.ts';
import { noteMissedCalls } from './calls/note-missed-calls.job.ts';
import { pushRings } from './calls/push-rings.job.ts';
import { settleCalls } from './calls/settle-calls.job.ts';
import { sweepCalls } from './calls/sweep-calls.job.ts';
import { pushMessageJob } from './chat/push-message.job.ts';
import { findOverdue, sendScheduled } from './chat/send-scheduled.job.ts';
import { sweepChatExtras } from './chat/sweep-chat-extras.job.ts';
import { sweepChatFiles } from './chat-files/sweep-chat-files.job.ts';
import { sweepContacts } from './contacts/sweep-contacts.job.ts';
import { buildExport } from './exports/build-export.job.ts';
import { removeExportFiles } from './exports/remove-export-files.job.ts';
import { sweepExports } from './exports/sweep-exports.job.ts';
import { sweepFavorites } from './favorites/sweep-favorites.job.ts';
import { tellKeepers } from './favorites/tell-keepers.job.ts';
import { askInviterJob } from './invitations/ask-inviter.job.ts';
import { sweepInvitations } from './invitations/sweep-invitations.job.ts';
import { sweepMedia } from './media/sweep-media.job.ts';
import { runWave } from './moderation/run-wave.job.ts';
import { settleMeasures } from './moderation/settle-measures.job.ts';
import { measureLoudness } from './music/measure-loudness.job.ts';
import { sweepRecordings } from './music/sweep-recordings.job.ts';
import { ringDevices } from './notifications/ring-devices.job.ts';
import { sendDigests } from './notifications/send-digests.job.ts';
import { sweepNotifications } from './notifications/sweep-notifications.job.ts';
import { foldDailyFigures } from './operations/fold-daily-figures.job.ts';
import { adoptRefund } from './payments/adopt-refund.job.ts';
import { deliverSandboxNotice } from './payments/provider/deliver-sandbox-notice.job.ts';
import { reconcilePayments } from './payments/reconcile-payments.job.ts';
import { renewSubscriptions } from './payments/renew-subscriptions.job.ts';
import { settlePayment } from './payments/settle-payment.job.ts';
import { settleRefund } from './payments/settle-refund.job.ts';
import { sweepIdempotencyKeys } from './platform/idempotency.job.ts';
import { sweepUserEvents } from './platform/live/sweep-user-events.job.ts';
import { sendLetter } from './platform/mail/send-letter.job.ts';
import { sweepLetters } from './platform/mail/sweep-letters.job.ts';
import type { Job } from './platform/queue/job.ts';
import { foldSearchVocabulary } from './platform/search/fold-search-vocabulary.job.ts';
import { sendSms } from './platform/sms/send-sms.job.ts';
import { makeMotion } from './post-files/make-motion.job.ts';
import { makeVideo } from './post-files/make-video.job.ts';
import { sweepPostFiles } from './post-files/sweep-post-files.job.ts';
import { settlePromotions } from './promotion/settle-promotions.job.ts';
import { announcePublication } from './publications/announce-publication.job.ts';
import { foldTags } from './publications/fold-tags.job.ts';
import { findOverduePublications, publishPlanned } from './publications/publish-planned.job.ts';
import { deliverPush } from './push/deliver-push.job.ts';
import { sweepTraces } from './rules/sweep-traces.job.ts';
import { matchSearches } from './searches/match-searches.job.ts';
import { sendSearchLetters } from './searches/search-letters.job.ts';
import { sweepSearches } from './searches/sweep-searches.job.ts';
import type { Services } from './services.ts';
import { carryOutApproval } from './staff/carry-out-approval.job.ts';
import { sweepApprovals } from './staff/sweep-approvals.job.ts';
import { keepSegments } from './stream-recordings/keep-segments.job.ts';
import { makeLiveSegment } from './stream-recordings/make-live-segment.job.ts';
import { publishRecording } from './stream-recordings/publish-recording.job.ts';
import { sweepRecordings as sweepStreamRecordings } from './stream-recordings/sweep-recordings.job.ts';
import { announceStream } from './streams/announce-stream.job.ts';
import { settleStreams } from './streams/settle-streams.job.ts';
import { sweepStreams } from './streams/sweep-streams.job.ts';
import { announceAd } from './subscriptions/announce-ad.job.ts';
import { sweepUploadsInParts } from './uploads/sweep-uploads.job.ts';

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
