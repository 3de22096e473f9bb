import type { SignedInViewer, Viewer } from '../platform/viewer.ts';

interface Target {
  id: number;
  isStaff: boolean;
}

/** Mail, login, money and bank details: the person and staff. */
export function maySeePrivate(viewer: Viewer, userId: number): boolean {
  return viewer.isStaff || viewer.userId === userId;
}

/**
 * Oneself always; staff edit people, and only superusers edit staff: otherwise a manager could set an
 * administrator's password and become one.
 */
export function mayChange(viewer: SignedInViewer, target: Target): boolean {
  if (viewer.userId === target.id) return true;
  return viewer.isStaff && (viewer.isSuperuser || !target.isStaff);
}

/** How an account looks from outside. Those never activated do not exist for others; those that left leave a trace. */
export function presence(
  viewer: Viewer,
  account: { id: number; status: string; isDeleted: boolean },
): 'here' | 'gone' | 'unknown' {
  if (maySeePrivate(viewer, account.id)) return 'here';
  if (account.status === 'registered') return 'unknown';
  return account.isDeleted || account.status === 'suspended' ? 'gone' : 'here';
}
