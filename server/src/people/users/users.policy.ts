import type { Permission } from '@app/contract/staff/permissions';
import { hasPermission, type SignedInViewer, type Viewer } from '../../platform/http/viewer.ts';

/** Somebody's account, as far as it decides who may touch it. */
export interface AccountTarget {
  id: number;
  isStaff: boolean;
  isSuperuser: boolean;
}

/** How to reach a person, and that they are here at all: the person and staff who look after people. */
export function mayViewPrivate(viewer: Viewer, userId: number): boolean {
  return viewer.userId === userId || hasPermission(viewer, 'users.read');
}

/** Login, money, bank details, roles. Of staff only those see them who decide about staff: the others see what the table shows. */
export function mayViewAccountDetails(viewer: Viewer, target: Pick<AccountTarget, 'id' | 'isStaff'>): boolean {
  if (viewer.userId === target.id) return true;
  return hasPermission(viewer, 'users.read') && (!target.isStaff || hasPermission(viewer, 'staff.edit'));
}

/**
 * Oneself always; staff by their permission, accounts of staff only those who decide about staff, and superusers only superusers:
 * otherwise a manager could set an administrator's password and become one.
 */
export function mayChange(
  viewer: SignedInViewer,
  target: AccountTarget,
  permission: Permission = 'users.edit',
): boolean {
  return viewer.userId === target.id || mayHandle(viewer, target, permission);
}

/** The same for what one does about others only. */
export function mayHandle(viewer: Viewer, target: AccountTarget, permission: Permission): boolean {
  if (!hasPermission(viewer, permission)) return false;
  if (target.isSuperuser) return viewer.isSuperuser;
  return !target.isStaff || hasPermission(viewer, 'staff.edit');
}

/** How an account looks from outside. Those never activated do not exist for others; those that left leave a trace. */
export function getAccountVisibility(
  viewer: Viewer,
  account: { id: number; status: string; isDeleted: boolean },
): 'here' | 'gone' | 'unknown' {
  if (mayViewPrivate(viewer, account.id)) return 'here';
  if (account.status === 'registered') return 'unknown';
  return account.isDeleted || account.status === 'suspended' ? 'gone' : 'here';
}
