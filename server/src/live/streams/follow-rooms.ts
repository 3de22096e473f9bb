import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import type { Services } from '../../platform/domain/services.ts';
import { changeStream } from './change-stream.ts';
import { UNSEEN_SECONDS } from './stream-state.ts';
import { findStream, roomIdOf, streamIdOf } from './streams.queries.ts';

const LOOK_MS = 5000;
/** Rooms that outlive their stream are looked for within this many minutes. */
const OVER_MINUTES = 10;
const LOOKED_AT_MAX = 2000;

interface CheckedStream {
  id: number;
  user_id: number;
  state: 'waiting' | 'live' | 'lost' | 'ended';
}

/**
 * Applies room events to streams. Every app node receives them and the first one wins; each node also polls the rooms
 * for events that were missed.
 */
export function followStreamRooms(app: FastifyInstance, services: Services): void {
  const { db, mediaRooms, log } = services;
  let isLooking = false;

  const leave = mediaRooms.onEvent((event) => {
    if (event.type === 'node_lost') for (const roomId of event.roomIds) act(onNodeLost(roomId));
    else if (event.type === 'person_connected') act(onOwnerEvent(event.roomId, event.userId, 'connected'));
    else if (event.type === 'person_lost') act(onOwnerEvent(event.roomId, event.userId, 'lost'));
  });
  const timer = setInterval(() => {
    if (isLooking) return;
    isLooking = true;
    act(checkRooms().finally(() => (isLooking = false)));
  }, LOOK_MS).unref();
  app.addHook('onClose', async () => {
    clearInterval(timer);
    leave();
  });

  function act(work: Promise<void>): void {
    work.catch((error: unknown) =>
      log.warn({ reason: error instanceof Error ? error.message : error }, 'a stream was not moved'),
    );
  }

  async function onOwnerEvent(roomId: string, userId: number, type: 'connected' | 'lost'): Promise<void> {
    const id = streamIdOf(roomId);
    if (id === undefined || (await findStream(db, id))?.userId !== userId) return;
    const stream = await changeStream(services, id, { type });
    // A publisher who connects after the stream ended is disconnected.
    if (type === 'connected' && stream?.state === 'ended') mediaRooms.end(roomId);
  }

  async function onNodeLost(roomId: string): Promise<void> {
    const id = streamIdOf(roomId);
    if (id !== undefined) await changeStream(services, id, { type: 'lost' });
  }

  async function checkRooms(): Promise<void> {
    const { rows } = await sql<CheckedStream>`
      select id, user_id, state from streams
      where state in ('waiting', 'live', 'lost') or ended_at > now() - make_interval(mins => ${OVER_MINUTES})
      limit ${LOOKED_AT_MAX}`.execute(db);
    const seen: number[] = [];
    for (const { id, user_id, state } of rows) {
      const isHere = mediaRooms.hasParticipant(roomIdOf(id), user_id);
      if (state === 'ended') {
        if (isHere === true) mediaRooms.end(roomIdOf(id));
      } else if (state === 'live') {
        if (isHere !== false) seen.push(id);
      } else if (isHere === true) await changeStream(services, id, { type: 'connected' });
    }
    await updateSeenAt(seen);
  }

  async function updateSeenAt(ids: readonly number[]): Promise<void> {
    if (ids.length === 0) return;
    await sql`
      update streams set seen_at = clock_timestamp(), due_at = clock_timestamp() + make_interval(secs => ${UNSEEN_SECONDS})
      where id = any(${[...ids]}::bigint[]) and state = 'live'`.execute(db);
  }
}
