import type { Db, Tx } from '../../platform/database/tables.ts';
import { type ExportedData, iteratePages } from '../../platform/exported-data.ts';

/** Before a person is erased: what they began to upload. The bytes go with the sweep. */
export async function eraseUploads(tx: Tx, userId: number): Promise<void> {
  await tx.deleteFrom('uploads').where('owner_id', '=', userId).execute();
}

/** What the person uploads just now, or has not used yet. It becomes part of the archive once it is used. */
export async function exportUploadsOf(db: Db, userId: number): Promise<ExportedData> {
  return {
    uploads: iteratePages((after: { id: number } | undefined, limit) =>
      db
        .selectFrom('uploads')
        .select(['id', 'purpose', 'name', 'bytes', 'created_at', 'touched_at'])
        .where('owner_id', '=', userId)
        .where('id', '>', after?.id ?? 0)
        .orderBy('id')
        .limit(limit)
        .execute(),
    ),
  };
}
