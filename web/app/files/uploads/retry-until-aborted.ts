import { isApiError } from '../../platform/api-error.ts';
import { waitToRetry } from './until-online.ts';

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
    await waitToRetry(attempt, FIRST_DELAY_MS, DELAY_MAX_MS, signal);
    onWaiting?.(false);
  }
}
