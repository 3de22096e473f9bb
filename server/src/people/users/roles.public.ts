import type { Permission, Role } from '@app/contract/platform/permissions';
import { sql } from 'kysely';
import type { Tx } from '../../platform/database/tables.ts';
import { findAccount, updateUser } from './accounts.public.ts';

export interface StaffAccount {
  id: number;
  is_superuser: boolean;
  groups: string[];
  permissions: string[];
  is_here: boolean;
}

/**
 * Locks these users and all superusers until commit, so that two superusers who demote each other are serialized. Locks
 * users in the order of their ids, as everywhere.
 */
export async function lockStaff(tx: Tx, ids: readonly number[]): Promise<StaffAccount[]> {
  return tx
    .selectFrom('users')
    .select(['id', 'is_superuser', 'groups', 'permissions'])
    .select(sql<boolean>`(status = 'active' and deleted_at is null)`.as('is_here'))
    .where((eb) => eb.or([eb('id', '=', sql<number>`any(${ids}::bigint[])`), eb('is_superuser', '=', true)]))
    .orderBy('id')
    .forUpdate()
    .execute();
}

/** Locks all superusers if this user is one, before the user is removed; empty otherwise. */
export async function lockSuperusers(tx: Tx, userId: number): Promise<StaffAccount[]> {
  const account = await findAccount(tx, userId);
  if (account?.is_superuser !== true) return [];
  return (await lockStaff(tx, [])).filter((one) => one.is_superuser);
}

/** Groups that are no staff role are kept. */
export async function setRole(
  tx: Tx,
  { id, groups }: Pick<StaffAccount, 'id' | 'groups'>,
  { role, permissions }: { role: Role | null; permissions: readonly Permission[] },
  now: Date,
): Promise<void> {
  const others = groups.filter((group) => group !== 'admin' && group !== 'manager');
  const change = {
    is_superuser: role === 'superuser',
    groups: role === 'admin' || role === 'manager' ? [...others, role] : others,
    permissions: role === null ? [] : [...permissions],
  };
  await updateUser(tx, id, change, now);
}
