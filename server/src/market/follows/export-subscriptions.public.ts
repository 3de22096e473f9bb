import { sql } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';
import { type Exported, inPages } from '../../platform/exported.ts';

interface Row {
  person_id: number;
}

/** Whose ads the person follows, and who follows theirs: as the site names them. */
export async function exportSubscriptionsOf(db: Db, userId: number): Promise<Exported> {
  const list = (mine: 'follower_id' | 'person_id', theirs: 'follower_id' | 'person_id') =>
    inPages<Row>(async (after, limit) => {
      const { rows } = await sql<Row>`
        select u.id as person_id, f.created_at,
          case when u.deleted_at is null and u.status = 'active' then u.firstname || ' ' || u.lastname end as name
        from followers f join users u on u.id = f.${sql.ref(theirs)}
        where f.${sql.ref(mine)} = ${userId} and u.id > ${after?.person_id ?? 0} order by u.id limit ${limit}`.execute(
        db,
      );
      return rows;
    });
  return { following: list('follower_id', 'person_id'), followers: list('person_id', 'follower_id') };
}
