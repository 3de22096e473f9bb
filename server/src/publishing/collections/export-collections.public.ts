import { sql } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';
import { type ExportedData, iteratePages } from '../../platform/exported-data.ts';

interface Row {
  kind: string;
  item_id: number;
  collection_id: number;
}

export async function exportCollectionsOf(db: Db, userId: number): Promise<ExportedData> {
  const { rows: collections } = await sql`
    select id, name, created_at from collections where user_id = ${userId} order by id`.execute(db);
  return {
    collections,
    items: iteratePages<Row>(async (after, limit) => {
      const { rows } = await sql<Row>`
        select kind, item_id, collection_id, created_at from collection_items
        where user_id = ${userId} and (kind, item_id, collection_id) >
          (${after?.kind ?? ''}::text, ${after?.item_id ?? 0}::bigint, ${after?.collection_id ?? 0}::bigint)
        order by kind, item_id, collection_id limit ${limit}`.execute(db);
      return rows;
    }),
  };
}
