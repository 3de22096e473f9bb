import type { User } from '@app/contract/people/users';
import type { Permission } from '@app/contract/platform/permissions';
import { recordStaffAction } from '../../platform/audit-log/record-staff-action.public.ts';
import { orWhileAway } from '../../platform/database/database-away.ts';
import type { Db } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure, requireFound } from '../../platform/failure.ts';
import { hasPermission, isSignedIn, type SignedInViewer, type Viewer } from '../../platform/http/viewer.ts';
import { type Account, findAccount, targetOf } from './accounts.public.ts';
import { recordPhoneReveal } from './phone/phone-reveals.public.ts';
import { presentUser, toPhoneOwner } from './present-user.ts';
import { findSeenUser } from './user-views.ts';
import { getAccountVisibility, mayChange } from './users.policy.ts';
import { getPhoneVisibility } from './users.public.ts';

/**
 * Returns a user's page. Fails with gone for deleted users and not_found for those never activated. `revealPhone`
 * reveals the phone number within the viewer's daily limit; beyond, the number stays masked.
 */
export async function getUser(
  services: Services,
  viewer: Viewer,
  id: number,
  { revealPhone }: { revealPhone: boolean },
): Promise<User> {
  const { db, clock } = services;
  const { row, view } = requireFound(await findSeenUser(db, viewer, id));
  if (isSignedIn(viewer) && viewer.userId !== id && hasPermission(viewer, 'users.read'))
    await recordStaffAction(db, viewer, clock(), { action: 'users.read', object: `user:${id}`, aboutUserId: id });
  const state = getAccountVisibility(viewer, { id, status: row.status, isDeleted: row.deleted_at !== null });
  if (state === 'unknown') throw new Failure('not_found');
  // Clients distinguish deleted and suspended users.
  if (state === 'gone') throw new Failure('gone', { details: { suspended: row.deleted_at === null ? 1 : 0 } });
  if (
    !revealPhone ||
    viewer.userId === null ||
    getPhoneVisibility(viewer, toPhoneOwner(row, view?.relationship)) !== 'masked'
  )
    return presentUser(row, viewer, view);
  const recorded = await orWhileAway(recordPhoneReveal(db, viewer.userId, `user ${id}`, clock()), undefined);
  return presentUser(row, viewer, view, recorded?.isAllowed ?? false);
}

/** Returns an account that this viewer may change. Users get the same error for all other ids. */
export async function getChangeable(
  db: Db,
  viewer: SignedInViewer,
  id: number,
  permission: Permission = 'users.edit',
): Promise<Account> {
  if (viewer.userId !== id && !hasPermission(viewer, permission)) throw new Failure('forbidden');
  const account = requireFound(await findAccount(db, id));
  if (!mayChange(viewer, targetOf(account), permission)) throw new Failure('forbidden');
  return account;
}
