/**
 * Resolves before the next attempt: when the browser is online, after an exponential delay with jitter, so that clients
 * of a restarted server do not return all at once.
 */
export function waitToRetry(attempt: number, firstMs: number, maxMs: number, signal?: AbortSignal): Promise<void> {
  const whole = Math.min(maxMs, firstMs * 2 ** (attempt - 1));
  return navigator.onLine ? waitFor(whole / 2 + (Math.random() * whole) / 2, signal) : untilOnline(signal);
}

/** Resolves when the browser is online; rejects with the signal's reason. */
export function untilOnline(signal?: AbortSignal): Promise<void> {
  return waitFor(Number.POSITIVE_INFINITY, signal);
}

/** Resolves after a time in milliseconds, or at once when the network returns; rejects with the signal's reason. */
function waitFor(ms: number, signal?: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = Number.isFinite(ms) ? setTimeout(finish, ms) : undefined;
    function leave(): void {
      clearTimeout(timer);
      window.removeEventListener('online', finish);
      signal?.removeEventListener('abort', stop);
    }
    function finish(): void {
      leave();
      resolve();
    }
    function stop(): void {
      leave();
      reject(signal?.reason);
    }
    if (signal?.aborted) return stop();
    window.addEventListener('online', finish);
    signal?.addEventListener('abort', stop);
  });
}
