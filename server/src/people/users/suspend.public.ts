import { recordStaffAction } from '../../platform/audit-log/record-staff-action.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import { Failure } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import type { Services } from '../../platform/services.ts';
import { lockAccount, reinstateUser, targetOf, updateUser } from './accounts.public.ts';
import { lockSuperusers } from './roles.public.ts';
import { mayHandle } from './users.policy.ts';
import { lockUser } from './users.queries.ts';

/**
 * Send a person away: every session ends at once and nothing of theirs is shown any more. Who is away already stays so from the
 * first time on; the answer is whether they were here. Fails with not_found, and with forbidden where it takes somebody higher.
 */
export async function suspendUser(
  services: Services,
  tx: Tx,
  viewer: SignedInViewer,
  userId: number,
  details: Record<string, unknown>,
): Promise<boolean> {
  const { clock, sessions } = services;
  const isActiveSuperuser = await lockIfSuperuser(tx, viewer, userId);
  const stored = await lockUser(tx, userId);
  if (stored === undefined) throw new Failure('not_found');
  if (viewer.userId === userId || !mayHandle(viewer, targetOf(stored), 'users.suspend')) throw new Failure('forbidden');
  if (stored.is_superuser && !isActiveSuperuser) throw new Failure('forbidden');
  const now = clock();
  const suspended_at = stored.status === 'suspended' ? stored.suspended_at : now;
  await updateUser(tx, userId, { status: 'suspended', suspended_at }, now);
  await sessions.endOthers(tx, userId, null);
  await services.hideAds(tx, userId, true);
  await services.cancelPendingActions(tx, userId);
  await recordStaffAction(tx, viewer, now, {
    action: 'users.suspend',
    object: `user:${userId}`,
    aboutUserId: userId,
    details,
  });
  return stored.status !== 'suspended';
}

/** The same without a word and without an end, also of somebody whose suspension had one. */
export async function suspendSilently(
  services: Services,
  tx: Tx,
  viewer: SignedInViewer,
  userId: number,
  details: Record<string, unknown> = {},
): Promise<boolean> {
  const wasActive = await suspendUser(services, tx, viewer, userId, details);
  await services.makeSuspensionPermanent(tx, userId);
  return wasActive;
}

/**
 * Before a superuser is sent away, hold them all: of two who do it to each other at once, one stays. True when whoever sends away
 * is one who is here.
 */
async function lockIfSuperuser(tx: Tx, viewer: SignedInViewer, userId: number): Promise<boolean> {
  const locked = await lockSuperusers(tx, userId);
  return locked.some(({ id, is_here }) => id === viewer.userId && is_here);
}

/** Let a suspended person back in; others stay as they are, and the answer says which. Fails with not_found, and with forbidden where it takes somebody higher. */
export async function restoreUser(
  services: Services,
  tx: Tx,
  viewer: SignedInViewer,
  userId: number,
): Promise<boolean> {
  const { clock, hideAds } = services;
  const account = await lockAccount(tx, userId);
  if (account === undefined) throw new Failure('not_found');
  if (!mayHandle(viewer, targetOf(account), 'users.suspend')) throw new Failure('forbidden');
  if (account.status !== 'suspended') return false;
  const now = clock();
  await reinstateUser(tx, userId, now);
  // Who left before has left: only they themselves come back.
  if (account.deleted_at === null) await hideAds(tx, userId, false);
  await recordStaffAction(tx, viewer, now, { action: 'users.restore', object: `user:${userId}`, aboutUserId: userId });
  return true;
}
