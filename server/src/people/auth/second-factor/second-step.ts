import type { Session } from '@app/contract/people/auth';
import { Failure } from '../../../platform/failure.ts';
import type { Viewer } from '../../../platform/http/viewer.ts';
import type { Services } from '../../../platform/services.ts';
import { findAccount, mayReturn } from '../../users/accounts.public.ts';
import type { Device } from '../devices/device-name.ts';
import { enter, refuseClosed, type SignInPlace, showSession } from '../sign-in.ts';
import { findSecondStep, takeChallenge, trySecondStep } from './challenges.ts';
import { hasTotp, passSecondFactor } from './second-factor.ts';
import { askReset } from './second-step-reset.ts';

const tooLate = (): Failure => new Failure('gone', { text: 'errors.second_step_over' });

/** The second step of signing in. The challenge says whose password was right; it is good for a few tries and one session. */
export async function passSecondStep(
  services: Services,
  viewer: Viewer,
  { challenge, code, ...place }: SignInPlace & { challenge: string; code: string },
): Promise<Session> {
  const { db, clock, publicCache } = services;
  const userId = await trySecondStep(db, challenge, clock());
  const account = userId === undefined ? undefined : await findAccount(db, userId);
  if (account === undefined || !mayReturn(account, clock())) throw tooLate();
  await refuseClosed(services, account);
  const { token, isRestored } = await passSecondFactor(
    services,
    { userId: account.id, typed: code, device: place.device },
    async (tx) => {
      if (!(await takeChallenge(tx, challenge, 'second_step', account.id, clock()))) throw tooLate();
      return enter(services, tx, viewer, account, place, 'second_step');
    },
  );
  if (isRestored) publicCache.invalidate();
  return showSession(services, account.id, token, isRestored);
}

/** Every code is lost. The password alone must not open the account at once: the owner gets time to object. */
export async function askSecondStepReset(
  services: Services,
  challenge: string,
  device: Device,
): Promise<{ due: string }> {
  const { db, clock } = services;
  const userId = await findSecondStep(db, challenge, clock());
  const account = userId === undefined ? undefined : await findAccount(db, userId);
  if (account === undefined || !(await hasTotp(db, account.id))) throw tooLate();
  return { due: (await askReset(services, account, device)).toISOString() };
}
