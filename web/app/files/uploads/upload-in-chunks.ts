import type { UploadPurpose } from '@app/contract/files/uploads';
import type { ErrorBody } from '@app/contract/platform/endpoint';
import type { DetailedError, Upload as TusUpload } from 'tus-js-client';
import { UPLOADS_PATH, uploadsApi } from '#contract/files/uploads';
import { ApiError, NETWORK } from '../../platform/api-error.ts';
import { call } from '../../platform/call.ts';
import { fileFingerprint } from './file-fingerprint.ts';
import { limitConcurrency } from './limit-concurrency.ts';
import { untilOnline, waitFor } from './until-online.ts';
import { uploadMemory } from './upload-memory.ts';
import { PAUSED, type UploadOptions } from './upload-options.ts';

const CHUNK_BYTES = 5 * 1024 * 1024;
/** Browsers open six connections to a site: the page needs some, too. */
const AT_ONCE = 3;
const FIRST_DELAY_MS = 500;
const DELAY_MAX_MS = 20_000;
/** A connection that takes nothing for so long is dead, whatever the browser thinks. */
const STALL_MS = 30_000;
/** So many attempts in a row that bring nothing, with a network there: some eight minutes. */
const ATTEMPTS_MAX = 30;
/** The server is busy, restarting, or still has the broken connection before this one. */
const TRANSIENT_STATUSES = new Set([0, 408, 409, 423, 425, 429, 500, 502, 503, 504]);
/** Among them those that the protocol means otherwise than our own refusals, which come with words for people. */
const PROTOCOL = new Set([409, 423]);
const GONE = new Set([404, 410]);
const UPLOAD_ID = /[0-9a-f]{32}$/;

const limitUploads = limitConcurrency(AT_ONCE);
/** What is being sent from this page: the same file chosen twice becomes two uploads. */
const running = new Set<string>();
/** What was answered once is taken once. */
const finishedUrls = new Set<string>();

function readCookie(name: string): string {
  const start = `${name}=`;
  const pair = document.cookie.split('; ').find((part) => part.startsWith(start));
  return pair === undefined ? '' : decodeURIComponent(pair.slice(start.length));
}

/** As `call` sends them; read for every request, because a refreshed session has another token. */
function headersFor(viewerId: number | undefined): Record<string, string> {
  const lang = document.documentElement.lang;
  const csrf = readCookie('csrftoken');
  return {
    ...(lang && { 'accept-language': lang }),
    ...(csrf && { 'x-csrftoken': csrf }),
    ...(viewerId && { 'x-viewer': String(viewerId) }),
  };
}

/** Only one tab goes on with an upload; where browsers cannot tell, each page looks after itself. */
async function withUploadLock<T>(key: string, task: (isAlone: boolean) => Promise<T>): Promise<T> {
  if (running.has(key)) return task(false);
  running.add(key);
  try {
    if (navigator.locks === undefined) return await task(true);
    return await navigator.locks.request(`okolo upload ${key}`, { ifAvailable: true }, (lock) => task(lock !== null));
  } finally {
    running.delete(key);
  }
}

/** What {@link startUpload} loads with the first upload. */
export async function uploadInChunks(
  file: File,
  purpose: UploadPurpose,
  options: UploadOptions,
): Promise<{ upload_id: string }> {
  const { signal, viewerId, onWaiting } = options;
  const key = [viewerId ?? 0, purpose, await fileFingerprint(file)].join(' ');
  signal?.throwIfAborted();
  return withUploadLock(key, async (isAlone) => {
    onWaiting?.(true);
    return limitUploads(signal, () => {
      onWaiting?.(false);
      return uploadUntilDone({ file, purpose, options, key: isAlone ? key : null });
    });
  });
}

interface ResumableUpload {
  file: File;
  purpose: UploadPurpose;
  options: UploadOptions;
  /** Under which it is remembered; null when somebody else sends the same. */
  key: string | null;
}

async function findRememberedUrl(key: string | null): Promise<string | null> {
  const url = key === null ? undefined : await uploadMemory.find(key);
  return url === undefined || finishedUrls.has(url) ? null : url;
}

/** Try until it is there, refused, or called off. */
async function uploadUntilDone(upload: ResumableUpload): Promise<{ upload_id: string }> {
  const { options, key } = upload;
  const { signal, viewerId, onWaiting } = options;
  let url = await findRememberedUrl(key);
  let failures = 0;
  let isRefreshed = false;
  let reached = 0;
  for (;;) {
    const attempt = await attemptOnce(upload, url);
    url = attempt.url;
    if (signal?.aborted) {
      if (signal.reason !== PAUSED) cancelUpload(url, key, viewerId);
      throw signal.reason;
    }
    if (attempt.status === 'done') return toUploadResult(attempt.url);
    // A connection that breaks within every part still brings the upload on.
    if (attempt.hasMoved || attempt.startedAt > reached) {
      failures = 0;
      isRefreshed = false;
    }
    reached = Math.max(reached, attempt.startedAt);
    const { error } = attempt;
    if (GONE.has(error.status) && url !== null) {
      // Forgotten or taken by now: from the beginning.
      url = null;
      reached = 0;
      failures += 1;
      if (failures > ATTEMPTS_MAX) throw error;
      if (key !== null) await uploadMemory.remove(key);
      continue;
    }
    if (error.status === 401 && !isRefreshed) {
      isRefreshed = true;
      // Any call refreshes the session, or leads to sign-in.
      await call(uploadsApi.list, { viewerId });
      continue;
    }
    failures += 1;
    if (!isTransient(error) || failures > ATTEMPTS_MAX) throw error;
    onWaiting?.(true);
    try {
      await (navigator.onLine ? waitFor(delayOf(failures), signal) : untilOnline(signal));
    } catch (reason) {
      if (reason !== PAUSED) cancelUpload(url, key, viewerId);
      throw reason;
    }
    onWaiting?.(false);
  }
}

const isTransient = ({ status, message }: ApiError): boolean =>
  TRANSIENT_STATUSES.has(status) && !(PROTOCOL.has(status) && message !== '');

/** Ever longer, and never all visitors of a restarted server at the same moment. */
function delayOf(failures: number): number {
  const whole = Math.min(DELAY_MAX_MS, FIRST_DELAY_MS * 2 ** (failures - 1));
  return whole / 2 + (Math.random() * whole) / 2;
}

function toUploadResult(url: string): { upload_id: string } {
  const [upload_id] = UPLOAD_ID.exec(new URL(url, window.location.href).pathname) ?? [];
  if (upload_id === undefined) throw new ApiError(0, NETWORK);
  finishedUrls.add(url);
  return { upload_id };
}

/** Nobody waits for it: what is left over goes after a day. */
function cancelUpload(url: string | null, key: string | null, viewerId: number | undefined): void {
  if (key !== null) void uploadMemory.remove(key);
  if (url === null) return;
  void fetch(url, { method: 'DELETE', headers: { 'tus-resumable': '1.0.0', ...headersFor(viewerId) } }).catch(
    () => undefined,
  );
}

type Attempt = {
  /** Whether a whole part went through. */
  hasMoved: boolean;
  /** What the server had when it began. */
  startedAt: number;
} & ({ status: 'done'; url: string } | { status: 'failed'; url: string | null; error: ApiError });

const NO_PROGRESS = { hasMoved: false, startedAt: 0 };

const isFromTus = (error: Error): error is DetailedError => 'originalResponse' in error;

function toApiError(error: Error): ApiError {
  const response = isFromTus(error) ? error.originalResponse : null;
  if (response === null) return new ApiError(0, NETWORK);
  const status = response.getStatus();
  try {
    const body: Partial<ErrorBody> = JSON.parse(response.getBody());
    if (typeof body.message === 'string') return new ApiError(status, { ...NETWORK, ...body });
  } catch {
    // Words of the protocol, which are not for people.
  }
  return new ApiError(status, NETWORK);
}

/** Send until the first break. */
async function attemptOnce({ file, purpose, options, key }: ResumableUpload, from: string | null): Promise<Attempt> {
  const { Upload } = await import('tus-js-client').catch(() => ({ Upload: null }));
  if (Upload === null) return { status: 'failed', url: from, error: new ApiError(0, NETWORK), ...NO_PROGRESS };
  const { signal, viewerId, onProgress } = options;
  return new Promise((resolve) => {
    let url = from;
    let hasMoved = false;
    let startedAt: number | undefined;
    let stall: ReturnType<typeof setTimeout> | undefined;
    const upload: TusUpload = new Upload(file, {
      // A known upload that the server does not find is begun anew here, not by the library: it would do so for a busy server, too.
      ...(from === null ? { endpoint: new URL(UPLOADS_PATH, window.location.href).href } : { uploadUrl: from }),
      metadata: { purpose, filename: file.name },
      chunkSize: CHUNK_BYTES,
      retryDelays: null,
      storeFingerprintForResuming: false,
      onBeforeRequest(request) {
        for (const [name, value] of Object.entries(headersFor(viewerId))) request.setHeader(name, value);
      },
      onUploadUrlAvailable() {
        url = upload.url;
        if (url !== null && key !== null) void uploadMemory.save(key, url);
      },
      onProgress(sent, total) {
        watchStall();
        startedAt ??= sent;
        onProgress?.(total === 0 ? 1 : sent / total);
      },
      onChunkComplete() {
        hasMoved = true;
      },
      onSuccess: () => finish(null),
      onError: finish,
    });

    function finish(error: Error | null): void {
      clearTimeout(stall);
      window.removeEventListener('offline', breakOff);
      signal?.removeEventListener('abort', breakOff);
      const method = { url, hasMoved, startedAt: startedAt ?? 0 };
      if (error === null && url !== null) resolve({ ...method, status: 'done', url });
      else resolve({ ...method, status: 'failed', error: toApiError(error ?? new Error('No address')) });
    }
    function breakOff(): void {
      void upload.abort().catch(() => undefined);
      finish(new Error('Broken off'));
    }
    function watchStall(): void {
      clearTimeout(stall);
      stall = setTimeout(breakOff, STALL_MS);
    }

    signal?.addEventListener('abort', breakOff);
    window.addEventListener('offline', breakOff);
    if (signal?.aborted) return breakOff();
    watchStall();
    upload.start();
  });
}
