import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/tables.ts';
import { type ExportedData, iteratePages } from '../../platform/exported-data.ts';

/** Notes go with either of the two: what others wrote about an erased person is about that person. */
export async function erasePersonNotes(tx: Tx, userId: number): Promise<void> {
  await sql`delete from person_notes where user_id = ${userId} or person_id = ${userId}`.execute(tx);
}

interface Row {
  person_id: number;
}

export async function exportPersonNotesOf(db: Db, userId: number): Promise<ExportedData> {
  return {
    notes: iteratePages<Row>(async (after, limit) => {
      const { rows } = await sql<Row>`
        select n.person_id, case when u.deleted_at is null and u.status = 'active' then u.firstname || ' ' || u.lastname end as name,
          n.note, n.changed_at
        from person_notes n join users u on u.id = n.person_id
        where n.user_id = ${userId} and n.person_id > ${after?.person_id ?? 0} order by n.person_id limit ${limit}`.execute(
        db,
      );
      return rows;
    }),
  };
}
