import type { Selectable } from 'kysely';
import type { Tx } from '../../platform/database/tables.ts';
import { Failure } from '../../platform/failure.ts';
import type { Services } from '../../platform/services.ts';
import { returnUntil, updateUser } from './accounts.public.ts';
import { lockUser } from './users.queries.ts';
import type { UsersTable } from './users.tables.ts';

/** From when on a suspended person may be erased by anybody whom it is given to: as long as people have to come back. */
export const erasableFrom = (suspendedAt: Date): Date => returnUntil(suspendedAt);

/**
 * A suspended person, held until the transaction ends. Staff wait for as long as people have to come back, so that a mistake can be
 * taken back; a superuser need not, as when the law asks for it. Fails with not_found and conflict.
 */
export async function lockSuspendedUser(
  tx: Tx,
  userId: number,
  { now, maySkipWait }: { now: Date; maySkipWait: boolean },
): Promise<Selectable<UsersTable>> {
  const stored = await lockUser(tx, userId);
  if (stored === undefined) throw new Failure('not_found');
  if (stored.status !== 'suspended' || stored.suspended_at === null) throw new Failure('conflict');
  if (!maySkipWait && erasableFrom(stored.suspended_at) > now) throw new Failure('conflict');
  return stored;
}

/** The way back is over: the next run erases them as it does people who left. */
export async function markForErasure(
  services: Pick<Services, 'clock' | 'enqueueErasures'>,
  tx: Tx,
  userId: number,
): Promise<void> {
  await updateUser(tx, userId, { deleted_at: new Date(0) }, services.clock());
  await services.enqueueErasures(tx);
}
