import { sql } from 'kysely';
import type { Db, Tx } from '../../../platform/database/tables.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { Failure } from '../../../platform/failure.ts';
import { getInstallationKey } from '../../../platform/installation-keys/installation-keys.ts';
import { unseal } from '../../../platform/installation-keys/seal.ts';
import { attemptKey, clearAttempts, countAttempt } from '../attempts.ts';
import type { Device } from '../devices/device-name.ts';
import { countSecurityFailure, lockUserForShare, logSecurityEvent } from '../security-log.ts';
import { useRecoveryCode } from './recovery-codes.ts';
import { findStep } from './totp-code.ts';

/** Maximum code checks per user, over all endpoints. */
const TRIES_LIMIT = { max: 5, seconds: 15 * 60 };

const TOTP_KEY = 'totp';
export const totpKey = (db: Db): Promise<Buffer> => getInstallationKey(db, TOTP_KEY);
export const totpContext = (userId: number): string => `totp:${userId}`;

export async function hasTotp(db: Db, userId: number): Promise<boolean> {
  const row = await db
    .selectFrom('totp_secrets')
    .select('user_id')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  return row !== undefined;
}

interface SecondFactorAttempt {
  userId: number;
  typed: string;
  device: Device;
}

/**
 * Runs an action that needs a TOTP or recovery code, and consumes the code in the same transaction. Every try is
 * counted before the check; a correct code resets the counter.
 */
export function withSecondFactor<Result>(
  services: Services,
  { userId, typed, device }: SecondFactorAttempt,
  effect: (tx: Tx) => Promise<Result>,
): Promise<Result> {
  return trySecondFactorCode(services, { userId, typed, device }, async (tx) => {
    const kind = await useCode(services, tx, userId, typed);
    if (kind === undefined) return undefined;
    if (kind === 'recovery') {
      await logSecurityEvent(tx, { userId, kind: 'code_used', device, at: services.clock() });
    }
    return { result: await effect(tx) };
  });
}

export async function trySecondFactorCode<Result>(
  { db, clock }: Services,
  { userId, device }: SecondFactorAttempt,
  check: (tx: Tx) => Promise<{ result: Result } | undefined>,
): Promise<Result> {
  const key = attemptKey('second-step', userId);
  const attempt = await countAttempt(db, key, TRIES_LIMIT, clock());
  if (!attempt.isAllowed) throw new Failure('too_many_attempts', { retryAfter: attempt.endsIn });
  const passed = await db.transaction().execute(async (tx) => {
    await lockUserForShare(tx, userId);
    return check(tx);
  });
  if (passed === undefined) {
    await countSecurityFailure(db, { userId, kind: 'second_step_failed', device, at: clock() });
    throw new Failure('second_factor_wrong', { fields: { code: 'errors.second_factor_wrong' } });
  }
  await clearAttempts(db, key);
  return passed.result;
}

async function useCode(
  { db, clock }: Services,
  tx: Tx,
  userId: number,
  typed: string,
): Promise<'totp' | 'recovery' | undefined> {
  const digits = typed.replace(/[\s-]/g, '');
  if (!/^\d{6}$/.test(digits)) {
    return (await useRecoveryCode(db, tx, userId, typed, clock())) ? 'recovery' : undefined;
  }
  const stored = await tx
    .selectFrom('totp_secrets')
    .select('sealed')
    .where('user_id', '=', userId)
    .where('confirmed_at', 'is not', null)
    .executeTakeFirst();
  if (stored === undefined) return undefined;
  const secret = unseal(stored.sealed, await totpKey(db), totpContext(userId));
  const step = findStep(new Uint8Array(secret), digits, clock());
  if (step === undefined) return undefined;
  // The conditional update rejects this and earlier codes, however many arrive in parallel.
  const { numUpdatedRows } = await tx
    .updateTable('totp_secrets')
    .set({ last_step: step })
    .where('user_id', '=', userId)
    .where('last_step', '<', step)
    .executeTakeFirst();
  return numUpdatedRows > 0n ? 'totp' : undefined;
}

/** Removes the strong authentication from the user's sessions, because only the password is left as proof. */
export async function downgradeSessions(tx: Tx, userId: number): Promise<void> {
  await sql`
    update sessions set is_strong = false
    where user_id = ${userId} and is_strong
      and not exists (select from totp_secrets t where t.user_id = ${userId} and t.confirmed_at is not null)
      and not exists (select from passkeys p where p.user_id = ${userId})`.execute(tx);
}
