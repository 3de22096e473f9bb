import type { AnyEndpoint, CallInput, ErrorBody, ResponseOf } from '@app/contract/platform/endpoint';
import { ApiError, NETWORK } from './api-error.ts';
import type { PreparedRequest, RawResponse } from './send-with-progress.ts';
import { loadSlot } from './slots.ts';

type FilesOf<E extends AnyEndpoint> = { [Field in keyof E['files']]?: File | Blob | readonly (File | Blob)[] };

export interface CallOptions<E extends AnyEndpoint> extends CallInput<E> {
  /** Files by field; their presence makes the request multipart. */
  files?: FilesOf<E>;
  onProgress?: (share: number) => void;
  signal?: AbortSignal;
  /** Lets the browser finish the request when the page is closed. */
  keepalive?: boolean;
  /** Idempotency key: a repeated create request with the same key returns the first result. */
  idempotencyKey?: string;
  /** Background request: an expired session does not redirect to the sign-in page. */
  isQuiet?: boolean;
  /**
   * The user on whose behalf the request is made; sent as `x-viewer`, so that the server rejects it when another user
   * is signed in. For automatic requests.
   */
  viewerId?: number | undefined;
}

const CSRF_COOKIE = 'csrftoken';

/** A cookie of this very host goes before one that another host of the domain may have set. */
export function readCookie(name: string): string | undefined {
  const pairs = document.cookie.split('; ');
  for (const start of [`__Host-${name}=`, `${name}=`]) {
    const pair = pairs.find((part) => part.startsWith(start));
    if (pair !== undefined) return decodeURIComponent(pair.slice(start.length));
  }
  return undefined;
}

function buildUrl(path: string, params: unknown, query: unknown): string {
  const filled = path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String((params as Record<string, unknown> | undefined)?.[name] ?? '')),
  );
  const search = new URLSearchParams();
  for (const [name, value] of Object.entries((query as Record<string, unknown> | undefined) ?? {})) {
    if (value !== undefined && value !== null && value !== '') search.set(name, String(value));
  }
  const text = search.toString();
  return text === '' ? filled : `${filled}?${text}`;
}

function buildForm(body: unknown, files: object | undefined): FormData {
  const form = new FormData();
  for (const [name, value] of Object.entries((body as Record<string, unknown> | undefined) ?? {})) {
    if (value !== undefined && value !== null) form.append(name, String(value));
  }
  for (const [field, given] of Object.entries(files ?? {})) {
    for (const file of [given].flat() as (File | Blob | undefined)[]) if (file) form.append(field, file);
  }
  return form;
}

/** Headers of every request, read for each one, because a refreshed session has another CSRF token. */
export function sessionHeaders(viewerId: number | undefined): Record<string, string> {
  const { lang } = document.documentElement;
  const csrf = readCookie(CSRF_COOKIE);
  return {
    ...(lang && { 'accept-language': lang }),
    ...(csrf && { 'x-csrftoken': csrf }),
    ...(viewerId && { 'x-viewer': String(viewerId) }),
  };
}

function prepare(endpoint: AnyEndpoint, options: CallOptions<AnyEndpoint>): PreparedRequest {
  const headers: Record<string, string> = { accept: 'application/json', ...sessionHeaders(options.viewerId) };
  if (options.idempotencyKey) headers['idempotency-key'] = options.idempotencyKey;

  let body: BodyInit | undefined;
  if (endpoint.multipart || options.files) body = buildForm(options.body, options.files);
  else if (options.body !== undefined) {
    headers['content-type'] = 'application/json';
    body = JSON.stringify(options.body);
  }
  return { method: endpoint.method, url: buildUrl(endpoint.path, options.params, options.query), headers, body };
}

async function send(request: PreparedRequest, signal?: AbortSignal, keepalive = false): Promise<RawResponse> {
  const { url, ...init } = request;
  try {
    const response = await fetch(url, { ...init, signal: signal ?? null, keepalive });
    return { status: response.status, text: await response.text() };
  } catch (error) {
    if (error instanceof DOMException && error.name === 'AbortError') throw error;
    throw new ApiError(0, NETWORK);
  }
}

async function upload(
  request: PreparedRequest,
  onProgress: (share: number) => void,
  signal?: AbortSignal,
): Promise<RawResponse> {
  const { sendWithProgress } = await import('./send-with-progress.ts').catch(() => {
    throw new ApiError(0, NETWORK);
  });
  signal?.throwIfAborted();
  return sendWithProgress(request, onProgress, signal);
}

let refreshing: Promise<boolean> | null = null;
let endReason: unknown;

/** Concurrent requests share one refresh of the session. */
function refreshSession(): Promise<boolean> {
  refreshing ??= send({
    method: 'POST',
    url: '/api/auth/refresh',
    headers: {
      accept: 'application/json',
      'content-type': 'application/json',
      'x-csrftoken': readCookie(CSRF_COOKIE) ?? '',
    },
    body: '{}',
  })
    .then(
      ({ status, text }) => {
        if (status !== 200) endReason = (parseJson(text) as ErrorBody | undefined)?.reason;
        return status === 200;
      },
      () => false,
    )
    .finally(() => {
      refreshing = null;
    });
  return refreshing;
}

/** Why the session of this page ended, as the server told it to whoever holds its token. */
export async function findEndReason(): Promise<unknown> {
  if (endReason === undefined && readCookie(CSRF_COOKIE) !== undefined) await refreshSession();
  return endReason;
}

export function parseJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

/**
 * Calls the API from the browser.
 *
 * Refreshes an expired session once and repeats the request; if that fails and the endpoint needs a session, redirects
 * to sign-in. Throws an {@link ApiError} for every failure; its message is empty when the network failed.
 */
export async function call<E extends AnyEndpoint>(endpoint: E, options: CallOptions<E> = {}): Promise<ResponseOf<E>> {
  const { onProgress, signal } = options;
  const attempt = (): Promise<RawResponse> => {
    const request = prepare(endpoint, options as CallOptions<AnyEndpoint>);
    return onProgress ? upload(request, onProgress, signal) : send(request, signal, options.keepalive);
  };

  let response = await attempt();
  // A rejected sign-in does not mean that the session has expired.
  const isSignIn = endpoint.access === 'public' && endpoint.path.startsWith('/api/auth');
  if (response.status === 401 && readCookie(CSRF_COOKIE) !== undefined && !isSignIn) {
    if (await refreshSession()) response = await attempt();
    else if (endpoint.access !== 'public' && !options.isQuiet)
      await (await import('./signed-out.ts')).redirectToSignIn(endReason);
  }

  const body = parseJson(response.text);
  if (response.status >= 200 && response.status < 300) return body as ResponseOf<E>;
  const refusal = (body as ErrorBody | undefined) ?? NETWORK;
  if (refusal.code === 'acceptance_required') askAcceptance();
  throw new ApiError(response.status, refusal);
}

/** The message of the refusal says the same where the dialog cannot be loaded. */
function askAcceptance(): void {
  loadSlot('askAcceptance').then(
    (ask) => ask(),
    () => {},
  );
}
