import { login as loginField } from '@app/contract/people/users';
import { sql } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';
import { Failure } from '../../platform/failure.ts';

/** By the login alone, never by an email or phone. Served by users_login_unique. */
export async function findByLogin(db: Db, typed: string): Promise<{ id: number }> {
  const login = loginField.safeParse(typed).data;
  if (login === undefined) throw new Failure('not_found');
  const user = await db
    .selectFrom('users')
    .select('id')
    .where(sql`lower(login)`, '=', login.toLowerCase())
    .where('status', '<>', 'registered')
    .executeTakeFirst();
  if (user === undefined) throw new Failure('not_found');
  return user;
}
