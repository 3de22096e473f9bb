import type { AnyEndpoint, ErrorBody } from '@app/contract/platform/endpoint';
import { chatApi } from '#contract/messaging/chat';
import { isApiError } from '../../../platform/api-error.ts';
import { parseJson, readCookie } from '../../../platform/call.ts';
import { probeConnections } from '../../../platform/live/live.ts';
import { call, SLOW_MS } from './chat-call.ts';
import { classifyFailure, SendError } from './outbox/send-failure.ts';

interface RequestOptions {
  endpoint: Pick<AnyEndpoint, 'method'>;
  url: string;
  viewerId: number;
  body: FormData | string;
  idempotencyKey?: string;
  signal: AbortSignal;
  onProgress?: (bytes: number) => void;
}

/** Milliseconds without progress after which the connection counts as dead. */
const STALL_MS = 30_000;
/** Shorter limit in milliseconds for text alone, which can be repeated safely under its key. */
const TEXT_STALL_MS = 8000;

let offlineSince: number | undefined;

interface RawResponse {
  status: number;
  text: string;
  retryAfter: number | null;
}

function headersOf({ body, viewerId, idempotencyKey }: RequestOptions): Record<string, string> {
  return {
    accept: 'application/json',
    'accept-language': document.documentElement.lang || 'ru',
    'x-csrftoken': readCookie('csrftoken') ?? '',
    'x-viewer': String(viewerId),
    ...(typeof body === 'string' && { 'content-type': 'application/json' }),
    ...(idempotencyKey !== undefined && { 'idempotency-key': idempotencyKey }),
  };
}

/** Uses `XMLHttpRequest`, because `fetch` reports no upload progress. */
function exchange(options: RequestOptions): Promise<RawResponse> {
  const { endpoint, url, body, signal, onProgress } = options;
  return new Promise((resolve, reject) => {
    if (signal.aborted) {
      reject(new SendError({ kind: 'aborted' }));
      return;
    }
    const xhr = new XMLHttpRequest();
    const rejectForRetry = (): void => end(() => reject(new SendError({ kind: 'wait', afterMs: null })));
    const onAbort = (): void => xhr.abort();
    const stallMs = typeof body === 'string' ? TEXT_STALL_MS : STALL_MS;
    let stall: ReturnType<typeof setTimeout>;
    let slow: ReturnType<typeof setTimeout>;
    const live = (): void => {
      clearTimeout(stall);
      clearTimeout(slow);
      slow = setTimeout(probeConnections, SLOW_MS);
      stall = setTimeout(() => {
        rejectForRetry();
        xhr.abort();
      }, stallMs);
    };
    function end(then: () => void): void {
      clearTimeout(stall);
      clearTimeout(slow);
      signal.removeEventListener('abort', onAbort);
      then();
    }

    xhr.open(endpoint.method, url);
    for (const [name, value] of Object.entries(headersOf(options))) xhr.setRequestHeader(name, value);
    xhr.upload.onprogress = ({ loaded }) => {
      live();
      onProgress?.(loaded);
    };
    xhr.onprogress = live;
    xhr.onload = () => {
      const retryAfter = Number.parseInt(xhr.getResponseHeader('retry-after') ?? '', 10);
      const response = { status: xhr.status, text: xhr.responseText };
      end(() => resolve({ ...response, retryAfter: Number.isNaN(retryAfter) ? null : retryAfter }));
    };
    xhr.onerror = () => {
      rejectForRetry();
      probeConnections();
    };
    xhr.onabort = () => end(() => reject(new SendError({ kind: 'aborted' })));
    signal.addEventListener('abort', onAbort);
    live();
    xhr.send(body);
  });
}

/** Renews an expired session by a cheap call; if that fails, the call redirects to sign-in. */
async function renewSession(): Promise<void> {
  try {
    await call(chatApi.counts);
  } catch (error) {
    const isRefused = isApiError(error) && error.status === 401;
    throw new SendError(isRefused ? { kind: 'stop' } : { kind: 'wait', afterMs: null });
  }
}

/** `navigator.onLine` may be wrong, so sending is tried now and then nevertheless. */
function isOffline(): boolean {
  if (navigator.onLine !== false) {
    offlineSince = undefined;
    return false;
  }
  offlineSince ??= performance.now();
  if (performance.now() - offlineSince < STALL_MS) return true;
  offlineSince = undefined;
  return false;
}

/** Sends a request. Every failure is a {@link SendError} that says how to proceed. */
export async function request(options: RequestOptions): Promise<unknown> {
  if (isOffline()) throw new SendError({ kind: 'wait', afterMs: null });
  let response = await exchange(options);
  if (response.status === 401) {
    await renewSession();
    response = await exchange(options);
  }
  const body = parseJson(response.text);
  if (response.status >= 200 && response.status < 300 && body !== undefined) return body;
  const { code = 'internal', message = '' } = (body ?? {}) as Partial<ErrorBody>;
  // An unreadable success response comes from a proxy or captive portal, not from the server.
  const status = response.status < 300 ? 0 : response.status;
  throw new SendError(classifyFailure({ status, code, message, retryAfter: response.retryAfter }));
}
