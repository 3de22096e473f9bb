import type { Tx } from '../database.ts';
import { Failure } from '../platform/failure.ts';
import type { Viewer } from '../platform/viewer.ts';
import type { Services } from '../services.ts';
import { type Account, findAccount, isStaffAccount, updateUser } from '../users/accounts.public.ts';
import { dropProofs, useGrant } from './codes.ts';

/** Activate whoever proved the code in this browser. Staff need no code, and may let a suspended person back in. */
export async function activateUser(
  services: Services,
  viewer: Viewer,
  userId: number,
  grant: string | undefined,
): Promise<{ user_id: number }> {
  const { db, clock, publicCache } = services;
  await db.transaction().execute(async (tx) => {
    if (!viewer.isStaff) await useGrant(tx, clock, 'activation', userId, grant);
    const account = await findAccount(tx, userId);
    if (account === undefined) throw new Failure('not_found');
    if (account.status === 'suspended') return letBackIn(services, tx, viewer, account);
    if (account.status === 'active') return;
    const now = clock();
    const proof = viewer.isStaff ? {} : { email_verified_at: now };
    await updateUser(tx, userId, { status: 'active', activated_at: now, ...proof }, now);
    await dropProofs(tx, userId);
    await services.noteInvitationEvent(tx, userId, 'activated');
  });
  publicCache.invalidate();
  return { user_id: userId };
}

/** A code proves a mail; it does not outweigh a suspension. Suspended staff answer to a superuser. */
async function letBackIn({ clock, hideAds }: Services, tx: Tx, viewer: Viewer, account: Account): Promise<void> {
  if (!viewer.isStaff || (isStaffAccount(account) && !viewer.isSuperuser)) throw new Failure('forbidden');
  await updateUser(tx, account.id, { status: 'active', suspended_at: null }, clock());
  // Who left before has left: only they themselves come back.
  if (account.deleted_at === null) await hideAds(tx, account.id, false);
}
