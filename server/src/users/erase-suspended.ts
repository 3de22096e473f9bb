import { Failure } from '../platform/failure.ts';
import type { SignedInViewer } from '../platform/viewer.ts';
import type { Services } from '../services.ts';
import { returnUntil, updateUser } from './accounts.public.ts';
import { getChangeable } from './get-user.ts';
import { lockUser } from './users.queries.ts';

/**
 * Have a suspended person erased. Staff wait for as long as people have to come back, so that a mistake can be taken back; a
 * superuser need not, as when the law asks for it. From now on nothing brings the person back.
 */
export async function eraseSuspended(
  services: Services,
  viewer: SignedInViewer,
  userId: number,
): Promise<{ id: number }> {
  const { db, clock } = services;
  await getChangeable(db, viewer, userId);
  const now = clock();
  await db.transaction().execute(async (tx) => {
    const stored = await lockUser(tx, userId);
    if (stored?.status !== 'suspended' || stored.suspended_at === null) throw new Failure('conflict');
    if (!viewer.isSuperuser && returnUntil(stored.suspended_at) > now) throw new Failure('conflict');
    // The way back is over: the next run erases them as it does people who left.
    await updateUser(tx, userId, { deleted_at: new Date(0) }, now);
    await services.eraseSoon(tx);
  });
  return { id: userId };
}
