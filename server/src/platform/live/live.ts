import { randomUUID } from 'node:crypto';
import type { DatabaseConnection, Kysely } from 'kysely';
import type pg from 'pg';
import type { BaseLogger } from 'pino';
import { commitWork } from '../database/commit-work.ts';
import { type Bus, type BusHandlers, reasonOf } from './bus.ts';
import { createPostgresBus } from './postgres-bus.ts';
import { insertUserEvents, lockCounters } from './user-events.queries.ts';
import { createUserStreams, type StreamListener, type StreamSubscription } from './user-streams.ts';

/** What happened, as the browsers hear it: ids and a few short values. `type` says which. */
export type LiveEvent = object;

export interface TopicEvent {
  topic: string;
  event: LiveEvent;
}

/**
 * An event that tells a state is made last of all, when nobody else can tell this person anything until the commit: what
 * transactions side by side count would otherwise be told in the wrong order.
 */
type DeferrableEvent = LiveEvent | (() => Promise<LiveEvent>);

export interface UserEvent {
  userId: number;
  event: DeferrableEvent;
}

/** An event that is stored already, at its place. */
interface StoredEvent {
  userId: number;
  seq: number;
  event: LiveEvent;
}

export type Listener = (event: LiveEvent) => void;

/**
 * Who hears what, on every node.
 *
 * Two kinds of events. Those of a topic are hints: they may get lost, so whatever they tell must also be readable over REST.
 * Those of a person (`tell`) are numbered and kept: they are never lost, and come in order.
 * Within a node an event goes from hand to hand, to the others through the bus.
 */
export interface Live {
  /** Tell one person's open pages, as part of the transaction: when it commits, and never if it does not. */
  publishUserEvent<Tables>(tx: Kysely<Tables>, userId: number, event: DeferrableEvent): Promise<void>;
  publishUserEvents<Tables>(tx: Kysely<Tables>, events: readonly UserEvent[]): Promise<void>;
  /** Whether the nodes hear from the database itself what a statement stored by `tell_people`. */
  isBusTransactional: boolean;
  /** Hand on what a statement has stored by `tell_people` and committed. */
  deliverStoredEvents(events: readonly StoredEvent[]): void;
  /** Hear what is told to a person, in order and without a hole, until the answer's `leave`. */
  subscribeToUser(userId: number, listener: StreamListener): Promise<StreamSubscription>;
  /** Tell everybody who listens to this topic. Call it after the commit. */
  publish(topic: string, event: LiveEvent): void;
  /** As part of the caller's transaction: they hear of it when that commits, and never if it does not. */
  publishInTransaction<Tables>(tx: Kysely<Tables>, events: readonly TopicEvent[]): Promise<void>;
  /** Hear a topic until the answer is called. */
  subscribe(topic: string, listener: Listener): Promise<() => void>;
  /** Events of topics may have been missed: read anew. Answers how to stop being told. */
  onGap(listener: () => void): () => void;
  /** Ask whether the node still hears the others. */
  check(): Promise<void>;
  close(): Promise<void>;
}

interface LiveParts {
  pool: pg.Pool;
  connection: pg.PoolConfig;
  log: BaseLogger;
  /** Nodes tell each other through Redis; without it, through PostgreSQL. */
  redisUrl?: string | undefined;
}

/** PostgreSQL takes less than 8000 bytes. */
const BUS_MESSAGE_MAX_BYTES = 7999;
/** What a person's pages are told at once; more belongs into an answer over REST. */
const EVENT_MAX_BYTES = 16_000;
const SEND_AT_ONCE = 500;
/** Letters that wait for a bus which does not answer; more are dropped, as hints may be. */
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
      log.warn({ reason }, 'the other nodes are not heard');
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

  /** `sender topic number event`: whoever does not listen to the topic need not read the rest. */
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
        log.warn({ reason: reasonOf(error), events: messages.length }, 'events did not reach other nodes');
      }
    }
    sending = false;
  }

  function enqueue(messages: readonly string[]): void {
    if (waiting.length + messages.length > WAITING_MAX) return;
    waiting.push(...messages);
    // Whatever is published in this turn goes in one piece.
    if (!sending) queueMicrotask(() => sending || closed || void send());
  }

  function publish(topic: string, event: LiveEvent): void {
    const message = `${node} ${topic} 0 ${JSON.stringify(event)}`;
    if (Buffer.byteLength(message) > BUS_MESSAGE_MAX_BYTES) {
      log.error({ topic }, 'an event is too large to be told');
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

  /** Everything that one transaction tells. */
  class TransactionEvents {
    readonly userEvents: UserEvent[] = [];
    readonly topicEvents: TopicEvent[] = [];
    #stored: { userId: number; seq: number; event: LiveEvent; text: string }[] = [];

    async before(within: DatabaseConnection): Promise<void> {
      if (this.userEvents.length === 0) return;
      // In one order for all: two transactions that tell the same people never wait for each other in a circle.
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
        if (Buffer.byteLength(text) > EVENT_MAX_BYTES) throw new Error('An event is too large to be told');
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

  /** What belongs to the transaction goes with it; without one it is a transaction of its own. */
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
