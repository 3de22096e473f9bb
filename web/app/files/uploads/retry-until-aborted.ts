import { isApiError } from '../../platform/api-error.ts';
import { untilOnline, waitFor } from './until-online.ts';

const FIRST_DELAY_MS = 700;
const DELAY_MAX_MS = 15_000;
/** Maximum attempts while online; offline time is not counted. */
const ATTEMPTS_MAX = 12;

interface RetryOptions {
  signal?: AbortSignal | undefined;
  /** Called with true when waiting for the network or the server, with false when continuing. */
  onWaiting?: ((isWaiting: boolean) => void) | undefined;
}

/** Retries an idempotent request until the server responds. Rejects with the signal's reason when aborted. */
export async function retryUntilAborted<T>(
  task: () => Promise<T>,
  { signal, onWaiting }: RetryOptions = {},
): Promise<T> {
  for (let attempt = 1; ; attempt += 1) {
    signal?.throwIfAborted();
    try {
      return await task();
    } catch (error) {
      signal?.throwIfAborted();
      const isTransient = isApiError(error) && (error.status === 0 || error.status === 429 || error.status >= 502);
      if (!isTransient || (navigator.onLine && attempt >= ATTEMPTS_MAX)) throw error;
    }
    onWaiting?.(true);
    const whole = Math.min(DELAY_MAX_MS, FIRST_DELAY_MS * 2 ** (attempt - 1));
    await (navigator.onLine ? waitFor(whole / 2 + (Math.random() * whole) / 2, signal) : untilOnline(signal));
    onWaiting?.(false);
  }
}
