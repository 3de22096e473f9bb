import type { User } from '@app/contract/users';
import type { Db } from '../database.ts';
import type { SignedInViewer } from '../platform/viewer.ts';
import { showListedUser } from './show-user.ts';
import { listUsers } from './users.queries.ts';

interface UserQuery {
  search?: string | undefined;
  page: number;
  size: number;
}

export async function searchUsers(
  db: Db,
  viewer: SignedInViewer,
  query: UserQuery,
): Promise<{ list: User[]; total: number }> {
  const { search, page, size } = query;
  const { rows, total } = await listUsers(db, { search, page, size, asStaff: viewer.isStaff });
  return { list: rows.map((row) => showListedUser(row, viewer)), total };
}
