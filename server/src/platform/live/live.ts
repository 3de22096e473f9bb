import { randomUUID } from 'node:crypto';
import type { DatabaseConnection, Kysely } from 'kysely';
import type pg from 'pg';
import type { BaseLogger } from 'pino';
import { commitWork } from '../database/commit-work.ts';
import { type Bus, type BusHandlers, reasonOf } from './bus.ts';
import { createPostgresBus } from './postgres-bus.ts';
import { insertUserEvents, lockCounters } from './user-events.queries.ts';
import { createUserStreams, type StreamListener, type StreamSubscription } from './user-streams.ts';

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
}

export type Listener = (event: LiveEvent) => void;

/**
 * Publishes events to sockets on all nodes.
 *
 * Topic events are hints that may get lost, so their content must also be readable over REST. User events
 * (`publishUserEvent`) are numbered and stored: they are never lost and arrive in order. Within a node events are
 * passed in memory, between nodes through the bus.
 */
export interface Live {
  publishUserEvent<Tables>(tx: Kysely<Tables>, userId: number, event: DeferrableEvent): Promise<void>;
  publishUserEvents<Tables>(tx: Kysely<Tables>, events: readonly UserEvent[]): Promise<void>;
  /** True when the database itself notifies the nodes of events that a statement stored with `emit_user_events`. */
  isBusTransactional: boolean;
  /** Delivers events that a statement stored with `emit_user_events` and that are committed. */
  deliverStoredEvents(events: readonly StoredEvent[]): void;
  /** Subscribes to a user's events, in order and without gaps, until `leave` of the result is called. */
  subscribeToUser(userId: number, listener: StreamListener): Promise<StreamSubscription>;
  /** Publishes to the subscribers of a topic. Call it after the commit. */
  publish(topic: string, event: LiveEvent): void;
  /** Publishes within the caller's transaction: the events are delivered only when it commits. */
  publishInTransaction<Tables>(tx: Kysely<Tables>, events: readonly TopicEvent[]): Promise<void>;
  subscribe(topic: string, listener: Listener): Promise<() => void>;
  /**
   * Called when topic events may have been missed, so that listeners reload their state. Returns an unsubscribe
   * function.
   */
  onGap(listener: () => void): () => void;
  check(): Promise<void>;
  close(): Promise<void>;
}

interface LiveParts {
  pool: pg.Pool;
  connection: pg.PoolConfig;
  log: BaseLogger;
  /** Nodes communicate through Redis; without it, through PostgreSQL. */
  redisUrl?: string | undefined;
}

/** Limit of a NOTIFY payload: less than 8000 bytes. */
const BUS_MESSAGE_MAX_BYTES = 7999;
/** Maximum size of a user event; larger content belongs in a REST response. */
const EVENT_MAX_BYTES = 16_000;
const SEND_AT_ONCE = 500;
/**
 * Maximum number of messages that wait while the bus is unavailable; further messages are dropped, because they are
 * only hints.
 */
const WAITING_MAX = 10_000;

export async function createLive({ pool, connection, log, redisUrl }: LiveParts): Promise<Live> {
  const node = randomUUID();
  const topics = new Map<string, Set<Listener>>();
  const gapListeners = new Set<() => void>();
  let waiting: string[] = [];
  let sending = false;
  let closed = false;

  const busHandlers: BusHandlers = {
    onMessage,
    onDisconnected(reason) {
      log.warn({ reason }, 'the bus of the nodes is disconnected');
      streams.setBusConnected(false);
    },
    onReconnected() {
      streams.setBusConnected(true);
      for (const listener of gapListeners) listener();
    },
  };
  const bus: Bus =
    redisUrl === undefined
      ? createPostgresBus({ pool, connection, ...busHandlers })
      : (await import('./redis-bus.ts')).createRedisBus({ url: redisUrl, ...busHandlers });
  const streams = createUserStreams({ pool, log, open: () => bus.open() });

  function deliver(topic: string, event: LiveEvent): void {
    for (const listener of topics.get(topic) ?? []) {
      try {
        listener(event);
      } catch (error) {
        log.error({ err: error, topic }, 'a listener failed');
      }
    }
  }

  /**
   * Message format: `sender topic number event`, so that nodes without listeners of the topic skip parsing the rest.
   */
  function onMessage(message: string): void {
    const [sender, topic = '', number] = message.split(' ', 3);
    if (sender === node) return;
    const read = (): LiveEvent | undefined => {
      const text = message.slice(`${sender} ${topic} ${number} `.length);
      return text === '' ? undefined : JSON.parse(text);
    };
    if (number !== '0') streams.receive(Number(topic.slice('user:'.length)), Number(number), read);
    else if (topics.has(topic)) deliver(topic, read() ?? {});
  }

  async function send(): Promise<void> {
    sending = true;
    while (waiting.length > 0 && !closed) {
      const messages = waiting.slice(0, SEND_AT_ONCE);
      waiting = waiting.slice(SEND_AT_ONCE);
      try {
        await bus.send(messages);
      } catch (error) {
        log.warn({ reason: reasonOf(error), events: messages.length }, 'events were not sent to other nodes');
      }
    }
    sending = false;
  }

  function enqueue(messages: readonly string[]): void {
    if (waiting.length + messages.length > WAITING_MAX) return;
    waiting.push(...messages);
    // Messages published in one event loop turn are sent together.
    if (!sending) queueMicrotask(() => sending || closed || void send());
  }

  function publish(topic: string, event: LiveEvent): void {
    const message = `${node} ${topic} 0 ${JSON.stringify(event)}`;
    if (Buffer.byteLength(message) > BUS_MESSAGE_MAX_BYTES) {
      log.error({ topic }, 'an event is too large for the bus');
      return;
    }
    deliver(topic, event);
    enqueue([message]);
  }

  function deliverStoredEvents(events: readonly (StoredEvent & { text?: string })[]): void {
    for (const { userId, seq, event } of events) streams.receive(userId, seq, () => event);
    if (bus.isTransactional) return;
    enqueue(
      events.map(({ userId, seq, event, text }) => `${node} user:${userId} ${seq} ${text ?? JSON.stringify(event)}`),
    );
  }

  class TransactionEvents {
    readonly userEvents: UserEvent[] = [];
    readonly topicEvents: TopicEvent[] = [];
    #stored: { userId: number; seq: number; event: LiveEvent; text: string }[] = [];

    async before(within: DatabaseConnection): Promise<void> {
      if (this.userEvents.length === 0) return;
      // Sorted by user id, so that concurrent transactions lock the counter rows in the same order and cannot deadlock.
      const sorted = this.userEvents.toSorted((a, b) => a.userId - b.userId);
      if (sorted.some(({ event }) => typeof event === 'function')) {
        await lockCounters(
          within,
          sorted.map(({ userId }) => userId),
        );
      }
      const events: { userId: number; event: LiveEvent; text: string }[] = [];
      for (const { userId, event: deferrable } of sorted) {
        const event = typeof deferrable === 'function' ? await deferrable() : deferrable;
        const text = JSON.stringify(event);
        if (Buffer.byteLength(text) > EVENT_MAX_BYTES) throw new Error('An event is too large for the bus');
        events.push({ userId, event, text });
      }
      const numbers = await insertUserEvents(within, events, bus.isTransactional);
      this.#stored = events.map((event, i) => ({ ...event, seq: numbers[i] ?? 0 }));
    }

    after(): void {
      deliverStoredEvents(this.#stored);
      for (const { topic, event } of this.topicEvents) publish(topic, event);
    }
  }

  async function within<Tables>(
    db: Kysely<Tables>,
    add: (transactionEvents: TransactionEvents) => void,
  ): Promise<void> {
    if (db.isTransaction) add(await commitWork(db, topics, () => new TransactionEvents()));
    else await db.transaction().execute((tx) => within(tx, add));
  }

  async function publishUserEvents<Tables>(tx: Kysely<Tables>, events: readonly UserEvent[]): Promise<void> {
    if (events.length > 0) await within(tx, ({ userEvents: personal }) => void personal.push(...events));
  }

  function unsubscribe(topic: string, listener: Listener): void {
    const listeners = topics.get(topic);
    listeners?.delete(listener);
    if (listeners?.size === 0) topics.delete(topic);
  }

  return {
    publishUserEvents,
    publishUserEvent: (tx, userId, event) => publishUserEvents(tx, [{ userId, event }]),
    isBusTransactional: bus.isTransactional,
    deliverStoredEvents,
    subscribeToUser: streams.subscribe,
    publish,
    async publishInTransaction(tx, events) {
      if (events.length > 0) await within(tx, ({ topicEvents: ofTopics }) => void ofTopics.push(...events));
    },
    async subscribe(topic, listener) {
      const listeners = topics.get(topic) ?? new Set();
      topics.set(topic, listeners.add(listener));
      try {
        await bus.open();
      } catch (error) {
        unsubscribe(topic, listener);
        throw error;
      }
      return () => unsubscribe(topic, listener);
    },
    onGap(listener) {
      gapListeners.add(listener);
      return () => gapListeners.delete(listener);
    },
    check: () => bus.check(),
    async close() {
      closed = true;
      streams.close();
      await bus.close();
    },
  };
}
