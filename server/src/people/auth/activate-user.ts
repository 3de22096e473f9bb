import { noteAction } from '../../platform/audit-log/note-action.public.ts';
import { Failure } from '../../platform/failure.ts';
import { hasPermission, isSignedIn, type Viewer } from '../../platform/http/viewer.ts';
import type { Services } from '../../platform/services.ts';
import { endSuspensions } from '../../trust/moderation/moderation.public.ts';
import { findAccount, holdAccount, updateUser } from '../users/accounts.public.ts';
import { restoreUser } from '../users/suspend.public.ts';
import { dropProofs, useGrant } from './codes.ts';

/** Activate whoever proved the code in this browser. Staff need no code, and may let a suspended person back in. */
export async function activateUser(
  services: Services,
  viewer: Viewer,
  userId: number,
  grant: string | undefined,
): Promise<{ user_id: number }> {
  const { db, clock, publicCache } = services;
  const staff = isSignedIn(viewer) && hasPermission(viewer, 'users.edit') ? viewer : undefined;
  await db.transaction().execute(async (tx) => {
    if (staff === undefined) await useGrant(tx, clock, 'activation', userId, grant);
    const account = await holdAccount(tx, userId);
    if (account === undefined) throw new Failure('not_found');
    if (account.status === 'suspended') {
      // A code proves a mail; it does not outweigh a suspension.
      if (staff === undefined) throw new Failure('forbidden');
      await restoreUser(services, tx, staff, userId);
      await endSuspensions(services, tx, userId, staff.userId);
    }
    if ((await findAccount(tx, userId))?.status !== 'registered') return;
    const now = clock();
    const proof = staff === undefined ? { email_verified_at: now } : {};
    await updateUser(tx, userId, { status: 'active', activated_at: now, ...proof }, now);
    await dropProofs(tx, userId);
    await services.noteInvitationEvent(tx, userId, 'activated');
    if (staff !== undefined)
      await noteAction(tx, staff, now, { action: 'users.activate', object: `user:${userId}`, aboutUserId: userId });
  });
  publicCache.invalidate();
  return { user_id: userId };
}
