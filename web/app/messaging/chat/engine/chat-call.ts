import type { AnyEndpoint, ResponseOf } from '@app/contract/platform/endpoint';
import { isApiError } from '../../../platform/api-error.ts';
import { call as ask, type CallOptions } from '../../../platform/call.ts';
import { probeConnections } from '../../../platform/live/live.ts';

/** Milliseconds without a response after which the connection may be dead. */
export const SLOW_MS = 3000;

/** Repeating a refused call would be refused again. */
export const isRefused = (error: unknown): boolean =>
  isApiError(error) && error.status >= 400 && error.status < 500 && error.status !== 429;

/**
 * Calls the API. A network error or a response slower than `SLOW_MS` also makes the client probe its sockets, which may
 * be dead without a close event.
 */
export async function call<E extends AnyEndpoint>(endpoint: E, options: CallOptions<E> = {}): Promise<ResponseOf<E>> {
  const slow = setTimeout(probeConnections, SLOW_MS);
  try {
    return await ask(endpoint, options);
  } catch (error) {
    if (isApiError(error) && error.status === 0) probeConnections();
    throw error;
  } finally {
    clearTimeout(slow);
  }
}
