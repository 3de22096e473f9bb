import { createHmac } from 'node:crypto';
import { setTimeout as pause } from 'node:timers/promises';
import { CODES_PER_HOUR_MAX, type Session } from '@app/contract/people/auth';
import type { Db, Tx } from '../../../platform/database/tables.ts';
import { emit } from '../../../platform/domain/events.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { Failure } from '../../../platform/failure.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import { getInstallationKey } from '../../../platform/installation-keys/installation-keys.ts';
import {
  findAccount,
  findAccountByName,
  findLikelyAccount,
  mayReturn,
  normalizeAccountName,
  updateUser,
} from '../../users/accounts.public.ts';
import { requireGoodPassword, requireNoNames } from '../../users/passwords/password-rules.public.ts';
import { hashPassword } from '../../users/passwords/passwords.public.ts';
import { attemptKey, countAttempt } from '../attempts.ts';
import { consumeGrant, revokeProofs, sendCode } from '../codes.ts';
import type { Device } from '../devices/device-name.ts';
import { pickBucket } from '../pick-bucket.ts';
import { awaitApproval } from '../registration/registration-requests.ts';
import { createSecondFactorChallenge } from '../second-factor/challenges.ts';
import { hasTotp } from '../second-factor/second-factor.ts';
import { finishDueReset } from '../second-factor/second-factor-reset.ts';
import { logSecurityEvent } from '../security-log.ts';
import { completeSignIn, presentSession, type SignInContext } from '../sign-in.ts';

const RECOVERY_CODES = { max: CODES_PER_HOUR_MAX, seconds: 3600 };
/** Longer than the work takes with and without an email, so that the response time reveals nothing. */
const RESPONSE_DELAY_MS = 250;

interface CodeSendResult {
  user_id: number;
  resend_after: number;
}

/** Sends a recovery code. Neither the response nor its timing reveals whether the name exists. */
export async function recoverPassword(services: Services, name: string): Promise<CodeSendResult> {
  const { db, clock } = services;
  const hour = await countAttempt(db, attemptKey('recovery', normalizeAccountName(name)), RECOVERY_CODES, clock());
  if (!hour.isAllowed) throw new Failure('too_many_attempts', { retryAfter: hour.endsIn });
  const [userId] = await Promise.all([sendRecoveryCode(services, name), pause(RESPONSE_DELAY_MS)]);
  return { user_id: userId, resend_after: hour.count < CODES_PER_HOUR_MAX ? 0 : hour.endsIn };
}

async function sendRecoveryCode(services: Services, name: string): Promise<number> {
  const { db, clock } = services;
  const decoy = await findDecoy(db, name);
  const account = await findAccountByName(db, name);
  if (account === undefined || account.status === 'suspended' || !mayReturn(account, clock())) return decoy;
  // A user is known by three names; the codes are limited for all of them together.
  const { isAllowed } = await countAttempt(db, attemptKey('recovery-user', account.id), RECOVERY_CODES, clock());
  if (isAllowed) await db.transaction().execute((tx) => sendCode(services, tx, 'recovery', account));
  return account.id;
}

/** The decoy id for an unknown name: an existing user's id, the same for the same name, which has no valid code. */
async function findDecoy(db: Db, name: string): Promise<number> {
  const key = await getInstallationKey(db, 'decoys');
  const hash = createHmac('sha256', key).update(normalizeAccountName(name)).digest().readBigUInt64BE();
  return (await findLikelyAccount(db, (count) => pickBucket(hash, count))) ?? 1;
}

interface NewPassword {
  userId: number;
  password: string;
  repeated: string;
  grant: string | undefined;
  device: Device;
  /** The browser to sign in; undefined leaves signing in to the client. */
  signIn: SignInContext | undefined;
}

interface Recovered {
  user_id: number;
  session?: Session;
  challenge?: string;
}

/**
 * Sets a new password with the grant of a verified code, ends all sessions and emails the owner. A browser that asks is
 * signed in; users with a second factor get a challenge instead, as after the password. Newcomers whom staff have to
 * approve get neither.
 */
export async function setRecoveredPassword(
  services: Services,
  viewer: Viewer,
  request: NewPassword,
): Promise<Recovered> {
  const { db, clock, sessions, publicCache } = services;
  const { userId, password, repeated, grant, signIn } = request;
  if (password === '') {
    const text = 'errors.field.password.required';
    throw new Failure('invalid_input', { text, fields: { first_password: text } });
  }
  if (password !== repeated) {
    const text = 'errors.field.password_mismatch';
    throw new Failure('invalid_input', { text, fields: { second_password: text } });
  }
  await requireGoodPassword(services, password, 'first_password');
  const passwordHash = await hashPassword(password);
  if (signIn !== undefined) await finishDueReset(services, userId);
  const opened = await db.transaction().execute(async (tx) => {
    await consumeGrant(tx, clock, 'recovery', userId, grant);
    const account = await findAccount(tx, userId);
    if (account === undefined || account.status === 'suspended') throw new Failure('grant_required');
    requireNoNames(services, password, 'first_password', account);
    const now = clock();
    await updateUser(tx, userId, { password_hash: passwordHash, password_changed_at: now }, now);
    const isWaiting = account.status === 'registered' && !(await activate(services, tx, userId, now));
    await sessions.endOthers(tx, userId, null, 'password_changed');
    await revokeProofs(tx, userId);
    await logSecurityEvent(tx, { userId, kind: 'password_recovered', device: request.device, at: now });
    const { email, lang } = account;
    await services.mail.queue(tx, {
      template: 'password_changed',
      to: email,
      lang,
      values: { when: now.toISOString() },
    });
    if (signIn === undefined || isWaiting) return undefined;
    if (await hasTotp(tx, userId)) return { challenge: await createSecondFactorChallenge(tx, userId, now) };
    return completeSignIn(services, tx, viewer, { ...account, password_hash: passwordHash }, signIn, 'password');
  });
  if (opened === undefined || 'challenge' in opened) return { user_id: userId, ...opened };
  if (opened.isRestored) publicCache.invalidate();
  return { user_id: userId, session: await presentSession(services, userId, opened.token, opened.isRestored) };
}

/** A code sent by email proves the address, so it also activates a registered user. False: staff have to approve first. */
async function activate(services: Services, tx: Tx, userId: number, now: Date): Promise<boolean> {
  if (await awaitApproval(tx, userId, now)) return false;
  await updateUser(tx, userId, { status: 'active', activated_at: now, email_verified_at: now }, now);
  await emit(services, tx, { type: 'user.activated', userId });
  return true;
}
