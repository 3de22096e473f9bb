import type { Session } from '@app/contract/people/auth';
import type { SignInMethod } from '@app/contract/people/security';
import type { Tx } from '../../platform/database/tables.ts';
import { listDomains } from '../../platform/domain/domain.ts';
import { emit } from '../../platform/domain/events.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure, requireFound } from '../../platform/failure.ts';
import { isSignedIn, type Viewer } from '../../platform/http/viewer.ts';
import {
  type Account,
  findAccountByName,
  findSessionUser,
  lockAccount,
  mayReturn,
  normalizeAccountName,
  updateUser,
} from '../users/accounts.public.ts';
import { verifyPassword } from '../users/passwords/passwords.public.ts';
import { attemptKey, countAttempt } from './attempts.ts';
import type { Device } from './devices/device-name.ts';
import { rememberDevice } from './devices/known-devices.ts';
import { notifyOwner } from './notify-owner.ts';
import { tryPassword } from './reauthenticate-with-password.ts';
import { findRequestState } from './registration/registration-requests.ts';
import { createSecondFactorChallenge } from './second-factor/challenges.ts';
import { hasTotp } from './second-factor/second-factor.ts';
import { cancelReset, finishDueReset } from './second-factor/second-factor-reset.ts';
import { countSecurityFailure, lockUserForShare, logSecurityEvent } from './security-log.ts';

export interface SignInContext {
  device: Device;
  deviceKey: string;
  token: string | undefined;
}

interface SignInRequest extends SignInContext {
  name: string;
  password: string;
}

const FAILURES_COUNTED = { max: 1_000_000, seconds: 24 * 3600 };

/**
 * Signs in with login, email or phone. Unknown names take the same time and get the same response. Users with a second
 * factor get a challenge instead of a session.
 *
 * In a session of the same user this counts as re-authentication and returns that session, which has passed the second
 * factor before: the password form checks the current password this way.
 */
export async function signIn(services: Services, viewer: Viewer, request: SignInRequest): Promise<Session> {
  const { db, clock, sessions } = services;
  const { name, password, device, token } = request;
  const account = await findAccountByName(db, name);
  const known = account && mayReturn(account, clock()) ? account : undefined;
  const isRight = await tryPassword(services, attemptKey('sign-in', normalizeAccountName(name), viewer.ip), () =>
    verifyPassword(password, known?.password_hash),
  );
  if (!isRight || known === undefined) {
    await recordWrongPassword(services, name, known, device);
    throw new Failure('wrong_credentials');
  }
  await assertMaySignIn(services, known);
  if (isSignedIn(viewer) && viewer.userId === known.id && token !== undefined) {
    await sessions.markReauthenticated(db, viewer);
    return presentSession(services, known.id, token);
  }
  await finishDueReset(services, known.id);
  if (await hasTotp(db, known.id)) {
    const challenge = await db.transaction().execute(async (tx) => {
      await lockUnchangedAccount(services, tx, known, 'password');
      return createSecondFactorChallenge(tx, known.id, clock());
    });
    throw new Failure('second_factor_required', { details: { challenge } });
  }
  return openSession(services, viewer, known, request, 'password');
}

export async function assertMaySignIn(
  { db }: Pick<Services, 'db'>,
  { id, status }: Pick<Account, 'id' | 'status'>,
): Promise<void> {
  if (status === 'registered') {
    if ((await findRequestState(db, id)) === 'waiting') throw new Failure('registration_waits');
    throw new Failure('not_activated', { details: { user_id: id } });
  }
  if (status !== 'suspended') return;
  // A user who proved their identity gets the reason, the end and the way to appeal.
  for (const { findSuspension } of listDomains()) {
    const measure = await findSuspension?.(db, id);
    if (measure !== undefined) throw new Failure('suspended', { details: { measure } });
  }
  throw new Failure('suspended', { details: {} });
}

/**
 * Records the failure in the owner's security log. For an unknown name an equivalent write takes place, so that the
 * timing is the same.
 */
async function recordWrongPassword(
  { db, clock }: Services,
  name: string,
  known: Account | undefined,
  device: Device,
): Promise<void> {
  if (known !== undefined)
    await countSecurityFailure(db, { userId: known.id, kind: 'sign_in_failed', device, at: clock() });
  else await countAttempt(db, attemptKey('sign-in-unknown', normalizeAccountName(name)), FAILURES_COUNTED, clock());
}

/** Starts a session, writes the security log, and emails the owner if the device is new. */
export async function openSession(
  services: Services,
  viewer: Viewer,
  account: Account,
  context: SignInContext,
  method: SignInMethod,
  beforeSession: (tx: Tx) => Promise<void> = async () => {},
): Promise<Session> {
  const { db, publicCache } = services;
  const { token, isRestored } = await db.transaction().execute(async (tx) => {
    await lockUserForShare(tx, account.id);
    await beforeSession(tx);
    return completeSignIn(services, tx, viewer, account, context, method);
  });
  if (isRestored) publicCache.invalidate();
  return presentSession(services, account.id, token, isRestored);
}

/**
 * Locks the account and checks that nothing changed since the credential was verified: comparing a password takes long
 * enough for the owner to change the password, leave or be suspended.
 */
async function lockUnchangedAccount(
  { clock, db }: Services,
  tx: Tx,
  verified: Account,
  method: SignInMethod,
): Promise<Account> {
  const account = await lockAccount(tx, verified.id);
  const isSame = method === 'passkey' || account?.password_hash === verified.password_hash;
  if (account === undefined || !isSame || !mayReturn(account, clock())) throw new Failure('wrong_credentials');
  await assertMaySignIn({ db }, account);
  return account;
}

export interface SignInResult {
  token: string;
  isRestored: boolean;
}

/** The part of {@link openSession} that runs in the transaction of the verified credential. */
export async function completeSignIn(
  services: Services,
  tx: Tx,
  { lang }: Pick<Viewer, 'lang'>,
  verified: Account,
  { device, deviceKey }: SignInContext,
  method: SignInMethod,
): Promise<SignInResult> {
  const { clock, sessions } = services;
  const account = await lockUnchangedAccount(services, tx, verified, method);
  const isRestored = account.deleted_at !== null;
  if (isRestored || account.lang !== lang) await updateUser(tx, account.id, { deleted_at: null, lang }, clock());
  // Users are locked before their ads, the order used everywhere.
  if (isRestored) await emit(services, tx, { type: 'user.visibilityChanged', userId: account.id, isHidden: false });
  const deviceStatus = await rememberDevice(tx, account.id, deviceKey, clock());
  const kind = deviceStatus === 'new' ? 'sign_in_new' : 'sign_in';
  await logSecurityEvent(tx, { userId: account.id, kind, device, at: clock() });
  if (deviceStatus === 'new') await notifyOwner(services, tx, 'new_sign_in', account, { device });
  await cancelReset(services, tx, account.id, device);
  return { token: await sessions.create(tx, account.id, device, method), isRestored };
}

export async function presentSession(
  { db }: Services,
  userId: number,
  token: string,
  isRestored = false,
): Promise<Session> {
  const user = requireFound(await findSessionUser(db, userId), 'session_expired');
  return { ...user, token, ...(isRestored && { restored: true }) };
}
