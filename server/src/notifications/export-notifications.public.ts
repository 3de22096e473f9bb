import { sql } from 'kysely';
import type { Db } from '../database.ts';
import { type Exported, inPages } from '../platform/exported.ts';

interface Row {
  id: number;
}

/** What the bell told the person, with the names that the site shows. */
export async function exportNotificationsOf(db: Db, userId: number): Promise<Exported> {
  return {
    notifications: inPages<Row>(async (after, limit) => {
      const { rows } = await sql<Row>`
        select n.id, n.kind, n.link, n.details, n.event_count, n.created_at, n.read_at, n.board_id, n.actor_id,
          case when u.deleted_at is null and u.status = 'active' then u.firstname || ' ' || u.lastname end as actor
        from notifications n left join users u on u.id = n.actor_id
        where n.user_id = ${userId} and n.id > ${after?.id ?? 0} order by n.id limit ${limit}`.execute(db);
      return rows;
    }),
  };
}
