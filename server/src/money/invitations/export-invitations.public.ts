import { sql } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';
import { type ExportedData, iteratePages } from '../../platform/exported-data.ts';

interface Row {
  id: number;
  name: string | null;
  source: string;
  state: string;
  reason: string;
  registered_at: Date;
  activated_at: Date | null;
  paid_at: Date | null;
}

/** Exports who invited the user and whom the user invited. The hashes compared against abuse are not exported. */
export async function exportInvitationsOf(db: Db, userId: number): Promise<ExportedData> {
  const cameBy = await db
    .selectFrom('invitations')
    .select(['source', 'attributed_at', 'registered_at', 'activated_at'])
    .where('invitee_id', '=', userId)
    .executeTakeFirst();
  const read = async (after: Row | undefined, limit: number): Promise<Row[]> => {
    const { rows } = await sql<Row>`
      select i.id, case when u.status = 'active' and u.deleted_at is null
          then trim(u.firstname || ' ' || u.lastname) end as name,
        i.source, i.state, i.reason, i.registered_at, i.activated_at, i.paid_at
      from invitations i join users u on u.id = i.invitee_id
      where i.inviter_id = ${userId} and i.id > ${after?.id ?? 0} order by i.id limit ${limit}`.execute(db);
    return rows;
  };
  return { came_by: cameBy ?? null, invited: iteratePages(read) };
}
