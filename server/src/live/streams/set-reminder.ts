import { sql } from 'kysely';
import type { Db } from '../../platform/database/tables.ts';
import { Failure, requireFound } from '../../platform/failure.ts';
import type { SignedInViewer } from '../../platform/http/viewer.ts';
import { findVisibleStream } from './streams.queries.ts';

export async function setReminder(
  db: Db,
  viewer: SignedInViewer,
  streamId: number,
  isOn: boolean,
): Promise<{ reminded: 0 | 1; reminders: number }> {
  const stream = requireFound(await findVisibleStream(db, viewer, streamId));
  if (stream.state !== 'announced') throw new Failure('stream_over');
  if (isOn)
    await db
      .insertInto('stream_reminders')
      .values({ stream_id: streamId, user_id: viewer.userId })
      .onConflict((conflict) => conflict.doNothing())
      .execute();
  else
    await db
      .deleteFrom('stream_reminders')
      .where('stream_id', '=', streamId)
      .where('user_id', '=', viewer.userId)
      .execute();
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from stream_reminders where stream_id = ${streamId}`.execute(db);
  return { reminded: isOn ? 1 : 0, reminders: rows[0]?.count ?? 0 };
}
