import type { Permission } from '@app/contract/staff/permissions';
import type { Viewer } from '../../platform/http/viewer.ts';
import { mayHandle as may, type Target } from './users.policy.ts';

/** Whether this viewer may do this about somebody else's account, see {@link may}. */
export const mayHandle = (viewer: Viewer, target: Target, permission: Permission): boolean =>
  may(viewer, target, permission);
