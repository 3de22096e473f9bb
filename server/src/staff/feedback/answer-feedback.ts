import type { FeedbackMessage } from '@app/contract/staff/feedback';
import { notify } from '../../notifications/notifications/notifications.public.ts';
import { findAccount } from '../../people/users/accounts.public.ts';
import { recordStaffAction } from '../../platform/audit-log/record-staff-action.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import { type IdempotencyKey, runIdempotent } from '../../platform/http/idempotency.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { excerpt } from '../../platform/text/excerpt.ts';
import { getFeedbackMessage, insertFeedback, markFeedbackSeen } from './feedback.queries.ts';

interface FeedbackAnswer {
  userId: number;
  message: string;
  upTo: number | undefined;
}

export async function answerFeedback(
  services: Services,
  viewer: SignedInViewer,
  { userId, message, upTo }: FeedbackAnswer,
  idempotency: IdempotencyKey | undefined,
): Promise<FeedbackMessage> {
  const { db, clock } = services;
  const { id } = await db.transaction().execute((tx) =>
    runIdempotent(tx, idempotency, async () => {
      if ((await markFeedbackSeen(tx, userId, clock(), upTo)) === undefined) throw new Failure('not_found');
      const email = (await findAccount(tx, userId))?.email ?? '';
      const id = await insertFeedback(tx, {
        user_id: userId,
        email,
        message,
        staff_id: viewer.userId,
        created_at: clock(),
      });
      const action = { action: 'feedback.answer', object: `feedback:${id}`, aboutUserId: userId };
      await recordStaffAction(tx, viewer, clock(), action);
      await notifyAuthor(services, tx, id, { userId, message });
      return id;
    }),
  );
  return getFeedbackMessage(db, userId, id);
}

async function notifyAuthor(
  services: Services,
  tx: Tx,
  id: number,
  { userId, message }: Omit<FeedbackAnswer, 'upTo'>,
): Promise<void> {
  const { mail, config } = services;
  await notify(tx, services, {
    userId,
    kind: 'feedback_answer',
    link: '/profile/feedback',
    values: { title: excerpt(message) },
    dedupe: `feedback:${id}`,
  });
  const account = await findAccount(tx, userId);
  if (account?.status !== 'active' || account.deleted_at !== null || account.email === '') return;
  await mail.queue(tx, {
    to: account.email,
    lang: account.lang,
    template: 'feedback_answer',
    values: { message, link: `${config.publicUrl}/profile/feedback` },
    key: `feedback-${id}`,
  });
}
