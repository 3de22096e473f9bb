import type { Session } from '@app/contract/auth';
import { Failure } from '../platform/failure.ts';
import type { Viewer } from '../platform/viewer.ts';
import type { Services } from '../services.ts';
import {
  type Account,
  findAccountByName,
  findSessionUser,
  mayReturn,
  nameSpelling,
  updateUser,
} from '../users/accounts.public.ts';
import { verifyPassword } from '../users/passwords.public.ts';
import { attemptKey } from './attempts.ts';
import { tryPassword } from './prove-password.ts';
import type { Device } from './sessions.ts';

interface SignInRequest {
  name: string;
  password: string;
  device: Device;
  /** The token that came with the request, if any. */
  token: string | undefined;
}

/**
 * Sign in with login, e-mail or phone. Unknown names take as long and are answered alike.
 *
 * In a session of the same person it proves the password there and answers that session: this is how the page that
 * changes a password checks the present one.
 */
export async function signIn(services: Services, viewer: Viewer, request: SignInRequest): Promise<Session> {
  const { db, clock } = services;
  const account = await findAccountByName(db, request.name);
  const known = account && mayReturn(account, clock()) ? account : undefined;
  const isRight = await tryPassword(services, attemptKey('sign-in', nameSpelling(request.name), viewer.ip), () =>
    verifyPassword(request.password, known?.password_hash),
  );
  if (!isRight || known === undefined) throw new Failure('wrong_credentials');
  if (known.status === 'registered') throw new Failure('not_activated', { details: { user_id: known.id } });
  if (known.status === 'suspended') throw new Failure('suspended');
  return openSession(services, viewer, known, request);
}

async function openSession(
  services: Services,
  viewer: Viewer,
  account: Account,
  request: SignInRequest,
): Promise<Session> {
  const { db, clock, sessions, publicCache } = services;
  if (viewer.userId === account.id && viewer.sessionId !== null && request.token !== undefined) {
    await sessions.markProved(db, viewer.sessionId);
    return showSession(services, account.id, request.token);
  }
  const token = await db.transaction().execute(async (tx) => {
    if (account.deleted_at !== null || account.lang !== viewer.lang) {
      await updateUser(tx, account.id, { deleted_at: null, lang: viewer.lang }, clock());
    }
    // People before their ads, as everywhere.
    if (account.deleted_at !== null) await services.hideAds(tx, account.id, false);
    return sessions.create(tx, account.id, request.device);
  });
  if (account.deleted_at !== null) publicCache.invalidate();
  return showSession(services, account.id, token);
}

/** A session as the specification's client stores it. */
export async function showSession({ db }: Pick<Services, 'db'>, userId: number, token: string): Promise<Session> {
  const user = await findSessionUser(db, userId);
  if (user === undefined) throw new Failure('session_expired');
  return { ...user, token };
}
