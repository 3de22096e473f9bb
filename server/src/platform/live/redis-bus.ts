import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { type Bus, type BusEnds, reasonOf, retryDelay } from './bus.ts';

interface RedisBusParts extends BusEnds {
  url: string;
}

const CHANNEL = 'okolo:live';
const CHECK_MS = 3000;
/** Whoever opens a socket waits no longer for Redis: what it would have told is read from the database. */
const PATIENCE_MS = 1000;

/** Redis for nodes that tell each other more than the database should carry. Without it they hear later, from the database. */
export function createRedisBus({ url, hear, onBreak, onBack }: RedisBusParts): Bus {
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
  const speaker = new Redis(url, options);
  const ear = new Redis(url, options);
  let isListening = false;
  let isBroken = false;
  let isClosed = false;
  let opening: Promise<void> | undefined;

  function lose(reason: string): void {
    if (!isListening) return;
    isListening = false;
    say(reason);
  }

  function say(reason: string): void {
    if (isClosed) return;
    isBroken = true;
    onBreak(reason);
  }

  // Unheard, an error would end the process; what follows from it is seen by the closing.
  let lastError = 'the connection ended';
  speaker.on('error', () => {});
  ear.on('error', (error: Error) => {
    lastError = error.message;
  });
  ear.on('close', () => lose(lastError));
  ear.on('ready', () => {
    ear.subscribe(CHANNEL).then(
      () => {
        isListening = true;
        if (isBroken) onBack();
        isBroken = false;
      },
      // It was lost again already.
      () => {},
    );
  });
  ear.on('message', (_channel: string, letters: string) => {
    for (const letter of letters.split('\n')) hear(letter);
  });

  async function connect(): Promise<void> {
    // Failing, they go on trying by themselves.
    for (const client of [speaker, ear]) client.connect().catch(() => {});
    for (const deadline = Date.now() + PATIENCE_MS; !isListening && Date.now() < deadline; ) await sleep(10);
    if (!isListening) say(lastError);
  }

  return {
    isTransactional: false,
    async send(letters) {
      if (speaker.status === 'wait') speaker.connect().catch(() => {});
      if (speaker.status !== 'ready') {
        await untilReady(speaker);
      }
      // No letter holds a line break: JSON has none.
      await speaker.publish(CHANNEL, letters.join('\n'));
    },
    open() {
      opening ??= connect();
      return opening;
    },
    isUp: () => isListening,
    async check() {
      if (!isListening) return;
      const answered = ear.ping().then(
        () => true,
        (error) => {
          lastError = reasonOf(error);
          return false;
        },
      );
      if (!(await Promise.race([answered, sleep(CHECK_MS, false, { ref: false })])) && !isClosed) ear.disconnect(true);
    },
    async close() {
      isClosed = true;
      speaker.disconnect();
      ear.disconnect();
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
    const timer = setTimeout(done, PATIENCE_MS);
    client.once('ready', done);
  });
}
