import { CODE_TTL_SECONDS, CODES_PER_HOUR_MAX, RESEND_AFTER_SECONDS } from '@app/contract/people/auth';
import type { ContactKind } from '@app/contract/people/contacts';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/database/tables.ts';
import { Failure } from '../../platform/failure.ts';
import { attemptKey, clearAttempts, countAttempt, getSecondsUntilReset } from './attempts.ts';
import { consumeCode, createCode, revokeProofs, tryCode } from './codes.ts';

const HOUR = 3600;
const CODES_PER_HOUR = { max: CODES_PER_HOUR_MAX, seconds: HOUR };
/** Maximum codes per user and day: SMS cost money, and the recipient may be another person. */
const CODES_PER_DAY = { max: 10, seconds: 24 * HOUR };
/** Maximum codes that all users together send to one address or number. */
export const CODES_PER_ADDRESS = { max: 5, seconds: HOUR };
/** Maximum checks per hour whether a login, address or number is taken, since each reveals an existing user. */
const TAKEN_CHECKS = { max: 20, seconds: HOUR };
const PAUSE = { max: 1, seconds: RESEND_AFTER_SECONDS };

interface Parts {
  db: Db;
  clock: Clock;
}

interface ContactCodeRequest {
  kind: ContactKind;
  userId: number;
  value: string;
}

export const codesToKey = (kind: ContactKind, value: string): string => attemptKey('contact-codes-to', kind, value);

const pauseKey = ({ kind, userId }: Omit<ContactCodeRequest, 'value'>): string =>
  attemptKey('resend-contact', kind, userId);

/**
 * Creates the code that confirms a new contact, within the limits, in the caller's transaction, which sends the code.
 * `isAgain`: a resend, allowed after a minute.
 */
export async function createContactCode(
  parts: Parts,
  tx: Tx,
  { kind, userId, value }: ContactCodeRequest,
  { isAgain }: { isAgain: boolean },
): Promise<{ code: string; until: Date }> {
  const now = parts.clock();
  const pause = pauseKey({ kind, userId });
  if (!isAgain) await clearAttempts(tx, pause);
  const { isAllowed, endsIn } = await countAttempt(tx, pause, PAUSE, now);
  if (!isAllowed) throw new Failure('resend_too_early', { retryAfter: endsIn, details: { resend_after: endsIn } });
  const limits = [
    { key: attemptKey('contact-codes', kind, userId), limit: CODES_PER_HOUR },
    { key: attemptKey('contact-codes-day', kind, userId), limit: CODES_PER_DAY },
    { key: codesToKey(kind, value), limit: CODES_PER_ADDRESS },
  ];
  for (const { key, limit } of limits) {
    const attempt = await countAttempt(tx, key, limit, now);
    if (!attempt.isAllowed) throw new Failure('too_many_attempts', { retryAfter: attempt.endsIn });
  }
  return {
    code: await createCode(parts, tx, kind, userId),
    until: new Date(now.getTime() + CODE_TTL_SECONDS * 1000),
  };
}

/** Counts a try to set a taken identifier; fails with too_many_attempts above {@link TAKEN_CHECKS}. */
export async function countTakenIdentifier({ db, clock }: Parts, userId: number): Promise<void> {
  const { isAllowed, endsIn } = await countAttempt(db, attemptKey('contact-taken', userId), TAKEN_CHECKS, clock());
  if (!isAllowed) throw new Failure('too_many_attempts', { retryAfter: endsIn });
}

export const tryContactCode = (parts: Parts, kind: ContactKind, userId: number, typed: string): Promise<number> =>
  tryCode(parts, kind, userId, typed);

export const useContactCode = (tx: Tx, clock: Clock, codeId: number): Promise<void> => consumeCode(tx, clock, codeId);

export async function revokeContactCodes(tx: Tx, kind: ContactKind, userId: number): Promise<void> {
  await tx.deleteFrom('codes').where('user_id', '=', userId).where('purpose', '=', kind).execute();
}

/** Revokes codes and grants of all kinds, because those sent to a former address must not open the account. */
export const revokeAllProofs = (tx: Tx, userId: number): Promise<void> => revokeProofs(tx, userId);

export async function getContactCodeState(
  { db, clock }: Parts,
  kind: ContactKind,
  userId: number,
): Promise<{ expires: Date | null; resendAfter: number }> {
  const now = clock();
  const [code, resendAfter] = await Promise.all([
    db
      .selectFrom('codes')
      .select('expires_at')
      .where('user_id', '=', userId)
      .where('purpose', '=', kind)
      .where('closed_at', 'is', null)
      .where('expires_at', '>', now)
      .executeTakeFirst(),
    getSecondsUntilReset(db, pauseKey({ kind, userId }), now),
  ]);
  return { expires: code?.expires_at ?? null, resendAfter };
}
