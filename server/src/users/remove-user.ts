import type { SignedInViewer } from '../platform/viewer.ts';
import type { Services } from '../services.ts';
import { returnUntil, updateUser } from './accounts.public.ts';
import { getChangeable } from './get-user.ts';
import { lockUser } from './users.queries.ts';

/**
 * People leave by themselves, once they prove again who they are, and may come back by signing in; staff suspend. Either way
 * every session ends at once and nothing of theirs is shown any more.
 */
export async function removeUser(
  services: Services,
  viewer: SignedInViewer,
  userId: number,
  currentPassword?: string,
): Promise<{ id: number }> {
  const { db, clock, sessions, publicCache } = services;
  await getChangeable(db, viewer, userId);
  const isOwn = viewer.userId === userId;
  if (isOwn) await sessions.requireRecentProof(viewer, currentPassword);
  const now = clock();
  await db.transaction().execute(async (tx) => {
    const stored = await lockUser(tx, userId);
    // Who asks twice at once leaves once, with one letter.
    if (stored === undefined || (isOwn && stored.deleted_at !== null)) return;
    const isSuspended = stored.status === 'suspended';
    const suspension = { status: 'suspended' as const, suspended_at: isSuspended ? stored.suspended_at : now };
    await updateUser(tx, userId, isOwn ? { deleted_at: now } : suspension, now);
    await sessions.endOthers(tx, userId, null);
    await services.hideAds(tx, userId, true);
    await services.dropPending(tx, userId);
    if (isOwn) await sayGoodbye(services, tx, stored, now);
  });
  publicCache.invalidate();
  return { id: userId };
}

/** What happens now, until when it can be undone, and how. */
async function sayGoodbye(
  { mail, config }: Services,
  tx: Parameters<Services['mail']['queue']>[0],
  { email, lang }: { email: string; lang: Parameters<Services['mail']['queue']>[1]['lang'] },
  now: Date,
): Promise<void> {
  await mail.queue(tx, {
    template: 'account_deleted',
    to: email,
    lang,
    values: { when: now.toISOString(), until: returnUntil(now).toISOString(), link: `${config.publicUrl}/auth` },
  });
}
