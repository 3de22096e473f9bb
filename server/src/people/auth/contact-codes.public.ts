import { CODE_TTL_SECONDS, CODES_PER_HOUR_MAX, RESEND_AFTER_SECONDS } from '@app/contract/people/auth';
import type { ContactKind } from '@app/contract/people/contacts';
import type { Clock } from '../../platform/clock.ts';
import type { Db, Tx } from '../../platform/database/tables.ts';
import { Failure } from '../../platform/failure.ts';
import { attemptKey, clearAttempts, countAttempt, getSecondsUntilReset } from './attempts.ts';
import { consumeCode, createCode, revokeProofs, tryCode } from './codes.ts';

const HOUR = 3600;
const CODES_PER_HOUR = { max: CODES_PER_HOUR_MAX, seconds: HOUR };
/** Short messages cost money, and somebody else's letter box is no toy: a day's codes of one person. */
const CODES_PER_DAY = { max: 10, seconds: 24 * HOUR };
/** Codes that everybody together may send to one address or number. */
const CODES_PER_ADDRESS = { max: 5, seconds: HOUR };
/** How often an hour somebody is told that a login, an address or a number is another's: each tells who is here. */
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

const pauseKey = ({ kind, userId }: Omit<ContactCodeRequest, 'value'>): string =>
  attemptKey('resend-contact', kind, userId);

/**
 * Make the code that proves a new address or number, within the limits, as part of the caller's transaction, which sends it. `isAgain`:
 * asked for by itself, and then not before a minute has passed.
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
    { key: attemptKey('contact-codes-to', kind, value), limit: CODES_PER_ADDRESS },
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

/** Count that a person tried what is another's; fails with too_many_attempts for whoever goes through a list. */
export async function countTakenIdentifier({ db, clock }: Parts, userId: number): Promise<void> {
  const { isAllowed, endsIn } = await countAttempt(db, attemptKey('contact-taken', userId), TAKEN_CHECKS, clock());
  if (!isAllowed) throw new Failure('too_many_attempts', { retryAfter: endsIn });
}

/** Compare what was typed with the open code; fails with code_wrong. The answer is for {@link useContactCode}. */
export const tryContactCode = (parts: Parts, kind: ContactKind, userId: number, typed: string): Promise<number> =>
  tryCode(parts, kind, userId, typed);

/** Use the code up inside the transaction that does what it proved. */
export const useContactCode = (tx: Tx, clock: Clock, codeId: number): Promise<void> => consumeCode(tx, clock, codeId);

/** Nothing can be proved by the codes that are out for this any more. */
export async function revokeContactCodes(tx: Tx, kind: ContactKind, userId: number): Promise<void> {
  await tx.deleteFrom('codes').where('user_id', '=', userId).where('purpose', '=', kind).execute();
}

/** Codes and grants of every kind: what went to an address that is the person's no more must open nothing. */
export const revokeAllProofs = (tx: Tx, userId: number): Promise<void> => revokeProofs(tx, userId);

/** When the code that is out ends, and how long until another may be asked for. */
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
