import type { Session } from '@app/contract/people/auth';
import type { Services } from '../../../platform/domain/services.ts';
import { Failure } from '../../../platform/failure.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import { findAccount, mayReturn } from '../../users/accounts.public.ts';
import type { Device } from '../devices/device-name.ts';
import { assertMaySignIn, completeSignIn, presentSession, type SignInContext } from '../sign-in.ts';
import { consumeChallenge, findSecondFactorChallenge, trySecondFactorChallenge } from './challenges.ts';
import { hasTotp, withSecondFactor } from './second-factor.ts';
import { startReset } from './second-factor-reset.ts';

const tooLate = (): Failure => new Failure('gone', { text: 'errors.second_step_over' });

/** Second step of signing in. The challenge identifies the user and allows a few tries and one session. */
export async function signInWithSecondFactor(
  services: Services,
  viewer: Viewer,
  { challenge, code, ...context }: SignInContext & { challenge: string; code: string },
): Promise<Session> {
  const { db, clock, publicCache } = services;
  const userId = await trySecondFactorChallenge(db, challenge, clock());
  const account = userId === undefined ? undefined : await findAccount(db, userId);
  if (account === undefined || !mayReturn(account, clock())) throw tooLate();
  await assertMaySignIn(services, account);
  const { token, isRestored } = await withSecondFactor(
    services,
    { userId: account.id, typed: code, device: context.device },
    async (tx) => {
      if (!(await consumeChallenge(tx, challenge, 'second_step', account.id, clock()))) throw tooLate();
      return completeSignIn(services, tx, viewer, account, context, 'second_step');
    },
  );
  if (isRestored) publicCache.invalidate();
  return presentSession(services, account.id, token, isRestored);
}

/**
 * Requests a reset after all codes were lost. The reset is delayed, so that the owner can object to somebody who only
 * has the password.
 */
export async function requestSecondFactorReset(
  services: Services,
  challenge: string,
  device: Device,
): Promise<{ due: string }> {
  const { db, clock } = services;
  const userId = await findSecondFactorChallenge(db, challenge, clock());
  const account = userId === undefined ? undefined : await findAccount(db, userId);
  if (account === undefined || !(await hasTotp(db, account.id))) throw tooLate();
  return { due: (await startReset(services, account, device)).toISOString() };
}
