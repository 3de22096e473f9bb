import type pg from 'pg';
import type { BaseLogger } from 'pino';
import { createBatcher } from '../batches.ts';
import { reasonOf } from './bus.ts';
import { findOtherHeads, listMissedEvents, type NumberedEvent } from './user-events.queries.ts';

export interface StreamListener {
  onEvents(events: readonly NumberedEvent[]): void;
  /** Too many events were missed: the state up to this number has to be reloaded. */
  onLimited(seq: number): void;
}

export interface StreamSubscription {
  seq: number;
  unsubscribe(): void;
}

export interface UserStreams {
  subscribe(userId: number, listener: StreamListener): Promise<StreamSubscription>;
  /** Accepts an event from any source, also repeatedly. `read` returns undefined for one too large for the bus. */
  receive(userId: number, seq: number, read: () => object | undefined): void;
  /** While the bus is disconnected, the database is polled more often. */
  setBusConnected(isConnected: boolean): void;
  close(): void;
}

interface StreamsParts {
  pool: pg.Pool;
  log: BaseLogger;
  open(): Promise<void>;
}

/** Milliseconds that an event after a gap waits for the missing ones before they are read from the database. */
const GAP_MS = 300;
/** Maximum number of missed events that are delivered; with more, the client reloads. */
export const RESUMED_MAX = 500;
/** Interval of the comparison with the database, in milliseconds. */
const SYNC_MS = 5000;
const SYNC_DISCONNECTED_MS = 1000;
const USERS_PER_QUERY = 5000;

type ReadHead = (userId: number) => Promise<number>;

/** The ordered events of one user: repeated numbers are skipped, gaps are filled from the database. */
class Stream {
  readonly userId: number;
  readonly listeners = new Set<StreamListener>();
  arriving = 0;
  readonly ready: Promise<void>;
  head = -1;
  #waiting: Map<number, object | undefined> | undefined;
  #timer: NodeJS.Timeout | undefined;
  #isFilling = false;
  readonly #pool: pg.Pool;
  readonly #log: BaseLogger;
  readonly #readHead: ReadHead;

  constructor(userId: number, { pool, log, open }: StreamsParts, readHead: ReadHead) {
    this.userId = userId;
    this.#pool = pool;
    this.#log = log;
    this.#readHead = readHead;
    this.ready = this.#start(open);
  }

  async #start(open: () => Promise<void>): Promise<void> {
    // Subscribes before reading, so that no event is missed in between.
    await open();
    this.head = await this.#readHead(this.userId);
    this.#drain();
  }

  receive(seq: number, read: () => object | undefined): void {
    if (seq <= this.head || this.#waiting?.has(seq)) return;
    const event = read();
    if (seq === this.head + 1 && event !== undefined && this.#waiting === undefined) {
      this.#publish([{ seq, event }]);
      return;
    }
    this.#waiting ??= new Map();
    this.#waiting.set(seq, event);
    if (this.head >= 0) this.#drain();
  }

  #drain(): void {
    const waiting = this.#waiting;
    if (waiting === undefined) return;
    const events: NumberedEvent[] = [];
    for (const seq of waiting.keys()) if (seq <= this.head) waiting.delete(seq);
    for (let seq = this.head + 1; ; seq++) {
      const event = waiting.get(seq);
      if (event === undefined) break;
      events.push({ seq, event });
      waiting.delete(seq);
    }
    if (events.length > 0) this.#publish(events);
    if (waiting.size === 0) this.#waiting = undefined;
    else if (waiting.has(this.head + 1) || waiting.size > RESUMED_MAX) void this.fill();
    else this.#timer ??= setTimeout(() => void this.fill(), GAP_MS);
  }

  #publish(events: readonly NumberedEvent[]): void {
    this.head = events.at(-1)?.seq ?? this.head;
    for (const listener of this.listeners) listener.onEvents(events);
  }

  async fill(): Promise<void> {
    clearTimeout(this.#timer);
    this.#timer = undefined;
    if (this.#isFilling || this.head < 0) return;
    this.#isFilling = true;
    const before = this.head;
    try {
      this.#applyMissed(before, await listMissedEvents(this.#pool, this.userId, before, RESUMED_MAX));
    } catch (error) {
      this.#log.warn({ reason: reasonOf(error) }, 'a person’s events could not be read');
    }
    this.#isFilling = false;
    // Numbers that the database does not have were never stored.
    if (this.head === before) this.#waiting = undefined;
    this.#drain();
  }

  #applyMissed(after: number, { head, events }: Awaited<ReturnType<typeof listMissedEvents>>): void {
    const isWhole = events.length === head - after;
    if (isWhole) {
      const fresh = events.filter(({ seq }) => seq > this.head);
      if (fresh.length > 0) this.#publish(fresh);
      // Events were purged, too many, or their numbers restarted.
    } else if (head > this.head || this.head === after) this.#skipTo(head);
  }

  #skipTo(seq: number): void {
    this.head = seq;
    for (const listener of this.listeners) listener.onLimited(seq);
  }

  close(): void {
    clearTimeout(this.#timer);
  }
}

/** Batched, because all clients reconnect at once when a node dies. */
const heads = (pool: pg.Pool): ReadHead =>
  createBatcher(
    async (userIds: readonly number[]) => {
      const found = await findOtherHeads(
        pool,
        [...new Set(userIds)].map((userId) => ({ userId, seq: 0 })),
      );
      const byUser = new Map(found.map(({ userId, seq }) => [userId, seq]));
      return userIds.map((userId) => byUser.get(userId) ?? 0);
    },
    { max: USERS_PER_QUERY, atOnce: 2 },
  );

export function createUserStreams(parts: StreamsParts): UserStreams {
  const { pool, log } = parts;
  const readHead = heads(pool);
  const streams = new Map<number, Stream>();
  let isBusConnected = true;
  let isSyncing = false;
  let isClosed = false;
  let timer: NodeJS.Timeout | undefined;

  function plan(): void {
    clearTimeout(timer);
    if (streams.size > 0 && !isClosed)
      timer = setTimeout(() => void sync().then(plan), isBusConnected ? SYNC_MS : SYNC_DISCONNECTED_MS).unref();
    else timer = undefined;
  }

  /** A user whose number in the database differs has missed events. */
  async function sync(): Promise<void> {
    if (isSyncing) return;
    isSyncing = true;
    try {
      const known = [...streams.values()].filter(({ head }) => head >= 0);
      for (let i = 0; i < known.length && !isClosed; i += USERS_PER_QUERY) {
        const asked = known.slice(i, i + USERS_PER_QUERY).map(({ userId, head }) => ({ userId, seq: head }));
        const others = await findOtherHeads(pool, asked);
        await Promise.all(others.map(({ userId }) => streams.get(userId)?.fill()));
      }
    } catch (error) {
      log.warn({ reason: reasonOf(error) }, 'events were not compared with the database');
    }
    isSyncing = false;
  }

  function unsubscribe(stream: Stream, listener: StreamListener): void {
    stream.listeners.delete(listener);
    if (stream.listeners.size + stream.arriving > 0 || streams.get(stream.userId) !== stream) return;
    streams.delete(stream.userId);
    stream.close();
  }

  return {
    async subscribe(userId, listener) {
      const stream = streams.get(userId) ?? new Stream(userId, parts, readHead);
      streams.set(userId, stream);
      stream.arriving += 1;
      if (timer === undefined) plan();
      try {
        await stream.ready;
      } catch (error) {
        stream.arriving -= 1;
        unsubscribe(stream, listener);
        throw error;
      }
      stream.arriving -= 1;
      stream.listeners.add(listener);
      return { seq: stream.head, unsubscribe: () => unsubscribe(stream, listener) };
    },
    receive: (userId, seq, read) => streams.get(userId)?.receive(seq, read),
    setBusConnected(isConnected) {
      if (isBusConnected === isConnected) return;
      isBusConnected = isConnected;
      void sync().then(plan);
    },
    close() {
      isClosed = true;
      clearTimeout(timer);
    },
  };
}
