import { sql } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';
import { type ExportedData, iteratePages } from '../../platform/exported-data.ts';

interface Row {
  id: number;
}

/** Does not export who complained about the user, or their words. */
export async function exportComplaintsOf(db: Db, userId: number): Promise<ExportedData> {
  return {
    complaints: iteratePages<Row>(async (after, limit) => {
      const { rows } = await sql<Row>`
        select id, object, reason, message, holder, status, answer, created_at, due_at, decided_at from complaints
        where user_id = ${userId} and id > ${after?.id ?? 0} order by id limit ${limit}`.execute(db);
      return rows;
    }),
    about_me: iteratePages<Row>(async (after, limit) => {
      const { rows } = await sql<Row>`
        select id, object, reason, status, evidence, created_at, decided_at from complaints
        where about_user_id = ${userId} and id > ${after?.id ?? 0} order by id limit ${limit}`.execute(db);
      return rows;
    }),
  };
}
