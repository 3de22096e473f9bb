import { setTimeout as sleep } from 'node:timers/promises';
import type { Redis } from 'ioredis';
import { type Bus, type BusHandlers, reasonOf } from './bus.ts';
import { createRedis } from './redis-connection.ts';

interface RedisBusParts extends BusHandlers {
  url: string;
  ca?: string | undefined;
}

const CHANNEL = 'okolo:live';
const CHECK_MS = 3000;
/** Milliseconds that opening a socket waits for Redis; missed events are read from the database. */
const CONNECT_WAIT_MS = 300;
/** Milliseconds after which a message to a silent Redis counts as lost. */
const COMMAND_MS = 1000;

/**
 * Bus on Redis, for more traffic than the database should carry. While Redis is unavailable, user events arrive later,
 * by polling the database.
 */
export function createRedisBus({ url, ca, onMessage, onDisconnected, onReconnected }: RedisBusParts): Bus {
  const options = {
    ca,
    lazyConnect: true,
    autoResubscribe: false,
    protocol: 2,
  } as const;
  // A message that cannot be sent now is dropped.
  const publisher = createRedis(url, { ...options, commandTimeout: COMMAND_MS });
  const subscriber = createRedis(url, { ...options, commandTimeout: CHECK_MS });
  let isListening = false;
  let isBroken = false;
  let isClosed = false;
  let opening: Promise<void> | undefined;
  let waiting: Promise<void> | undefined;

  function lose(reason: string): void {
    if (!isListening) return;
    isListening = false;
    reportDisconnected(reason);
  }

  function reportDisconnected(reason: string): void {
    if (isClosed) return;
    isBroken = true;
    onDisconnected(reason);
  }

  // An unhandled `error` event would end the process; the `close` event handles the consequences.
  let lastError = 'the connection ended';
  publisher.on('error', () => {});
  subscriber.on('error', (error: Error) => {
    lastError = error.message;
  });
  subscriber.on('close', () => lose(lastError));
  subscriber.on('ready', () => {
    subscriber.subscribe(CHANNEL).then(
      () => {
        isListening = true;
        if (isBroken) onReconnected();
        isBroken = false;
      },
      () => {},
    );
  });
  subscriber.on('message', (_channel: string, messages: string) => {
    for (const message of messages.split('\n')) onMessage(message);
  });

  async function connect(): Promise<void> {
    for (const client of [publisher, subscriber]) client.connect().catch(() => {});
    for (const deadline = Date.now() + CONNECT_WAIT_MS; !isListening && Date.now() < deadline; ) await sleep(10);
    if (!isListening) reportDisconnected(lastError);
  }

  return {
    isTransactional: false,
    async send(messages) {
      if (publisher.status === 'wait') publisher.connect().catch(() => {});
      if (publisher.status !== 'ready') {
        waiting ??= untilReady(publisher).finally(() => {
          waiting = undefined;
        });
        await waiting;
      }
      // JSON contains no raw line breaks, so they can separate messages.
      await publisher.publish(CHANNEL, messages.join('\n'));
    },
    open() {
      opening ??= connect();
      return opening;
    },
    isUp: () => isListening,
    async check() {
      if (!isListening) return;
      const answered = subscriber.ping().then(
        () => true,
        (error) => {
          lastError = reasonOf(error);
          return false;
        },
      );
      if (!(await Promise.race([answered, sleep(CHECK_MS, false, { ref: false })])) && !isClosed)
        subscriber.disconnect(true);
    },
    async close() {
      isClosed = true;
      publisher.disconnect();
      subscriber.disconnect();
    },
  };
}

/** One shared promise for all waiting messages, so that each does not add a listener while Redis is away. */
function untilReady(client: Redis): Promise<void> {
  return new Promise((resolve) => {
    const done = (): void => {
      clearTimeout(timer);
      client.off('ready', done);
      resolve();
    };
    const timer = setTimeout(done, CONNECT_WAIT_MS);
    client.once('ready', done);
  });
}
