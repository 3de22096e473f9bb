import { randomUUID } from 'node:crypto';
import { type StreamEvent, type StreamMessage, streamSocket } from '@app/contract/live/streams';
import { CLOSE_CODES } from '@app/contract/platform/socket';
import type { FastifyInstance } from 'fastify';
import { sql } from 'kysely';
import { isBlockBetween } from '../../people/relationships/relationships.public.ts';
import type { Db } from '../../platform/database/tables.ts';
import type { Services } from '../../platform/domain/services.ts';
import { isGuest } from '../../platform/live/guests.ts';
import { createRooms } from '../../platform/live/rooms.ts';
import type { LiveSocket } from '../../platform/live/socket-connection.ts';
import { registerSocketRoute } from '../../platform/live/socket-route.ts';
import { texts } from '../../platform/texts.ts';
import { findRecordings } from '../stream-recordings/stream-recordings.public.ts';
import { countViewers, createWatchers } from './count-watchers.ts';
import { findHlsUrl, lostUntil } from './present-streams.ts';
import { findMessages } from './stream-chat.ts';
import { isRunning } from './stream-state.ts';
import { findStream, findVisibleStream, roomIdOf, type StreamRow, streamVisibleToReader } from './streams.queries.ts';
import { themeFor } from './theme.ts';
import { type WatcherEvent, watcherTopic } from './watcher-events.ts';

const NOBODY = { userId: null };

/** Delivers the events of streams to their watchers. */
class WatcherDelivery {
  readonly #services: Services;
  readonly #watchers: ReturnType<typeof createWatchers>;
  /** Events that arrive for a room during a delivery; they are delivered together in the next round. */
  readonly #waiting = new WeakMap<ReadonlySet<LiveSocket>, WatcherEvent[]>();

  constructor(services: Services, watchers: ReturnType<typeof createWatchers>) {
    this.#services = services;
    this.#watchers = watchers;
  }

  async deliver(id: number, sockets: ReadonlySet<LiveSocket>, event: WatcherEvent): Promise<void> {
    // These events are the same for all watchers and need no query.
    if (event.type === 'viewers' || event.type === 'reactions') {
      if (event.type === 'viewers') this.#watchers.setPublishedCount(id, event.count);
      for (const socket of sockets) socket.send(event satisfies StreamEvent);
      return;
    }
    const before = this.#waiting.get(sockets);
    if (before !== undefined) {
      before.push(event);
      return;
    }
    try {
      for (let round: WatcherEvent[] = [event]; round.length > 0; round = this.#waiting.get(sockets) ?? []) {
        this.#waiting.set(sockets, []);
        await this.#deliverRound(id, sockets, round);
      }
    } finally {
      this.#waiting.delete(sockets);
    }
  }

  /** Checks each watcher's permission again: audience, blocks or the account may have changed since the last event. */
  async #deliverRound(id: number, sockets: ReadonlySet<LiveSocket>, events: readonly WatcherEvent[]): Promise<void> {
    const { db } = this.#services;
    const stream = await findStream(db, id);
    const chat = events.filter((event) => event.type === 'chat');
    const readers = await findReaders(db, id, idsOf(sockets), [...new Set(chat.map(({ by }) => by))]);
    const isForGuests = (await findVisibleStream(db, NOBODY, id)) !== undefined;
    const messages = await findMessages(
      db,
      chat.map(({ messageId }) => messageId),
    );
    const state = stream && (await presentState(db, stream));
    for (const socket of [...sockets]) {
      const guest = isForGuests ? GUEST_READER : undefined;
      const reader = isGuest(socket.viewer) ? guest : readers.get(socket.viewer.userId);
      if (stream === undefined || state === undefined || reader === undefined) this.closeForbidden(socket, id);
      else
        for (const event of events)
          sendEvent(socket, event, { state: stateFor(socket, state, stream), stream, reader, messages });
    }
  }

  closeForbidden(socket: LiveSocket, id: number): void {
    if (!isGuest(socket.viewer)) this.#services.mediaRooms.removeParticipant(roomIdOf(id), socket.viewer.userId);
    socket.close(CLOSE_CODES.forbidden, 'not for this viewer');
  }
}

/** A stream without a theme has a default name in each language. */
const stateFor = (
  { viewer }: LiveSocket,
  state: StateEvent,
  stream: StreamRow,
): Extract<StreamEvent, { type: 'state' }> => ({
  ...state,
  theme: themeFor(texts, viewer.lang, stream),
});

export function registerStreamSocket(app: FastifyInstance, services: Services): void {
  const { db, live, log } = services;
  const watchers = createWatchers(services, randomUUID());
  const delivery = new WatcherDelivery(services, watchers);
  const rooms = createRooms({
    live,
    topicOf: watcherTopic,
    onEvent: (id, sockets, event) => delivery.deliver(id, sockets, event as WatcherEvent),
    onFailed: ({ message }) => log.warn({ reason: message }, 'an event of a stream was not sent'),
  });

  registerSocketRoute(app, services, streamSocket, {
    access: async (viewer, { stream_id }) => (await findVisibleStream(db, viewer, stream_id)) !== undefined,
    allowsGuests: async ({ stream_id }) => (await findVisibleStream(db, NOBODY, stream_id)) !== undefined,
    messages: {},
    async open(socket, { stream_id }) {
      const leave = await rooms.enter(stream_id, socket);
      const reader = isGuest(socket.viewer) ? NOBODY : socket.viewer;
      // Read after the socket entered the room, so that no later change is missed.
      const stream = await findVisibleStream(db, reader, stream_id);
      if (stream === undefined) {
        delivery.closeForbidden(socket, stream_id);
        return leave;
      }
      socket.send(stateFor(socket, await presentState(db, stream), stream));
      socket.send({ type: 'viewers', count: await countViewers(db, stream_id) } satisfies StreamEvent);
      const part = watchers.enter(stream, socket);
      return () => {
        leave();
        part();
      };
    },
  });

  app.addHook('onClose', () => watchers.close());
}

const idsOf = (sockets: ReadonlySet<LiveSocket>): number[] => [
  ...new Set([...sockets].flatMap(({ viewer }) => (isGuest(viewer) ? [] : [viewer.userId]))),
];

interface Reader {
  id: number;
  /** Writers with a block between them and the reader. */
  shut_off: readonly number[];
}

const GUEST_READER: Reader = { id: 0, shut_off: [] };

type StateEvent = Omit<Extract<StreamEvent, { type: 'state' }>, 'theme'>;

async function presentState(db: Db, stream: StreamRow): Promise<StateEvent> {
  const recordings = await findRecordings(db, [stream.id]);
  return {
    type: 'state',
    state: stream.state,
    is_active: isRunning(stream.state) ? 1 : 0,
    started_at: stream.startedAt?.toISOString() ?? null,
    lost_until: lostUntil(stream.state, stream.lostAt),
    hls: findHlsUrl(stream.id, stream.state, recordings.get(stream.id)),
  };
}

interface EventContext {
  state: Extract<StreamEvent, { type: 'state' }>;
  stream: StreamRow;
  reader: Reader;
  messages: ReadonlyMap<number, StreamMessage>;
}

function sendEvent(socket: LiveSocket, event: WatcherEvent, { state, stream, reader, messages }: EventContext): void {
  const { userId } = socket.viewer;
  if (event.type === 'state') socket.send(state);
  else if (event.type === 'chat') {
    const message = messages.get(event.messageId);
    if (message === undefined || reader.shut_off.includes(event.by)) return;
    socket.send({ type: 'chat', ...message, mine: event.by === userId ? 1 : 0 } satisfies StreamEvent);
  } else if (event.type === 'muted') {
    if (userId === stream.userId || userId === event.user_id) socket.send(event satisfies StreamEvent);
  } else socket.send(event satisfies StreamEvent);
}

async function findReaders(
  db: Db,
  streamId: number,
  readerIds: readonly number[],
  writerIds: readonly number[],
): Promise<Map<number, Reader>> {
  if (readerIds.length === 0) return new Map();
  const { rows } = await sql<{ id: number; shut_off: (number | string)[] }>`
    select reader.id, array(
      select writer.id from unnest(${[...writerIds]}::bigint[]) writer (id)
      where writer.id <> reader.id and ${isBlockBetween(sql`writer.id`, sql`reader.id`)}) as shut_off
    from streams s cross join users reader
    where s.id = ${streamId} and reader.id = any(${[...readerIds]}::bigint[])
      and reader.status = 'active' and reader.deleted_at is null and ${streamVisibleToReader(sql`reader.id`)}`.execute(
    db,
  );
  // The driver returns array elements as strings.
  return new Map(rows.map((row) => [row.id, { id: row.id, shut_off: row.shut_off.map(Number) }]));
}
