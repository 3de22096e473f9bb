import type { Permission } from '@app/contract/platform/permissions';
import { hasPermission, type SignedInViewer, type Viewer } from '../../platform/http/viewer.ts';

export interface AccountTarget {
  id: number;
  isStaff: boolean;
  isSuperuser: boolean;
}

/** Contacts and presence of a user: visible to the user and to staff who manage users. */
export function mayViewPrivate(viewer: Viewer, userId: number): boolean {
  return viewer.userId === userId || hasPermission(viewer, 'users.read');
}

/**
 * Login, money, bank details, roles: visible to the user and to staff who manage staff; other staff see the columns of
 * the table.
 */
export function mayViewAccountDetails(viewer: Viewer, target: Pick<AccountTarget, 'id' | 'isStaff'>): boolean {
  if (viewer.userId === target.id) return true;
  return hasPermission(viewer, 'users.read') && (!target.isStaff || hasPermission(viewer, 'staff.edit'));
}

/**
 * Allowed for oneself and for staff with the permission. Accounts of staff need the permission for staff, and
 * superusers a superuser; otherwise a manager could set an administrator's password.
 */
export function mayChange(
  viewer: SignedInViewer,
  target: AccountTarget,
  permission: Permission = 'users.edit',
): boolean {
  return viewer.userId === target.id || mayHandle(viewer, target, permission);
}

export function mayHandle(viewer: Viewer, target: AccountTarget, permission: Permission): boolean {
  if (!hasPermission(viewer, permission)) return false;
  if (target.isSuperuser) return viewer.isSuperuser;
  return !target.isStaff || hasPermission(viewer, 'staff.edit');
}

/** Never activated users do not exist for others; deleted ones are reported as gone. */
export function getAccountVisibility(
  viewer: Viewer,
  account: { id: number; status: string; isDeleted: boolean },
): 'here' | 'gone' | 'unknown' {
  if (mayViewPrivate(viewer, account.id)) return 'here';
  if (account.status === 'registered') return 'unknown';
  return account.isDeleted || account.status === 'suspended' ? 'gone' : 'here';
}
