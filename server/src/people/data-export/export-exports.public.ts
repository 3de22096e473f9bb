import type { Db } from '../../platform/database/tables.ts';
import type { ExportedData } from '../../platform/exported-data.ts';

export async function exportExportsOf(db: Db, userId: number): Promise<ExportedData> {
  const exports = await db
    .selectFrom('data_exports')
    .select(['id', 'status', 'bytes', 'requested_at', 'ready_at', 'expires_at'])
    .where('user_id', '=', userId)
    .orderBy('id')
    .execute();
  return { exports };
}
