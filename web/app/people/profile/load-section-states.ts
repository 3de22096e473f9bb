import { chatApi } from '#contract/messaging/chat';
import { notificationsApi } from '#contract/notifications/notifications';
import { securityApi } from '#contract/people/security';
import { feedbackApi } from '#contract/staff/feedback';
import { complaintsApi } from '#contract/trust/complaints';
import type { Host } from '../../platform/host.ts';

/** Summaries shown on the profile sections; null where loading failed. */
export type SectionStates = Awaited<ReturnType<typeof loadSectionStates>>;

/** A section without its state is better than no page, so errors are ignored. */
export async function loadSectionStates(call: Host['call']) {
  const orNull = <T>(answer: Promise<T>): Promise<T | null> => answer.catch(() => null);
  const [unread, messages, sessions, complaints, answers] = await Promise.all([
    orNull(call(notificationsApi.unread).then(({ count }) => count)),
    orNull(call(chatApi.counts).then((counts) => counts.unread + counts.requests)),
    orNull(call(securityApi.sessions).then((answer) => answer.sessions.length)),
    orNull(call(complaintsApi.listOwn, { query: { size: 1 } }).then(({ total }) => total)),
    orNull(call(feedbackApi.own, { query: { size: 1 } }).then((thread) => thread.unread)),
  ]);
  return { unread, messages, sessions, complaints, answers };
}
