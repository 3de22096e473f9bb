import { Failure } from '../platform/failure.ts';
import type { Viewer } from '../platform/viewer.ts';
import type { Services } from '../services.ts';
import { findAccount, updateUser } from '../users/accounts.public.ts';
import { dropProofs, useGrant } from './codes.ts';

/** Activate whoever proved the code in this browser; staff need no code. */
export async function activateUser(
  { db, clock }: Services,
  viewer: Viewer,
  userId: number,
  grant: string | undefined,
): Promise<{ user_id: number }> {
  await db.transaction().execute(async (tx) => {
    if (!viewer.isStaff) await useGrant(tx, clock, 'activation', userId, grant);
    const account = await findAccount(tx, userId);
    if (account === undefined) throw new Failure('not_found');
    if (account.status !== 'registered') return;
    await updateUser(tx, userId, { status: 'active', activated_at: clock() }, clock());
    await dropProofs(tx, userId);
  });
  return { user_id: userId };
}
