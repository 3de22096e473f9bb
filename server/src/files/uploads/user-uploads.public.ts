import type { Db, Tx } from '../../platform/database/tables.ts';
import { type ExportedData, iteratePages } from '../../platform/exported-data.ts';

export async function eraseUploads(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('uploads').where('owner_id', '=', userId).execute();
}

export async function exportUploadsOf(db: Db, userId: number): Promise<ExportedData> {
  return {
    uploads: iteratePages((after: { id: number } | undefined, limit) =>
      db
        .selectFrom('uploads')
        .select(['id', 'purpose', 'name', 'bytes', 'received', 'created_at', 'touched_at'])
        .where('owner_id', '=', userId)
        .where('id', '>', after?.id ?? 0)
        .orderBy('id')
        .limit(limit)
        .execute(),
    ),
  };
}
