import type { Permission } from '@app/contract/platform/permissions';
import type { Viewer } from '../../platform/http/viewer.ts';
import { type AccountTarget, mayHandle as may } from './users.policy.ts';

export const mayHandle = (viewer: Viewer, target: AccountTarget, permission: Permission): boolean =>
  may(viewer, target, permission);
