import type { User } from '@app/contract/people/users';
import type { Services } from '../../platform/domain/services.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { presentUser } from './present-user.ts';
import { loadUserViews } from './user-views.ts';
import { type AccountTarget, mayViewAccountDetails as may } from './users.policy.ts';
import { findUser, type UserDetailsRow } from './users.queries.ts';

/** Undefined for unknown users. The caller records the view in the audit log. */
export async function findPresentedUser(
  services: Services,
  viewer: Viewer,
  id: number,
): Promise<{ row: UserDetailsRow; user: User } | undefined> {
  const [row, viewOf] = await Promise.all([findUser(services.db, id), loadUserViews(services, viewer, [id])]);
  return row && { row, user: presentUser(row, viewer, viewOf(id)) };
}

export const mayViewAccountDetails = (viewer: Viewer, target: Pick<AccountTarget, 'id' | 'isStaff'>): boolean =>
  may(viewer, target);
