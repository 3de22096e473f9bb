import type { Db } from '../../platform/database/tables.ts';
import { Failure } from '../../platform/failure.ts';
import { letGo } from './chat-files.queries.ts';

/** Take back a file that was not sent. Fails with not_found. */
export async function dropChatFile(db: Db, ownerId: number, id: number): Promise<void> {
  const dropped = await letGo(db)
    .where('id', '=', id)
    .where('owner_id', '=', ownerId)
    .where('state', '=', 'unsent')
    .executeTakeFirst();
  if (Number(dropped.numUpdatedRows) === 0) throw new Failure('not_found');
}
