import type { User, usersApi } from '@app/contract/people/users';
import type { QueryOf } from '@app/contract/platform/endpoint';
import { recordStaffAction } from '../../../platform/audit-log/record-staff-action.public.ts';
import type { Services } from '../../../platform/domain/services.ts';
import { hasPermission, type SignedInViewer } from '../../../platform/http/viewer.ts';
import { presentUser } from '../present-user.ts';
import { listUserCards } from '../user-cards.public.ts';
import { findSeenUsers } from '../user-views.ts';
import { listUserIds } from '../users.queries.ts';
import { findInConference } from './find-in-conference.ts';
import { findPeople } from './find-people.ts';

interface UserSearchResult {
  list: User[];
  total: number;
}

export async function searchUsers(
  services: Services,
  viewer: SignedInViewer,
  query: QueryOf<typeof usersApi.list>,
): Promise<UserSearchResult> {
  const search = hasPermission(viewer, 'users.read') ? searchAsStaff : searchAsUser;
  const { list, total } = await search(services, viewer, query);
  const inConference = await findInConference(
    services.db,
    viewer.userId,
    list.map(({ id }) => id),
  );
  return { list: list.map((user) => ({ ...user, added_to_conf: inConference.has(user.id) ? 1 : 0 })), total };
}

async function searchAsUser(
  services: Services,
  viewer: SignedInViewer,
  { search, page, size, except_me }: QueryOf<typeof usersApi.list>,
): Promise<UserSearchResult> {
  const { ids, total } = await findPeople(services, viewer.userId, {
    search,
    page,
    size,
    exceptMe: except_me === 1,
  });
  const cards = await listUserCards(services, viewer, ids);
  return { list: [...cards.values()], total };
}

async function searchAsStaff(
  services: Services,
  viewer: SignedInViewer,
  { search, page, size, except_me, sort, order, state }: QueryOf<typeof usersApi.list>,
): Promise<UserSearchResult> {
  const exceptId = except_me === 1 ? viewer.userId : null;
  const { ids, total } = await listUserIds(services.db, { search, page, size, exceptId, sort, order, state });
  const found = await findSeenUsers(services.db, viewer, ids);
  await recordStaffAction(services.db, viewer, services.clock(), {
    action: 'users.list',
    details: { ...(search && { search }), page, size, ...(state && { state }), found: total },
  });
  return { list: found.map(({ row, view }) => presentUser(row, viewer, view)), total };
}
