import { permissionsOf } from '@app/contract/permissions';
import { sql } from 'kysely';
import type { Db } from '../database.ts';

interface Account {
  is_superuser: boolean;
  groups: string[];
  permissions: string[];
}

/** Staff are few: all of them are looked through. */
const STAFF_MAX = 1000;

/** Whether anybody else may decide what this person decided. */
export async function hasOtherJudge(db: Db, userId: number): Promise<boolean> {
  const { rows } = await sql<Account>`
    select is_superuser, groups, permissions from users
    where (is_superuser or groups && '{admin,manager}') and status = 'active' and deleted_at is null and id <> ${userId}
    limit ${STAFF_MAX}`.execute(db);
  return rows.some((account) => permissionsOf(account).includes('moderation.decide'));
}
