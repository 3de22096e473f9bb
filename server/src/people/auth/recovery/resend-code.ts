import { RESEND_AFTER_SECONDS } from '@app/contract/people/auth';
import type { Clock } from '../../../platform/clock.ts';
import type { Db } from '../../../platform/database/tables.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { Failure } from '../../../platform/failure.ts';
import { findAccount } from '../../users/accounts.public.ts';
import { attemptKey, countAttempt, getSecondsUntilReset } from '../attempts.ts';
import { sendCode } from '../codes.ts';

export const RESEND_LIMIT = { max: 1, seconds: RESEND_AFTER_SECONDS };
/** Enough for a slow mailbox, too few to flood another person's mailbox. */
export const ACTIVATION_CODES = { max: 10, seconds: 3600 };

export const activationCodesKey = (userId: number): string => attemptKey('activation-codes', userId);

export const resendKey = (userId: number): string => attemptKey('resend', userId);

interface CodeSendResult {
  user_id: number;
  resend_after: number;
}

export async function resendCode(services: Services, userId: number): Promise<CodeSendResult> {
  const { db, clock } = services;
  const pause = await countAttempt(db, resendKey(userId), RESEND_LIMIT, clock());
  if (!pause.isAllowed) {
    throw new Failure('resend_too_early', { retryAfter: pause.endsIn, details: { resend_after: pause.endsIn } });
  }
  const hour = await countAttempt(db, activationCodesKey(userId), ACTIVATION_CODES, clock());
  if (!hour.isAllowed) throw new Failure('too_many_attempts', { retryAfter: hour.endsIn });
  const account = await findAccount(db, userId);
  if (account?.status === 'registered') {
    await db.transaction().execute((tx) => sendCode(services, tx, 'activation', account));
  }
  return { user_id: userId, resend_after: RESEND_AFTER_SECONDS };
}

export async function getResendState({ db, clock }: { db: Db; clock: Clock }, userId: number): Promise<CodeSendResult> {
  return { user_id: userId, resend_after: await getSecondsUntilReset(db, resendKey(userId), clock()) };
}
