import type { Db } from '../../platform/database/tables.ts';
import { countUsers as count, eachUser as each, type UserFilter, type UserRow } from './users.queries.ts';

export type ListedUser = UserRow;

export const eachUser = (db: Db, filter: UserFilter): AsyncIterable<ListedUser> => each(db, filter);

export const countUsers = (db: Db, filter: UserFilter): Promise<number> => count(db, filter);
