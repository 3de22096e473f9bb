import type { Permission } from '@app/contract/platform/permissions';
import { APPROVAL_KINDS, type ApprovalKind } from '@app/contract/staff/staff';
import { hasPermission, type Viewer } from '../../platform/http/viewer.ts';

/** Permission needed to request and to approve each kind. */
export const APPROVAL_PERMISSIONS: Readonly<Record<ApprovalKind, Permission>> = {
  erase_user: 'users.erase',
  export_user: 'users.export',
  export_people: 'users.export',
};

export const decidableKinds = (viewer: Viewer): ApprovalKind[] =>
  APPROVAL_KINDS.filter((kind) => hasPermission(viewer, APPROVAL_PERMISSIONS[kind]));

interface DecidableApproval {
  kind: ApprovalKind;
  state: string;
  asked_by: number;
  expires_at: Date;
  about_staff: boolean | null;
}

export const isWaiting = ({ state, expires_at }: Pick<DecidableApproval, 'state' | 'expires_at'>, now: Date): boolean =>
  state === 'open' && expires_at > now;

/** Another staff member with the same permission; requests about staff need a superuser. */
export function mayDecide(viewer: Viewer, approval: DecidableApproval): boolean {
  return (
    approval.asked_by !== viewer.userId &&
    hasPermission(viewer, APPROVAL_PERMISSIONS[approval.kind]) &&
    (approval.about_staff !== true || viewer.isSuperuser)
  );
}
