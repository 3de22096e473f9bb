import type { User } from '@app/contract/people/users';
import type { Services } from '../../platform/domain/services.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { presentUser } from './present-user.ts';
import { findSeenUser } from './user-views.ts';
import { type AccountTarget, mayViewAccountDetails as may } from './users.policy.ts';
import type { UserDetailsRow } from './users.queries.ts';

/** Undefined for unknown users. The caller records the view in the audit log. */
export async function findPresentedUser(
  { db }: Services,
  viewer: Viewer,
  id: number,
): Promise<{ row: UserDetailsRow; user: User } | undefined> {
  const found = await findSeenUser(db, viewer, id);
  return found && { row: found.row, user: presentUser(found.row, viewer, found.view) };
}

export const mayViewAccountDetails = (viewer: Viewer, target: Pick<AccountTarget, 'id' | 'isStaff'>): boolean =>
  may(viewer, target);
