import { permissionsOf } from '@app/contract/platform/permissions';
import { sql } from 'kysely';
import { findAccount, isStaffAccount } from '../../people/users/accounts.public.ts';
import type { Db } from '../../platform/database/tables.ts';
import type { CaseRow } from './cases.queries.ts';

interface StaffAccountRow {
  is_superuser: boolean;
  groups: string[];
  permissions: string[];
}

/** All staff are checked, since there are few. */
const STAFF_MAX = 1000;

export async function hasOtherAppealReviewer(
  db: Db,
  { excluded_staff_id, about_user_id }: Pick<CaseRow, 'excluded_staff_id' | 'about_user_id'>,
): Promise<boolean> {
  const about = about_user_id === null ? undefined : await findAccount(db, about_user_id);
  const isAboutStaff = about !== undefined && isStaffAccount(about);
  const { rows } = await sql<StaffAccountRow>`
    select is_superuser, groups, permissions from users
    where (is_superuser or groups && '{admin,manager}') and status = 'active' and deleted_at is null
      and id is distinct from ${excluded_staff_id} and id is distinct from ${about_user_id}
    limit ${STAFF_MAX}`.execute(db);
  return rows.some(
    (account) => permissionsOf(account).includes('moderation.decide') && (account.is_superuser || !isAboutStaff),
  );
}
