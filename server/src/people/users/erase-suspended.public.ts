import type { Selectable } from 'kysely';
import type { Tx } from '../../platform/database/tables.ts';
import { emit } from '../../platform/domain/events.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure, requireFound } from '../../platform/failure.ts';
import { returnUntil, updateUser } from './accounts.public.ts';
import { lockUser } from './users.queries.ts';
import type { UsersTable } from './users.tables.ts';

/** When staff other than superusers may erase a suspended user: after the time in which the account can be restored. */
export const erasableFrom = (suspendedAt: Date): Date => returnUntil(suspendedAt);

/**
 * Locks a suspended user until commit. Staff have to wait for the restore period, so that mistakes can be corrected;
 * superusers do not, for example for a legal request. Fails with not_found and conflict.
 */
export async function lockSuspendedUser(
  tx: Tx,
  userId: number,
  { now, maySkipWait }: { now: Date; maySkipWait: boolean },
): Promise<Selectable<UsersTable>> {
  const stored = requireFound(await lockUser(tx, userId));
  if (stored.status !== 'suspended' || stored.suspended_at === null) throw new Failure('conflict');
  if (!maySkipWait && erasableFrom(stored.suspended_at) > now) throw new Failure('conflict');
  return stored;
}

/** Ends the restore period, so that the next job run erases the user. */
export async function markForErasure(services: Services, tx: Tx, userId: number): Promise<void> {
  await updateUser(tx, userId, { deleted_at: new Date(0) }, services.clock());
  await emit(services, tx, { type: 'user.erasureRequested', userId });
}
