import type { StreamAudience } from '@app/contract/live/streams';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/tables.ts';
import { Failure } from '../../platform/failure.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import type { Services } from '../../platform/services.ts';
import { isFrozen } from '../../trust/moderation/publishing-limits.public.ts';
import { deleteRecording } from '../stream-recordings/stream-recordings.public.ts';
import { afterCommit, changeStream, endAllWithin, publishWatcherEvent, type StreamServices } from './change-stream.ts';
import { posterKey } from './poster.ts';
import { openForIngest } from './start-stream.ts';
import { findKeyOwner } from './stream-key.ts';
import { firstTimes, isRunning, nextDue } from './stream-state.ts';
import { drawStreamId, findStream, findVisibleStream, roomIdOf } from './streams.queries.ts';

/** Whether this viewer may see a stream, knowing its address, and so its recording. */
export async function mayViewStream(db: Db, viewer: Pick<Viewer, 'userId'>, streamId: number): Promise<boolean> {
  return (await findVisibleStream(db, viewer, streamId)) !== undefined;
}

/** The room of a stream that this viewer may join now. */
export async function findStreamRoom(
  db: Db,
  viewer: Pick<Viewer, 'userId'>,
  streamId: number,
): Promise<string | undefined> {
  const stream = await findVisibleStream(db, viewer, streamId);
  return stream !== undefined && isRunning(stream.state) ? roomIdOf(streamId) : undefined;
}

export interface IngestStream {
  streamId: number;
  roomId: string;
  userId: number;
}

/** Open a stream for whoever has this key. Undefined: nobody has it. Fails with stream_running where a page sends already. */
export async function openStreamByKey(services: Services, key: string): Promise<IngestStream | undefined> {
  const userId = await findKeyOwner(services.db, key);
  if (userId === undefined) return undefined;
  if (await isFrozen(services.db, userId, services.clock())) throw new Failure('frozen');
  const streamId = await openForIngest(services, userId);
  return { streamId, roomId: roomIdOf(streamId), userId };
}

/** End a stream of this person's. Twice is once. */
export async function endStreamOf(services: StreamServices, userId: number, streamId: number): Promise<void> {
  if ((await findStream(services.db, streamId))?.userId !== userId) return;
  await changeStream(services, streamId, { type: 'end' });
}

/** Somebody leaves or is suspended: nothing of theirs runs or is announced. */
export const endStreams = (services: StreamServices, tx: Tx, userId: number): Promise<void> =>
  endAllWithin(services, tx, userId);

/** What is recorded of a stream can be played from now on: guests have been waiting for it, others may go back. */
export const onStreamPlayable = (services: Pick<Services, 'live'>, tx: Tx, streamId: number): Promise<void> =>
  publishWatcherEvent(services, tx, streamId, { type: 'state' });

/** How two people stand has changed: who watches the other's stream is asked anew. */
export async function onStreamRelationshipChanged(
  services: StreamServices,
  tx: Tx,
  oneId: number,
  otherId: number,
): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from streams where user_id in (${oneId}, ${otherId}) and state in ('waiting', 'live', 'lost')`.execute(
    tx,
  );
  for (const { id } of rows) await publishWatcherEvent(services, tx, id, { type: 'state' });
}

/** Erase a person's streams with their pictures, and what they wrote in those of others. A picture that stays goes with the sweep. */
export async function eraseStreams(tx: Tx, userId: number, services: Services): Promise<void> {
  await endAllWithin(services, tx, userId);
  const { rows } = await sql<{ id: number; poster: string | null }>`
    delete from streams where user_id = ${userId} returning id, poster`.execute(tx);
  for (const { id } of rows) await deleteRecording(tx, id);
  const posters = rows.flatMap(({ poster }) => (poster === null ? [] : [posterKey(poster)]));
  await afterCommit(tx, () => {
    for (const key of posters) services.storage.remove(key).catch(() => {});
  });
  await tx.deleteFrom('stream_messages').where('user_id', '=', userId).execute();
  await tx.deleteFrom('stream_writers').where('user_id', '=', userId).execute();
  await tx.deleteFrom('stream_reminders').where('user_id', '=', userId).execute();
  await tx.deleteFrom('stream_keys').where('user_id', '=', userId).execute();
}

export interface DemoStream {
  user_id: number;
  theme: string;
  audience: StreamAudience;
  planned_for: Date;
  /** Who asked to be reminded. */
  reminders: readonly number[];
}

/** Announce streams. */
export async function insertDemoStreams(tx: Tx, rows: readonly DemoStream[]): Promise<void> {
  for (const { user_id, theme, audience, planned_for, reminders } of rows) {
    const id = drawStreamId();
    const times = firstTimes(planned_for, planned_for);
    await tx
      .insertInto('streams')
      .values({
        id,
        user_id,
        theme,
        audience,
        source: 'browser',
        state: times.state,
        keeps_recording: true,
        slow_seconds: 0,
        planned_for,
        due_at: nextDue(times),
      })
      .execute();
    if (reminders.length > 0)
      await tx
        .insertInto('stream_reminders')
        .values(reminders.map((reminded) => ({ stream_id: id, user_id: reminded })))
        .execute();
  }
}
