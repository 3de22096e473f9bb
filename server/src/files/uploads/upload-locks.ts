import type { Locker } from '@tus/server';

interface HeldLock {
  requestRelease(): void;
  released: Promise<void>;
  release(): void;
}

/** In-process locks: a waiting request asks the holder once to release. An upload exists on one node's disk only. */
export function createUploadLocks(): Locker {
  const heldLocks = new Map<string, HeldLock>();
  return {
    newLock: (id) => {
      let mine: HeldLock | undefined;
      return {
        async lock(signal, requestRelease) {
          for (let other = heldLocks.get(id); other !== undefined; other = heldLocks.get(id)) {
            other.requestRelease();
            await untilEither(other.released, signal);
          }
          const { promise, resolve } = Promise.withResolvers<void>();
          mine = { requestRelease: callOnce(requestRelease), released: promise, release: resolve };
          heldLocks.set(id, mine);
        },
        async unlock() {
          if (mine === undefined || heldLocks.get(id) !== mine) return;
          heldLocks.delete(id);
          mine.release();
        },
      };
    },
  };
}

function callOnce(callback: () => unknown): () => void {
  let isCalled = false;
  return () => {
    if (isCalled) return;
    isCalled = true;
    void callback();
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
