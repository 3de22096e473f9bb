import { sql } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';
import { type ExportedData, iteratePages } from '../../platform/exported-data.ts';

interface Row {
  person_id: number;
}

export async function exportFollowsOf(db: Db, userId: number): Promise<ExportedData> {
  const list = (ownColumn: 'follower_id' | 'person_id', otherColumn: 'follower_id' | 'person_id') =>
    iteratePages<Row>(async (after, limit) => {
      const { rows } = await sql<Row>`
        select u.id as person_id, f.created_at,
          case when u.deleted_at is null and u.status = 'active' then u.firstname || ' ' || u.lastname end as name
        from followers f join users u on u.id = f.${sql.ref(otherColumn)}
        where f.${sql.ref(ownColumn)} = ${userId} and u.id > ${after?.person_id ?? 0} order by u.id limit ${limit}`.execute(
        db,
      );
      return rows;
    });
  const large = db
    .selectFrom('large_pages')
    .select(['over_since', 'notified_at'])
    .where('person_id', '=', userId)
    .execute();
  return {
    following: list('follower_id', 'person_id'),
    followers: list('person_id', 'follower_id'),
    large_page: await large,
  };
}
