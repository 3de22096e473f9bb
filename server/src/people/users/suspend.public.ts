import { recordStaffAction } from '../../platform/audit-log/record-staff-action.public.ts';
import type { Tx } from '../../platform/database/tables.ts';
import { emit } from '../../platform/domain/events.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure, requireFound } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { lockAccount, reinstateUser, targetOf, updateUser } from './accounts.public.ts';
import { lockSuperusers } from './roles.public.ts';
import { mayHandle } from './users.policy.ts';
import { lockUser } from './users.queries.ts';

/**
 * Suspends a user: ends all sessions and hides all content. An earlier suspension keeps its date; returns whether the
 * user was active. Fails with not_found, and with forbidden when a higher role is needed.
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
  const stored = requireFound(await lockUser(tx, userId));
  if (viewer.userId === userId || !mayHandle(viewer, targetOf(stored), 'users.suspend')) throw new Failure('forbidden');
  if (stored.is_superuser && !isActiveSuperuser) throw new Failure('forbidden');
  const now = clock();
  const suspended_at = stored.status === 'suspended' ? stored.suspended_at : now;
  await updateUser(tx, userId, { status: 'suspended', suspended_at }, now);
  await sessions.endOthers(tx, userId, null);
  await emit(services, tx, { type: 'user.visibilityChanged', userId, isHidden: true });
  await emit(services, tx, { type: 'user.deactivated', userId });
  await recordStaffAction(tx, viewer, now, {
    action: 'users.suspend',
    object: `user:${userId}`,
    aboutUserId: userId,
    details,
  });
  return stored.status !== 'suspended';
}

/** Suspends without notification and without an end, which also replaces a limited suspension. */
export async function suspendSilently(
  services: Services,
  tx: Tx,
  viewer: SignedInViewer,
  userId: number,
  details: Record<string, unknown> = {},
): Promise<boolean> {
  const wasActive = await suspendUser(services, tx, viewer, userId, details);
  await emit(services, tx, { type: 'user.suspendedForever', userId });
  return wasActive;
}

/**
 * Locks all superusers before one is suspended, so that of two who suspend each other one remains. Returns whether the
 * caller is an active superuser.
 */
async function lockIfSuperuser(tx: Tx, viewer: SignedInViewer, userId: number): Promise<boolean> {
  const locked = await lockSuperusers(tx, userId);
  return locked.some(({ id, is_here }) => id === viewer.userId && is_here);
}

/**
 * Lifts a suspension; returns whether the user was suspended. Fails with not_found, and with forbidden when a higher
 * role is needed.
 */
export async function restoreUser(
  services: Services,
  tx: Tx,
  viewer: SignedInViewer,
  userId: number,
): Promise<boolean> {
  const { clock } = services;
  const account = requireFound(await lockAccount(tx, userId));
  if (!mayHandle(viewer, targetOf(account), 'users.suspend')) throw new Failure('forbidden');
  if (account.status !== 'suspended') return false;
  const now = clock();
  await reinstateUser(tx, userId, now);
  // A user who deleted the account before stays deleted; only they can restore it.
  if (account.deleted_at === null)
    await emit(services, tx, { type: 'user.visibilityChanged', userId, isHidden: false });
  await recordStaffAction(tx, viewer, now, { action: 'users.restore', object: `user:${userId}`, aboutUserId: userId });
  return true;
}
