import type { User } from '@app/contract/users';
import type { Db } from '../database.ts';
import { Failure } from '../platform/failure.ts';
import type { SignedInViewer, Viewer } from '../platform/viewer.ts';
import { type Account, findAccount, isStaffAccount } from './accounts.public.ts';
import { showUser } from './show-user.ts';
import { mayChange, presence } from './users.policy.ts';
import { findUser } from './users.queries.ts';

/** A person's page. One who left is gone; one who was never activated is not there yet. */
export async function getUser(db: Db, viewer: Viewer, id: number): Promise<User> {
  const row = await findUser(db, id);
  if (row === undefined) throw new Failure('not_found');
  const state = presence(viewer, { id, status: row.status, isDeleted: row.deleted_at !== null });
  if (state === 'unknown') throw new Failure('not_found');
  if (state === 'gone') throw new Failure('gone');
  return showUser(row, viewer);
}

/** The account that this viewer may change. People learn nothing here about ids that are not theirs. */
export async function getChangeable(db: Db, viewer: SignedInViewer, id: number): Promise<Account> {
  if (viewer.userId !== id && !viewer.isStaff) throw new Failure('forbidden');
  const account = await findAccount(db, id);
  if (account === undefined) throw new Failure('not_found');
  if (!mayChange(viewer, { id, isStaff: isStaffAccount(account) })) throw new Failure('forbidden');
  return account;
}
