import { findAccount, findUserByReferral } from '../../people/users/accounts.public.ts';
import type { Db } from '../../platform/database/tables.ts';

export async function findActiveInviter(
  db: Db,
  { id, code }: { id?: number | null; code?: string | undefined },
): Promise<number | undefined> {
  if (code !== undefined && code !== '') return (await findUserByReferral(db, code))?.id;
  if (id == null || !Number.isSafeInteger(id) || id < 1) return undefined;
  const account = await findAccount(db, id);
  return account?.status === 'active' && account.deleted_at === null ? account.id : undefined;
}
