import type { Permission } from '@app/contract/staff/permissions';
import type { Viewer } from '../../platform/http/viewer.ts';
import { type AccountTarget, mayHandle as may } from './users.policy.ts';

/** Whether the viewer has the permission for another user's account, see {@link may}. */
export const mayHandle = (viewer: Viewer, target: AccountTarget, permission: Permission): boolean =>
  may(viewer, target, permission);
