import type { Tx } from '../../platform/database/tables.ts';
import { emit } from '../../platform/domain/events.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import { hasPermission, type SignedInViewer } from '../../platform/http/viewer.ts';
import { returnUntil, updateUser } from './accounts.public.ts';
import { lockSuperusers } from './roles.public.ts';
import { suspendSilently } from './suspend.public.ts';
import { lockUser } from './users.queries.ts';

/**
 * Deletes the user's own account after re-authentication, which signing in can cancel; staff suspend the user instead.
 * Both end all sessions and hide all content.
 */
export async function removeUser(
  services: Services,
  viewer: SignedInViewer,
  userId: number,
  currentPassword?: string,
): Promise<{ id: number }> {
  const { db, sessions, publicCache } = services;
  const isOwn = viewer.userId === userId;
  if (isOwn) await sessions.requireReauthentication(viewer, currentPassword);
  // Users get the same error for all other ids.
  else if (!hasPermission(viewer, 'users.suspend')) throw new Failure('forbidden');
  await db.transaction().execute(async (tx) => {
    if (isOwn) await deactivateOwnAccount(services, tx, userId);
    else await suspendSilently(services, tx, viewer, userId);
  });
  publicCache.invalidate();
  return { id: userId };
}

async function deactivateOwnAccount(services: Services, tx: Tx, userId: number): Promise<void> {
  const now = services.clock();
  const superusers = await lockSuperusers(tx, userId);
  if (superusers.length > 0 && !superusers.some(({ id, is_here }) => is_here && id !== userId))
    throw new Failure('last_superuser');
  const stored = await lockUser(tx, userId);
  // A parallel second request must not send another email.
  if (stored === undefined || stored.deleted_at !== null) return;
  await updateUser(tx, userId, { deleted_at: now }, now);
  await services.sessions.endOthers(tx, userId, null);
  await emit(services, tx, { type: 'user.visibilityChanged', userId, isHidden: true });
  await emit(services, tx, { type: 'user.deactivated', userId });
  await queueGoodbyeEmail(services, tx, stored, now);
}

async function queueGoodbyeEmail(
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
