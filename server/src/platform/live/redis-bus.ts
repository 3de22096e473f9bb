import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { type Bus, type BusHandlers, reasonOf, retryDelay } from './bus.ts';

interface RedisBusParts extends BusHandlers {
  url: string;
}

const CHANNEL = 'okolo:live';
const CHECK_MS = 3000;
/** Whoever opens a socket waits no longer for Redis: what it would have told is read from the database. */
const CONNECT_WAIT_MS = 1000;

/** Redis for nodes that tell each other more than the database should carry. Without it they hear later, from the database. */
export function createRedisBus({ url, onMessage, onDisconnected, onReconnected }: RedisBusParts): Bus {
  const options = {
    lazyConnect: true,
    // A letter that cannot go now is not worth keeping.
    enableOfflineQueue: false,
    maxRetriesPerRequest: 0,
    autoResubscribe: false,
    connectTimeout: CHECK_MS,
    protocol: 2,
    retryStrategy: (times: number) => retryDelay(times - 1),
  } as const;
  const publisher = new Redis(url, options);
  const subscriber = new Redis(url, options);
  let isListening = false;
  let isBroken = false;
  let isClosed = false;
  let opening: Promise<void> | undefined;

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

  // Unheard, an error would end the process; what follows from it is seen by the closing.
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
      // It was lost again already.
      () => {},
    );
  });
  subscriber.on('message', (_channel: string, messages: string) => {
    for (const message of messages.split('\n')) onMessage(message);
  });

  async function connect(): Promise<void> {
    // Failing, they go on trying by themselves.
    for (const client of [publisher, subscriber]) client.connect().catch(() => {});
    for (const deadline = Date.now() + CONNECT_WAIT_MS; !isListening && Date.now() < deadline; ) await sleep(10);
    if (!isListening) reportDisconnected(lastError);
  }

  return {
    isTransactional: false,
    async send(messages) {
      if (publisher.status === 'wait') publisher.connect().catch(() => {});
      if (publisher.status !== 'ready') {
        await untilReady(publisher);
      }
      // No letter holds a line break: JSON has none.
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

/** While Redis is away every letter waits: none of them leaves a listener behind. */
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
