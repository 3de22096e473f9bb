import type { BodyOf } from '@app/contract/platform/endpoint';
import { type Permission, permissionsOf, type Role, roleOf } from '@app/contract/platform/permissions';
import type { Account, staffApi } from '@app/contract/staff/staff';
import { requireReauthentication } from '../../people/auth/reauthentication.public.ts';
import { lockStaff, type StaffAccount, setRole } from '../../people/users/roles.public.ts';
import { recordStaffAction } from '../../platform/audit-log/record-staff-action.public.ts';
import { retryDeadlocks } from '../../platform/database/retry-deadlocks.ts';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import { hasPermission, type SignedInViewer } from '../../platform/http/viewer.ts';
import { viewAccount } from './view-account.ts';

/**
 * Changes a role and single permissions. Nobody changes their own, nobody grants permissions they do not have, only
 * superusers change superusers, and one always remains. A user who loses a permission is signed out everywhere.
 */
export async function changeRole(
  services: Services,
  viewer: SignedInViewer,
  userId: number,
  { role, permissions, current_password }: BodyOf<typeof staffApi.setRole>,
): Promise<Account> {
  const { db, clock, sessions, publicCache } = services;
  if (userId === viewer.userId) throw new Failure('own_role');
  await requireReauthentication(services, viewer, current_password);
  const change = { role, permissions: [...new Set(permissions)] };
  const save = async (tx: Tx): Promise<void> => {
    const locked = await lockStaff(tx, [userId, viewer.userId]);
    const person = locked.find(({ id }) => id === userId);
    const granter = locked.find(({ id }) => id === viewer.userId);
    if (person === undefined) throw new Failure('not_found');
    // Checks under the lock, because the granter's own role may have changed meanwhile.
    if (granter === undefined || !mayGrant(viewer, granter, person, change)) throw new Failure('forbidden');
    if (person.is_superuser && role !== 'superuser' && !locked.some((one) => isOther(one, userId)))
      throw new Failure('last_superuser');
    const before = permissionsOf(person);
    await setRole(tx, person, change, clock());
    const after = permissionsOf({ ...person, ...accountOf(change) });
    const taken = before.filter((permission) => !after.includes(permission));
    // Superusers can do more than the listed permissions, so losing the flag ends all sessions too.
    if (taken.length > 0 || (person.is_superuser && role !== 'superuser')) await sessions.endOthers(tx, userId, null);
    await recordStaffAction(tx, viewer, clock(), {
      action: 'staff.role',
      object: `user:${userId}`,
      aboutUserId: userId,
      details: {
        from: roleOf(person) ?? null,
        to: role,
        given: after.filter((permission) => !before.includes(permission)),
        taken,
      },
    });
  };
  // Sessions of the person are ended after the person is locked; whoever uses one of them locks the other way round.
  await retryDeadlocks(() => db.transaction().execute(save));
  publicCache.invalidate();
  return viewAccount(services, viewer, userId);
}

interface RoleChange {
  role: Role | null;
  permissions: readonly Permission[];
}

const accountOf = ({ role, permissions }: RoleChange) => ({
  is_superuser: role === 'superuser',
  groups: role === null || role === 'superuser' ? [] : [role],
  permissions,
});

const isOther = (one: StaffAccount, userId: number): boolean => one.is_superuser && one.is_here && one.id !== userId;

function mayGrant(viewer: SignedInViewer, granter: StaffAccount, person: StaffAccount, change: RoleChange): boolean {
  if (!hasPermission(viewer, 'staff.edit') || !permissionsOf(granter).includes('staff.edit')) return false;
  if (!granter.is_here) return false;
  if (granter.is_superuser) return change.role === null || person.is_here;
  if (person.is_superuser || change.role === 'superuser') return false;
  const own = permissionsOf(granter);
  const before = permissionsOf(person);
  const given = permissionsOf(accountOf(change)).filter((permission) => !before.includes(permission));
  // Only a superuser grants or revokes the permission to manage staff.
  const touchesStaff = before.includes('staff.edit') || given.includes('staff.edit');
  return !touchesStaff && person.is_here && given.every((permission) => own.includes(permission));
}
