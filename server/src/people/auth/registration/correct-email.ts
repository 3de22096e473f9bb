import { RESEND_AFTER_SECONDS } from '@app/contract/people/auth';
import type { Services } from '../../../platform/domain/services.ts';
import { Failure } from '../../../platform/failure.ts';
import { changeRegistrationEmail, findAccount, lockAccount } from '../../users/accounts.public.ts';
import { attemptKey, clearAttempts, countAttempt } from '../attempts.ts';
import { revokeProofs, sendCode } from '../codes.ts';
import { CODES_PER_ADDRESS, codesToKey } from '../contact-codes.public.ts';
import { ACTIVATION_CODES, activationCodesKey, RESEND_LIMIT, resendCode, resendKey } from '../recovery/resend-code.ts';
import { hasRegistrationProof } from './registration-proof.ts';
import { findRequestState } from './registration-requests.ts';
import { staleBefore } from './stale-registrations.ts';

/** Corrections of one registration: a slip or two, and too few to write to many strangers. */
const CORRECTIONS = { max: 5, seconds: 3600 };

interface Correction {
  userId: number;
  email: string;
  proof: string | undefined;
}

/**
 * Sends the code of a registration to a corrected address. Codes and grants of the former address end, because its
 * mailbox belongs to somebody else.
 */
export async function correctEmail(
  services: Services,
  { userId, email, proof }: Correction,
): Promise<{ user_id: number; resend_after: number; email: string }> {
  const { db, clock } = services;
  const refusal = new Failure('forbidden', { text: 'errors.registration_elsewhere' });
  if (!(await hasRegistrationProof(db, clock, userId, proof))) throw refusal;
  // Staff decide on the address that was confirmed.
  if ((await findRequestState(db, userId)) === 'waiting') throw refusal;
  const known = await findAccount(db, userId);
  if (known?.email.toLowerCase() === email.toLowerCase()) return { ...(await resendCode(services, userId)), email };
  // Counted outside the transaction, so that refused addresses count as well.
  for (const { key, limit } of [
    { key: attemptKey('registration-email', userId), limit: CORRECTIONS },
    { key: activationCodesKey(userId), limit: ACTIVATION_CODES },
    { key: codesToKey('email', email), limit: CODES_PER_ADDRESS },
  ]) {
    const { isAllowed, endsIn } = await countAttempt(db, key, limit, clock());
    if (!isAllowed) throw new Failure('too_many_attempts', { retryAfter: endsIn });
  }
  await db.transaction().execute(async (tx) => {
    const account = await lockAccount(tx, userId);
    if (account?.status !== 'registered') throw refusal;
    const now = clock();
    await changeRegistrationEmail(tx, userId, email, staleBefore(now), now);
    await revokeProofs(tx, userId);
    await clearAttempts(tx, resendKey(userId));
    await countAttempt(tx, resendKey(userId), RESEND_LIMIT, now);
    await sendCode(services, tx, 'activation', { ...account, email });
  });
  return { user_id: userId, resend_after: RESEND_AFTER_SECONDS, email };
}
