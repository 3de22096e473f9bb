import { randomUUID } from 'node:crypto';
import { type QueryExecutorProvider, sql } from 'kysely';
import pg from 'pg';
import type { BaseLogger } from 'pino';

/** What happened, as the browsers hear it: ids and a few short values. `type` says which. */
export type LiveEvent = object;

export interface TopicEvent {
  topic: string;
  event: LiveEvent;
}

export type Listener = (event: LiveEvent) => void;

/**
 * Who hears what, on every node.
 *
 * An event is a hint, never the truth: it may get lost, so whatever it tells must also be readable over REST. Within a node
 * it goes from hand to hand, to the others through PostgreSQL's LISTEN and NOTIFY.
 */
export interface Live {
  /** Tell everybody who listens to this topic. Call it after the commit. */
  publish(topic: string, event: LiveEvent): void;
  /** As part of the caller's transaction: they hear of it when that commits, and never if it does not. */
  publishWithin(db: QueryExecutorProvider, events: readonly TopicEvent[]): Promise<void>;
  /** Hear a topic until the answer is called. Once it answers, nothing is missed. Fails while the database is away. */
  subscribe(topic: string, listener: Listener): Promise<() => void>;
  /** Events may have been missed: whoever listens starts anew. Answers how to stop being told. */
  onGap(listener: () => void): () => void;
  /** Ask whether the listening connection still lives; one that does not is a gap. */
  check(): Promise<void>;
  close(): Promise<void>;
}

interface LiveParts {
  pool: pg.Pool;
  connection: pg.PoolConfig;
  log: BaseLogger;
}

const CHANNEL = 'live';
/** PostgreSQL takes less than 8000 bytes. */
const PAYLOAD_MAX_BYTES = 7999;
const SEND_AT_ONCE = 500;
/** Events that wait for a database which does not answer; more are dropped, as hints may be. */
const WAITING_MAX = 10_000;
const CHECK_MS = 3000;

interface Letter {
  topic: string;
  event: LiveEvent;
  /** The node that told its own listeners already. */
  from?: string;
}

const NOTIFY = `select pg_notify('${CHANNEL}', letter) from unnest($1::text[]) as letter`;

export function createLive({ pool, connection, log }: LiveParts): Live {
  const node = randomUUID();
  const topics = new Map<string, Set<Listener>>();
  const gapListeners = new Set<() => void>();
  let waiting: string[] = [];
  let sending = false;
  let closed = false;
  // Made with the first listener: a node without sockets needs no connection to hear.
  let ear: Promise<pg.Client> | undefined;

  function deliver(topic: string, event: LiveEvent): void {
    for (const listener of topics.get(topic) ?? []) {
      try {
        listener(event);
      } catch (error) {
        log.error({ err: error, topic }, 'a listener failed');
      }
    }
  }

  function write(letter: Letter): string | undefined {
    const text = JSON.stringify(letter);
    if (Buffer.byteLength(text) <= PAYLOAD_MAX_BYTES) return text;
    log.error({ topic: letter.topic }, 'an event is too large to be told');
    return undefined;
  }

  async function send(): Promise<void> {
    sending = true;
    while (waiting.length > 0 && !closed) {
      const letters = waiting.slice(0, SEND_AT_ONCE);
      waiting = waiting.slice(SEND_AT_ONCE);
      try {
        await pool.query(NOTIFY, [letters]);
      } catch (error) {
        log.warn({ reason: reasonOf(error), events: letters.length }, 'events did not reach other nodes');
      }
    }
    sending = false;
  }

  function hear(text: string | undefined): void {
    const letter: Letter = JSON.parse(text ?? '{}');
    if (letter.from !== node) deliver(letter.topic, letter.event);
  }

  function loseEar(reason: string): void {
    ear = undefined;
    if (closed) return;
    log.warn({ reason }, 'events were not heard for a moment');
    for (const listener of gapListeners) listener();
  }

  /** One connection for all topics, however many ask for it at once. */
  function listen(): Promise<pg.Client> {
    if (ear !== undefined) return ear;
    const opening = openEar(connection, hear, (reason) => {
      if (ear === opening) loseEar(reason);
    });
    ear = opening;
    opening.catch(() => {
      // The next listener tries again.
      if (ear === opening) ear = undefined;
    });
    return opening;
  }

  function leave(topic: string, listener: Listener): void {
    const listeners = topics.get(topic);
    listeners?.delete(listener);
    if (listeners?.size === 0) topics.delete(topic);
  }

  return {
    publish(topic, event) {
      const letter = write({ topic, event, from: node });
      if (letter === undefined) return;
      deliver(topic, event);
      if (waiting.length >= WAITING_MAX) return;
      waiting.push(letter);
      // Whatever is published in this turn goes in one query.
      if (!sending) queueMicrotask(() => sending || closed || void send());
    },
    async publishWithin(db, events) {
      const letters = events.map(({ topic, event }) => write({ topic, event })).filter((text) => text !== undefined);
      if (letters.length === 0) return;
      await sql`select pg_notify(${CHANNEL}, letter) from unnest(${letters}::text[]) as letter`.execute(db);
    },
    async subscribe(topic, listener) {
      const listeners = topics.get(topic) ?? new Set();
      topics.set(topic, listeners.add(listener));
      try {
        await listen();
      } catch (error) {
        leave(topic, listener);
        throw error;
      }
      return () => leave(topic, listener);
    },
    onGap(listener) {
      gapListeners.add(listener);
      return () => gapListeners.delete(listener);
    },
    async check() {
      const client = await ear?.catch(() => undefined);
      if (client === undefined) return;
      // Ending it politely would wait for an answer that does not come.
      const late = setTimeout(() => client.connection.stream.destroy(new Error('no answer')), CHECK_MS);
      await client.query('select 1').catch(() => {});
      clearTimeout(late);
    },
    async close() {
      closed = true;
      const client = await ear?.catch(() => undefined);
      ear = undefined;
      await client?.end();
    },
  };
}

/** A connection that does nothing but listen. */
async function openEar(
  connection: pg.PoolConfig,
  hear: (text: string | undefined) => void,
  lost: (reason: string) => void,
): Promise<pg.Client> {
  const client = new pg.Client({ ...clientOptions(connection), application_name: 'okolo-live', keepAlive: true });
  client.on('notification', ({ payload }) => hear(payload));
  client.on('error', ({ message }) => lost(message));
  client.on('end', () => lost('the connection ended'));
  try {
    await client.connect();
    await client.query(`listen ${CHANNEL}`);
  } catch (error) {
    client.end().catch(() => {});
    throw error;
  }
  return client;
}

/** The pool's own settings mean nothing to a single connection. */
function clientOptions({ max: _max, Client: _Client, ...options }: pg.PoolConfig): pg.ClientConfig {
  return options;
}

const reasonOf = (error: unknown): string => (error instanceof Error ? error.message : String(error));
