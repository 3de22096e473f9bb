import type { StreamAudience } from '@app/contract/live/streams';
import { sql } from 'kysely';
import type { Db, Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { Failure } from '../../platform/failure.ts';
import type { Viewer } from '../../platform/http/viewer.ts';
import { isFrozen } from '../../trust/moderation/publishing-limits.public.ts';
import { deleteRecording } from '../stream-recordings/stream-recordings.public.ts';
import { afterCommit, changeStream, endAllWithin, publishWatcherEvent } from './change-stream.ts';
import { posterKey } from './poster.ts';
import { openForIngest } from './start-stream.ts';
import { findKeyOwner } from './stream-key.ts';
import { firstTimes, isRunning, nextDue } from './stream-state.ts';
import { drawStreamId, findStream, findVisibleStream, roomIdOf } from './streams.queries.ts';

export async function mayViewStream(db: Db, viewer: Pick<Viewer, 'userId'>, streamId: number): Promise<boolean> {
  return (await findVisibleStream(db, viewer, streamId)) !== undefined;
}

/** Returns the media room of a stream that this viewer may join now. */
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

/**
 * Opens a stream for the owner of this key, who is refused what a signed-in person is refused; undefined for an unknown
 * key. Fails with stream_running while a browser is publishing.
 */
export async function openStreamByKey(services: Services, key: string): Promise<IngestStream | undefined> {
  const userId = await findKeyOwner(services.db, key);
  if (userId === undefined) return undefined;
  if (await isFrozen(services.db, userId, services.clock())) throw new Failure('frozen');
  const streamId = await openForIngest(services, userId);
  return { streamId, roomId: roomIdOf(streamId), userId };
}

export async function endStreamOf(services: Services, userId: number, streamId: number): Promise<void> {
  if ((await findStream(services.db, streamId))?.userId !== userId) return;
  await changeStream(services, streamId, { type: 'end' });
}

/** Ends all running and announced streams of a user who is deleted or suspended. */
export const endStreams = (services: Services, tx: Tx, userId: number): Promise<void> =>
  endAllWithin(services, tx, userId);

/** Called when the recording becomes playable: guests can watch from now on, others can rewind. */
export const onStreamPlayable = (services: Services, tx: Tx, streamId: number): Promise<void> =>
  publishWatcherEvent(services, tx, streamId, { type: 'state' });

/** Called when the relationship of two users changed; checks again whether each may watch the other's stream. */
export async function onStreamRelationshipChanged(
  services: Services,
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

/** Erases a user's streams with their posters, and messages in other streams. The sweep deletes posters that remain. */
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
  reminders: readonly number[];
}

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
