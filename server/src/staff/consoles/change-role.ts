import type { BodyOf } from '@app/contract/platform/endpoint';
import { type Permission, permissionsOf, type Role, roleOf } from '@app/contract/staff/permissions';
import type { Account, staffApi } from '@app/contract/staff/staff';
import { requireRecentProof } from '../../people/auth/prove-recently.public.ts';
import { holdStaff, type StaffAccount, setRole } from '../../people/users/roles.public.ts';
import { noteAction } from '../../platform/audit-log/note-action.public.ts';
import { Failure } from '../../platform/failure.ts';
import { hasPermission, type SignedInViewer } from '../../platform/http/viewer.ts';
import type { Services } from '../../platform/services.ts';
import { showAccount } from './show-account.ts';

/**
 * Give or take a role and single permissions. Nobody changes their own, nobody gives what they do not have, superusers are made and
 * unmade by superusers, and one of them always stays. Whoever loses anything is signed out everywhere: what is open in other windows
 * closes with the session.
 */
export async function changeRole(
  services: Services,
  viewer: SignedInViewer,
  userId: number,
  { role, permissions, current_password }: BodyOf<typeof staffApi.setRole>,
): Promise<Account> {
  const { db, clock, sessions, publicCache } = services;
  if (userId === viewer.userId) throw new Failure('own_role');
  await requireRecentProof(services, viewer, current_password);
  const wanted = { role, permissions: [...new Set(permissions)] };
  await db.transaction().execute(async (tx) => {
    const held = await holdStaff(tx, [userId, viewer.userId]);
    const person = held.find(({ id }) => id === userId);
    const giver = held.find(({ id }) => id === viewer.userId);
    if (person === undefined) throw new Failure('not_found');
    // As it is now: somebody may have taken the giver's own role a moment ago.
    if (giver === undefined || !mayGive(viewer, giver, person, wanted)) throw new Failure('forbidden');
    if (person.is_superuser && role !== 'superuser' && !held.some((one) => isOther(one, userId)))
      throw new Failure('last_superuser');
    const before = permissionsOf(person);
    await setRole(tx, person, wanted, clock());
    const after = permissionsOf({ ...person, ...accountOf(wanted) });
    const taken = before.filter((permission) => !after.includes(permission));
    // A superuser's mark opens more than the permissions: whoever loses a role loses the sessions that had it.
    if (taken.length > 0 || (person.is_superuser && role !== 'superuser')) await sessions.endOthers(tx, userId, null);
    await noteAction(tx, viewer, clock(), {
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
  });
  publicCache.invalidate();
  return showAccount(services, viewer, userId);
}

interface Wanted {
  role: Role | null;
  permissions: readonly Permission[];
}

const accountOf = ({ role, permissions }: Wanted) => ({
  is_superuser: role === 'superuser',
  groups: role === null || role === 'superuser' ? [] : [role],
  permissions,
});

const isOther = (one: StaffAccount, userId: number): boolean => one.is_superuser && one.is_here && one.id !== userId;

function mayGive(viewer: SignedInViewer, giver: StaffAccount, person: StaffAccount, wanted: Wanted): boolean {
  if (!hasPermission(viewer, 'staff.edit') || !permissionsOf(giver).includes('staff.edit')) return false;
  if (!giver.is_here) return false;
  if (giver.is_superuser) return wanted.role === null || person.is_here;
  if (person.is_superuser || wanted.role === 'superuser') return false;
  const own = permissionsOf(giver);
  const before = permissionsOf(person);
  const given = permissionsOf(accountOf(wanted)).filter((permission) => !before.includes(permission));
  // Deciding about staff is a superuser's to give and to take.
  const touchesStaff = before.includes('staff.edit') || given.includes('staff.edit');
  return !touchesStaff && person.is_here && given.every((permission) => own.includes(permission));
}
