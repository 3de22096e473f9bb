import type { Locker } from '@tus/server';

interface Held {
  askToRelease(): void;
  released: Promise<void>;
  release(): void;
}

/** Who waits for a lock asks its holder once to let go, and waits for that. Of this process: an upload lies on one node's disk. */
export function createUploadLocks(): Locker {
  const held = new Map<string, Held>();
  return {
    newLock: (id) => {
      let mine: Held | undefined;
      return {
        async lock(signal, askToRelease) {
          for (let other = held.get(id); other !== undefined; other = held.get(id)) {
            other.askToRelease();
            await untilEither(other.released, signal);
          }
          const { promise, resolve } = Promise.withResolvers<void>();
          mine = { askToRelease: once(askToRelease), released: promise, release: resolve };
          held.set(id, mine);
        },
        async unlock() {
          if (mine === undefined || held.get(id) !== mine) return;
          held.delete(id);
          mine.release();
        },
      };
    },
  };
}

function once(ask: () => unknown): () => void {
  let isAsked = false;
  return () => {
    if (isAsked) return;
    isAsked = true;
    void ask();
  };
}

async function untilEither(released: Promise<void>, signal: AbortSignal): Promise<void> {
  signal.throwIfAborted();
  const { promise, reject } = Promise.withResolvers<void>();
  const onAbort = () => reject(signal.reason);
  signal.addEventListener('abort', onAbort, { once: true });
  try {
    await Promise.race([released, promise]);
  } finally {
    signal.removeEventListener('abort', onAbort);
  }
}
