import type { Db } from '../../platform/database/tables.ts';
import { Failure } from '../../platform/failure.ts';
import { releaseFiles } from './chat-files.queries.ts';

export async function discardChatFile(db: Db, ownerId: number, id: number): Promise<void> {
  const discarded = await releaseFiles(db)
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('state', '=', 'unsent')
    .executeTakeFirst();
  if (Number(discarded.numUpdatedRows) === 0) throw new Failure('not_found');
}
