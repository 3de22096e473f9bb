import type { Db } from '../../platform/database/tables.ts';
import type { ExportedData } from '../../platform/exported-data.ts';

export async function exportStreamRecordingsOf(db: Db, userId: number): Promise<ExportedData> {
  const recordings = await db
    .selectFrom('stream_recordings')
    .select([
      'stream_id',
      'is_retained as keeps',
      'state',
      'started_at',
      'ended_at',
      'description',
      'audience',
      'publish_id',
    ])
    .where('owner_id', '=', userId)
    .orderBy('id')
    .execute();
  return { recordings };
}
