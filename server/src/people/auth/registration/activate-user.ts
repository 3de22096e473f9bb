import type { Session } from '@app/contract/people/auth';
import { recordStaffAction } from '../../../platform/audit-log/record-staff-action.public.ts';
import { emit } from '../../../platform/domain/events.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { Failure, requireFound } from '../../../platform/failure.ts';
import { hasPermission, isSignedIn, type Viewer } from '../../../platform/http/viewer.ts';
import { findAccount, lockAccount, updateUser } from '../../users/accounts.public.ts';
import { restoreUser } from '../../users/suspend.public.ts';
import { consumeGrant, revokeProofs } from '../codes.ts';
import { consumeChallenge } from '../second-factor/challenges.ts';
import { completeSignIn, presentSession, type SignInContext } from '../sign-in.ts';
import { approveRequest, awaitApproval } from './registration-requests.ts';

/** The browser to sign in; without the proof of its registration the account is activated only. */
interface Registrant extends SignInContext {
  proof: string;
}

interface Activation {
  user_id: number;
  session?: Session;
  waiting?: 1;
}

export async function activateUser(
  services: Services,
  viewer: Viewer,
  userId: number,
  grant: string | undefined,
  registrant?: Registrant,
): Promise<Activation> {
  const { db, clock, publicCache } = services;
  const staff = isSignedIn(viewer) && hasPermission(viewer, 'users.edit') ? viewer : undefined;
  let isWaiting = false;
  const token = await db.transaction().execute(async (tx) => {
    if (staff === undefined) await consumeGrant(tx, clock, 'activation', userId, grant);
    const account = requireFound(await lockAccount(tx, userId));
    if (account.status === 'suspended') {
      // A code proves an email address; it does not lift a suspension.
      if (staff === undefined) throw new Failure('forbidden');
      await restoreUser(services, tx, staff, userId);
      await emit(services, tx, { type: 'suspension.lifted', userId, by: staff.userId });
    }
    if ((await findAccount(tx, userId))?.status !== 'registered') return undefined;
    const now = clock();
    if (staff !== undefined) await approveRequest(tx, staff, userId, now);
    else if (await awaitApproval(tx, userId, now)) {
      isWaiting = true;
      await revokeProofs(tx, userId);
      return undefined;
    }
    const proof = staff === undefined ? { email_verified_at: now } : {};
    await updateUser(tx, userId, { status: 'active', activated_at: now, ...proof }, now);
    await revokeProofs(tx, userId);
    await emit(services, tx, { type: 'user.activated', userId });
    if (staff !== undefined) {
      await recordStaffAction(tx, staff, now, {
        action: 'users.activate',
        object: `user:${userId}`,
        aboutUserId: userId,
      });
      return undefined;
    }
    if (registrant === undefined || !(await consumeChallenge(tx, registrant.proof, 'registration', userId, now)))
      return undefined;
    return (await completeSignIn(services, tx, viewer, account, registrant, 'password')).token;
  });
  if (isWaiting) return { user_id: userId, waiting: 1 };
  publicCache.invalidate();
  return { user_id: userId, ...(token !== undefined && { session: await presentSession(services, userId, token) }) };
}
