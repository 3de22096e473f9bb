import { sql } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';
import type { ExportedData } from '../../platform/exported-data.ts';

export async function exportUsersOf(db: Db, userId: number): Promise<ExportedData> {
  const profile = await db
    .selectFrom('users as u')
    .leftJoin('countries', 'countries.id', 'u.country_id')
    .leftJoin('cities', 'cities.id', 'u.city_id')
    .leftJoin('users as inviter', 'inviter.id', 'u.invited_by')
    .selectAll('u')
    .select([
      'countries.name_native as country',
      'cities.name_native as city',
      sql<string | null>`case when inviter.deleted_at is null then inviter.firstname || ' ' || inviter.lastname end`.as(
        'invited_by_name',
      ),
    ])
    .where('u.id', '=', userId)
    .executeTakeFirst();
  const { password_hash: _, search_text: __, ...rest } = profile ?? {};
  const reveals = await db
    .selectFrom('phone_reveals')
    .select(['day', 'subjects'])
    .where('user_id', '=', userId)
    .orderBy('day')
    .execute();
  return { profile: rest, uncovered_phones: reveals };
}
