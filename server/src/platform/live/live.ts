import { randomUUID } from 'node:crypto';
import type { DatabaseConnection, Kysely } from 'kysely';
import type pg from 'pg';
import type { BaseLogger } from 'pino';
import { commitWork } from '../database/commit-work.ts';
import type { DatabaseServer } from '../database/database-server.ts';
import { type Bus, type BusHandlers, reasonOf } from './bus.ts';
import { createPostgresBus } from './postgres-bus.ts';
import { eraseUserEvents, insertUserEvents, lockCounters } from './user-events.queries.ts';
import { createUserStreams, type StreamListener, type StreamSubscription, type UserStreams } from './user-streams.ts';

export type LiveEvent = object;

export interface TopicEvent {
  topic: string;
  event: LiveEvent;
}

/**
 * An event that contains a state, such as a count, is computed last in the transaction, while the user's counter row is
 * locked. Otherwise concurrent transactions could publish their counts in the wrong order.
 */
type DeferrableEvent = LiveEvent | (() => Promise<LiveEvent>);

export interface UserEvent {
  userId: number;
  event: DeferrableEvent;
}

interface StoredEvent {
  userId: number;
  seq: number;
  event: LiveEvent;
  /** The event as JSON, where it is known already. */
  text?: string;
}

export type Listener = (event: LiveEvent) => void;

interface LiveParts {
  pool: pg.Pool;
  /** Where to listen. */
  server: DatabaseServer;
  log: BaseLogger;
  /** Nodes communicate through Redis; without it, through PostgreSQL. */
  redisUrl?: string | undefined;
  /** The only authorities that a Redis with TLS may have its certificate from. Undefined: those of Node. */
  ca?: string | undefined;
}

/** Limit of a NOTIFY payload: less than 8000 bytes. */
const BUS_MESSAGE_MAX_BYTES = 7999;
/** Maximum size of a user event; larger content belongs in a REST response. */
const EVENT_MAX_BYTES = 16_000;
const SEND_AT_ONCE = 500;
/** Maximum messages that wait while the bus is unavailable; further ones are dropped: they are only hints. */
const WAITING_MAX = 10_000;

export async function createLive(parts: LiveParts): Promise<Live> {
  const { pool, server, redisUrl, ca } = parts;
  if (redisUrl === undefined) return new Live(parts, (handlers) => createPostgresBus({ pool, server, ...handlers }));
  const { createRedisBus } = await import('./redis-bus.ts');
  return new Live(parts, (handlers) => createRedisBus({ url: redisUrl, ca, ...handlers }));
}

/**
 * Publishes events to sockets on all nodes.
 *
 * Topic events are hints that may get lost, so their content must also be readable over REST. User events
 * (`publishUserEvent`) are numbered and stored: they are never lost and arrive in order. Within a node events are
 * passed in memory, between nodes through the bus.
 */
export class Live {
  readonly #node = randomUUID();
  readonly #topics = new Map<string, Set<Listener>>();
  readonly #gapListeners = new Set<() => void>();
  readonly #log: BaseLogger;
  readonly #bus: Bus;
  readonly #streams: UserStreams;
  #waiting: string[] = [];
  #isSending = false;
  #isClosed = false;

  constructor({ pool, log }: LiveParts, createBus: (handlers: BusHandlers) => Bus) {
    this.#log = log;
    this.#streams = createUserStreams({ pool, log, open: () => this.#bus.open() });
    this.#bus = createBus({
      onMessage: (message) => this.#handleMessage(message),
      onDisconnected: (reason) => {
        log.warn({ reason }, 'the bus of the nodes is disconnected');
        this.#streams.setBusConnected(false);
      },
      onReconnected: () => {
        log.info('the bus of the nodes is connected again');
        this.#streams.setBusConnected(true);
        for (const listener of this.#gapListeners) listener();
      },
    });
  }

  /** True when the database itself notifies the nodes of events that a statement stored with `emit_user_events`. */
  get isBusTransactional(): boolean {
    return this.#bus.isTransactional;
  }

  /** False while topic events of other nodes are missed. */
  get isBusConnected(): boolean {
    return this.#bus.isUp();
  }

  #deliver(topic: string, event: LiveEvent): void {
    for (const listener of this.#topics.get(topic) ?? []) {
      try {
        listener(event);
      } catch (error) {
        this.#log.error({ err: error, topic }, 'a listener failed');
      }
    }
  }

  /** Message format: `sender topic number event`. Nodes without listeners of the topic skip parsing the rest. */
  #handleMessage(message: string): void {
    const [sender, topic = '', number] = message.split(' ', 3);
    if (sender === this.#node) return;
    const read = (): LiveEvent | undefined => {
      const text = message.slice(`${sender} ${topic} ${number} `.length);
      return text === '' ? undefined : JSON.parse(text);
    };
    if (number !== '0') this.#streams.receive(Number(topic.slice('user:'.length)), Number(number), read);
    else if (this.#topics.has(topic)) this.#deliver(topic, read() ?? {});
  }

  async #send(): Promise<void> {
    this.#isSending = true;
    while (this.#waiting.length > 0 && !this.#isClosed) {
      const messages = this.#waiting.splice(0, SEND_AT_ONCE);
      try {
        await this.#bus.send(messages);
      } catch (error) {
        this.#log.warn({ reason: reasonOf(error), events: messages.length }, 'events were not sent to other nodes');
      }
    }
    this.#isSending = false;
  }

  #enqueue(messages: readonly string[]): void {
    if (this.#waiting.length + messages.length > WAITING_MAX) return;
    this.#waiting.push(...messages);
    // Messages published in one event loop turn are sent together.
    if (!this.#isSending) queueMicrotask(() => this.#isSending || this.#isClosed || void this.#send());
  }

  /** Publishes to the subscribers of a topic. Call it after the commit. */
  publish(topic: string, event: LiveEvent): void {
    const message = `${this.#node} ${topic} 0 ${JSON.stringify(event)}`;
    if (Buffer.byteLength(message) > BUS_MESSAGE_MAX_BYTES) {
      this.#log.error({ topic }, 'an event is too large for the bus');
      return;
    }
    this.#deliver(topic, event);
    this.#enqueue([message]);
  }

  /** Delivers events that a statement stored with `emit_user_events` and that are committed. */
  deliverStoredEvents(events: readonly StoredEvent[]): void {
    for (const { userId, seq, event } of events) this.#streams.receive(userId, seq, () => event);
    if (this.isBusTransactional) return;
    this.#enqueue(
      events.map(
        ({ userId, seq, event, text }) => `${this.#node} user:${userId} ${seq} ${text ?? JSON.stringify(event)}`,
      ),
    );
  }

  async #within<Tables>(db: Kysely<Tables>, add: (events: TransactionEvents) => void): Promise<void> {
    if (db.isTransaction) add(await commitWork(db, this, () => new TransactionEvents(this)));
    else await db.transaction().execute((tx) => this.#within(tx, add));
  }

  publishUserEvent<Tables>(tx: Kysely<Tables>, userId: number, event: DeferrableEvent): Promise<void> {
    return this.publishUserEvents(tx, [{ userId, event }]);
  }

  async publishUserEvents<Tables>(tx: Kysely<Tables>, events: readonly UserEvent[]): Promise<void> {
    if (events.length > 0) await this.#within(tx, ({ userEvents }) => void userEvents.push(...events));
  }

  /** Erases the stored events of a user when the transaction commits, and stores none of it, whoever publishes it. */
  async eraseUserEvents<Tables>(tx: Kysely<Tables>, userId: number): Promise<void> {
    await this.#within(tx, ({ erasedUsers }) => void erasedUsers.add(userId));
  }

  /** Publishes within the caller's transaction: the events are delivered only when it commits. */
  async publishInTransaction<Tables>(tx: Kysely<Tables>, events: readonly TopicEvent[]): Promise<void> {
    if (events.length > 0) await this.#within(tx, ({ topicEvents }) => void topicEvents.push(...events));
  }

  /** Subscribes to a user's events, in order and without gaps, until `leave` of the result is called. */
  subscribeToUser(userId: number, listener: StreamListener): Promise<StreamSubscription> {
    return this.#streams.subscribe(userId, listener);
  }

  async subscribe(topic: string, listener: Listener): Promise<() => void> {
    const listeners = this.#topics.get(topic) ?? new Set();
    this.#topics.set(topic, listeners.add(listener));
    const unsubscribe = (): void => {
      const left = this.#topics.get(topic);
      left?.delete(listener);
      if (left?.size === 0) this.#topics.delete(topic);
    };
    try {
      await this.#bus.open();
    } catch (error) {
      unsubscribe();
      throw error;
    }
    return unsubscribe;
  }

  /** Called when topic events may have been missed: listeners reload their state. Returns an unsubscribe function. */
  onGap(listener: () => void): () => void {
    this.#gapListeners.add(listener);
    return () => this.#gapListeners.delete(listener);
  }

  check(): Promise<void> {
    return this.#bus.check();
  }

  async close(): Promise<void> {
    this.#isClosed = true;
    this.#streams.close();
    await this.#bus.close();
  }
}

/** The events of one transaction: stored at its end, delivered after its commit. */
class TransactionEvents {
  readonly userEvents: UserEvent[] = [];
  readonly topicEvents: TopicEvent[] = [];
  readonly erasedUsers = new Set<number>();
  readonly #live: Live;
  #stored: StoredEvent[] = [];

  constructor(live: Live) {
    this.#live = live;
  }

  async before(within: DatabaseConnection): Promise<void> {
    const wanted = this.userEvents.filter(({ userId }) => !this.erasedUsers.has(userId));
    const erased = [...this.erasedUsers];
    // Sorted by user id, so that concurrent transactions lock the counter rows in the same order and cannot deadlock.
    const sorted = wanted.toSorted((a, b) => a.userId - b.userId);
    if (erased.length > 0 || sorted.some(({ event }) => typeof event === 'function'))
      await lockCounters(within, [...erased, ...sorted.map(({ userId }) => userId)]);
    if (erased.length > 0) await eraseUserEvents(within, erased);
    if (sorted.length > 0) await this.#store(within, sorted);
  }

  async #store(within: DatabaseConnection, sorted: readonly UserEvent[]): Promise<void> {
    const events: { userId: number; event: LiveEvent; text: string }[] = [];
    for (const { userId, event: deferrable } of sorted) {
      const event = typeof deferrable === 'function' ? await deferrable() : deferrable;
      const text = JSON.stringify(event);
      if (Buffer.byteLength(text) > EVENT_MAX_BYTES) throw new Error('An event is too large for the bus');
      events.push({ userId, event, text });
    }
    const numbers = await insertUserEvents(within, events, this.#live.isBusTransactional);
    this.#stored = events.map((event, i) => ({ ...event, seq: numbers[i] ?? 0 }));
  }

  after(): void {
    this.#live.deliverStoredEvents(this.#stored);
    for (const { topic, event } of this.topicEvents) this.#live.publish(topic, event);
  }
}
