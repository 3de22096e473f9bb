import type { Services } from '../../platform/domain/services.ts';
import { STORE_SOON, storeSegments } from './store-segments.job.ts';

const LOOK_AFTER_MS = [200, 1000, 3000];

/**
 * Queues a job as soon as a segment is available or somebody publishes; call the result to stop. Repeats after
 * `LOOK_AFTER_MS`, because the transaction that starts a recording commits after the publisher connected.
 */
export function followRecordings({ db, queue, mediaRooms, log }: Services): () => void {
  const timers = new Set<NodeJS.Timeout>();
  const logFailure = (error: unknown): void => log.warn({ err: error }, 'a recording could not be followed');

  async function checkRoom(roomId: string): Promise<void> {
    const open = await db
      .selectFrom('stream_recordings')
      .select('id')
      .where('room_id', '=', roomId)
      .where('state', '=', 'open')
      .executeTakeFirst();
    if (open !== undefined) mediaRooms.record(roomId, true);
  }

  const unsubscribe = mediaRooms.onEvent((event) => {
    if (event.type === 'segment') queue.add(db, storeSegments, {}, STORE_SOON).catch(logFailure);
    if (event.type !== 'person_connected') return;
    for (const wait of LOOK_AFTER_MS) {
      const timer = setTimeout(() => {
        timers.delete(timer);
        checkRoom(event.roomId).catch(logFailure);
      }, wait);
      timers.add(timer.unref());
    }
  });
  return () => {
    unsubscribe();
    for (const timer of timers) clearTimeout(timer);
  };
}
