import type { AnyEndpoint, ResponseOf } from '@app/contract/platform/endpoint';
import { isApiError } from '../../../platform/api-error.ts';
import { call as ask, type CallOptions } from '../../../platform/call.ts';
import { probeConnections } from '../../../platform/live.ts';

/** Without an answer for so long, the network may be gone without a word. */
export const SLOW_MS = 3000;

/** Call the API as anybody does. What fails on the way, or takes long, makes the line doubtful too: it is not left to believe in itself. */
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
