import { recordStaffAction } from '../../platform/audit-log/record-staff-action.public.ts';
import { emit } from '../../platform/domain/events.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure, requireFound } from '../../platform/failure.ts';
import { hasPermission, isSignedIn, type Viewer } from '../../platform/http/viewer.ts';
import { findAccount, lockAccount, updateUser } from '../users/accounts.public.ts';
import { restoreUser } from '../users/suspend.public.ts';
import { consumeGrant, revokeProofs } from './codes.ts';

export async function activateUser(
  services: Services,
  viewer: Viewer,
  userId: number,
  grant: string | undefined,
): Promise<{ user_id: number }> {
  const { db, clock, publicCache } = services;
  const staff = isSignedIn(viewer) && hasPermission(viewer, 'users.edit') ? viewer : undefined;
  await db.transaction().execute(async (tx) => {
    if (staff === undefined) await consumeGrant(tx, clock, 'activation', userId, grant);
    const account = requireFound(await lockAccount(tx, userId));
    if (account.status === 'suspended') {
      // A code proves an email address; it does not lift a suspension.
      if (staff === undefined) throw new Failure('forbidden');
      await restoreUser(services, tx, staff, userId);
      await emit(services, tx, { type: 'suspension.lifted', userId, by: staff.userId });
    }
    if ((await findAccount(tx, userId))?.status !== 'registered') return;
    const now = clock();
    const proof = staff === undefined ? { email_verified_at: now } : {};
    await updateUser(tx, userId, { status: 'active', activated_at: now, ...proof }, now);
    await revokeProofs(tx, userId);
    await emit(services, tx, { type: 'user.activated', userId });
    if (staff !== undefined)
      await recordStaffAction(tx, staff, now, {
        action: 'users.activate',
        object: `user:${userId}`,
        aboutUserId: userId,
      });
  });
  publicCache.invalidate();
  return { user_id: userId };
}
