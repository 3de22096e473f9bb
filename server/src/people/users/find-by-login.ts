import { sql } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';
import { Failure } from '../../platform/failure.ts';

/** By the login alone, never by an email or phone. Served by users_login_unique. */
export async function findByLogin(db: Db, login: string): Promise<{ id: number }> {
  const user = await db
    .selectFrom('users')
    .select('id')
    .where(sql`lower(login)`, '=', login.toLowerCase())
    .where('status', '<>', 'registered')
    .executeTakeFirst();
  if (user === undefined) throw new Failure('not_found');
  return user;
}
