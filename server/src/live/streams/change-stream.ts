import { sql } from 'kysely';
import { commitWork } from '../../platform/database/commit-work.ts';
import type { Tx } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { requireFound } from '../../platform/failure.ts';
import { endRecording, startRecording } from '../stream-recordings/stream-recordings.public.ts';
import { notifyFollowersOfStream } from './notify-followers-of-stream.job.ts';
import { type StreamStep, stepStream } from './stream-state.ts';
import { lockStream, roomIdOf, type StreamRow, saveTimes } from './streams.queries.ts';
import { type WatcherEvent, watcherTopic } from './watcher-events.ts';

/** Locks a stream and applies one step; returns undefined when there is no such stream. */
export async function changeStream(services: Services, id: number, step: StreamStep): Promise<StreamRow | undefined> {
  return services.db.transaction().execute(async (tx) => {
    const stream = await lockStream(tx, id);
    return stream && changeLockedStream(services, tx, stream, step);
  });
}

export async function changeLockedStream(
  services: Services,
  tx: Tx,
  before: StreamRow,
  step: StreamStep,
): Promise<StreamRow> {
  const times = stepStream(before, step, before.now);
  if (times === before) return before;
  const after: StreamRow = { ...before, ...times };
  await saveTimes(tx, before.id, times);
  if (before.startedAt === null && after.startedAt !== null) await onStreamStarted(services, tx, after);
  if (after.state === 'ended') await finish(services, tx, after);
  if (after.state !== before.state) await publishWatcherEvent(services, tx, before.id, { type: 'state' });
  return after;
}

export async function publishWatcherEvent(
  { live }: Services,
  tx: Tx,
  streamId: number,
  event: WatcherEvent,
): Promise<void> {
  await live.publishInTransaction(tx, [{ topic: watcherTopic(streamId), event }]);
}

async function onStreamStarted(services: Services, tx: Tx, stream: StreamRow): Promise<void> {
  const { id, userId, keepsRecording } = stream;
  await startRecording(tx, { streamId: id, roomId: roomIdOf(id), ownerId: userId, isRetained: keepsRecording });
  if (stream.audience !== 'me') {
    await tx.insertInto('stream_announcements').values({ stream_id: id }).execute();
    await services.queue.add(tx, notifyFollowersOfStream, { stream_id: id }, { key: String(id) });
  }
}

async function finish({ mediaRooms, clock }: Services, tx: Tx, { id }: StreamRow): Promise<void> {
  await endRecording(tx, id, clock());
  await tx.deleteFrom('stream_writers').where('stream_id', '=', id).execute();
  await tx.deleteFrom('stream_watchers').where('stream_id', '=', id).execute();
  await tx.deleteFrom('stream_reminders').where('stream_id', '=', id).execute();
  await afterCommit(tx, () => mediaRooms.end(roomIdOf(id)));
}

const AFTER_STREAMS = {};

export async function afterCommit(tx: Tx, work: () => void): Promise<void> {
  const list = await commitWork(tx, AFTER_STREAMS, () => {
    const waiting: (() => void)[] = [];
    return { waiting, before: async () => {}, after: () => waiting.forEach((one) => void one()) };
  });
  list.waiting.push(work);
}

export async function endWithin(services: Services, tx: Tx, id: number): Promise<StreamRow> {
  const stream = requireFound(await lockStream(tx, id));
  return changeLockedStream(services, tx, stream, { type: 'end' });
}

export async function endAllWithin(services: Services, tx: Tx, userId: number): Promise<void> {
  const { rows } = await sql<{ id: number }>`
    select id from streams where user_id = ${userId} and state <> 'ended' order by id`.execute(tx);
  // A user has at most one running stream and few announced ones, so the loop is short.
  for (const { id } of rows) await endWithin(services, tx, id);
}
