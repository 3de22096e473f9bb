import type { User } from '@app/contract/people/users';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { Services } from '../../platform/services.ts';
import { viewPeople } from './person-views.ts';
import { showUser } from './show-user.ts';
import { maySeeWhole as may, type Target } from './users.policy.ts';
import { findUser, type WholeUserRow } from './users.queries.ts';

/** A person's row with how it is shown to this viewer; undefined for nobody. The caller writes the look down. */
export async function findShown(
  services: Pick<Services, 'db' | 'findBonds'>,
  viewer: Viewer,
  id: number,
): Promise<{ row: WholeUserRow; user: User } | undefined> {
  const [row, viewOf] = await Promise.all([findUser(services.db, id), viewPeople(services, viewer, [id])]);
  return row && { row, user: showUser(row, viewer, viewOf(id)) };
}

/** Whether login, money and roles of this account are shown, see {@link may}. */
export const maySeeWhole = (viewer: Viewer, target: Pick<Target, 'id' | 'isStaff'>): boolean => may(viewer, target);
