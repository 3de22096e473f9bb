import { sql } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';
import { type ExportedData, iteratePages } from '../../platform/exported-data.ts';

interface Row {
  id: number;
}

export async function exportNotificationsOf(db: Db, userId: number): Promise<ExportedData> {
  const settings = await db
    .selectFrom('notification_settings')
    .selectAll()
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const digest = await db
    .selectFrom('notification_digests')
    .select('day')
    .where('user_id', '=', userId)
    .executeTakeFirst();
  const devices = await db
    .selectFrom('push_subscriptions')
    .select(['endpoint', 'created_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  return {
    settings: settings ?? null,
    last_digest: digest?.day ?? null,
    push_devices: devices,
    notifications: iteratePages<Row>(async (after, limit) => {
      const { rows } = await sql<Row>`
        select n.id, n.kind, n.link, n.details, n.event_count, n.created_at, n.read_at, n.board_id, n.actor_id,
          case when u.deleted_at is null and u.status = 'active' then u.firstname || ' ' || u.lastname end as actor
        from notifications n left join users u on u.id = n.actor_id
        where n.user_id = ${userId} and n.id > ${after?.id ?? 0} order by n.id limit ${limit}`.execute(db);
      return rows;
    }),
  };
}
