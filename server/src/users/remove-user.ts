import type { SignedInViewer } from '../platform/viewer.ts';
import type { Services } from '../services.ts';
import { updateUser } from './accounts.public.ts';
import { getChangeable } from './get-user.ts';

/** People leave by themselves and may come back by signing in; staff suspend. Either way every session ends at once. */
export async function removeUser(services: Services, viewer: SignedInViewer, userId: number): Promise<{ id: number }> {
  const { db, clock, sessions, publicCache } = services;
  await getChangeable(db, viewer, userId);
  const now = clock();
  await db.transaction().execute(async (tx) => {
    const change = viewer.userId === userId ? { deleted_at: now } : { status: 'suspended' as const, suspended_at: now };
    await updateUser(tx, userId, change, now);
    await sessions.endOthers(tx, userId, null);
    await services.hideAds(tx, userId, true);
  });
  publicCache.invalidate();
  return { id: userId };
}
