import { sql } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';

/** Number of followers whose accounts are active. Served by followers_person. */
export const followerCountOf = (personId: number) => sql<number>`(
  select count(*) from followers f
  join users u on u.id = f.follower_id and u.status = 'active' and u.deleted_at is null
  where f.person_id = ${personId})`;

export async function countFollowers(db: Db, personId: number): Promise<number> {
  const { rows } = await sql<{ count: number }>`select ${followerCountOf(personId)} as count`.execute(db);
  return rows[0]?.count ?? 0;
}

export async function isLargePage(db: Db, personId: number): Promise<boolean> {
  const page = await db
    .selectFrom('large_pages')
    .select('person_id')
    .where('person_id', '=', personId)
    .where('over_since', 'is not', null)
    .executeTakeFirst();
  return page !== undefined;
}
