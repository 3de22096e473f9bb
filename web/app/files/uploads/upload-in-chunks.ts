import type { UploadPurpose } from '@app/contract/files/uploads';
import type { ErrorBody } from '@app/contract/platform/endpoint';
import type { DetailedError, Upload as TusUpload } from 'tus-js-client';
import { UPLOADS_PATH, uploadsApi } from '#contract/files/uploads';
import { ApiError, NETWORK } from '../../platform/api-error.ts';
import { call, sessionHeaders } from '../../platform/call.ts';
import { fileFingerprint } from './file-fingerprint.ts';
import { limitConcurrency } from './limit-concurrency.ts';
import { waitToRetry } from './until-online.ts';
import { uploadMemory } from './upload-memory.ts';
import { PAUSED, type UploadOptions } from './upload-options.ts';

const CHUNK_BYTES = 5 * 1024 * 1024;
/** Browsers open six HTTP/1.1 connections per host; the rest is left for the page. */
const AT_ONCE = 3;
const FIRST_DELAY_MS = 500;
const DELAY_MAX_MS = 20_000;
/** Milliseconds without progress after which a connection counts as dead. */
const STALL_MS = 30_000;
/** Consecutive attempts without progress while online; about eight minutes in all. */
const ATTEMPTS_MAX = 30;
/** The server is busy, restarting, or still holds the previous broken connection. */
const TRANSIENT_STATUSES = new Set([0, 408, 409, 423, 425, 429, 500, 502, 503, 504]);
/** Statuses that mean something else in the tus protocol than in our API, whose errors have a message for users. */
const PROTOCOL = new Set([409, 423]);
const GONE = new Set([404, 410]);
const UPLOAD_ID = /[0-9a-f]{32}$/;

const limitUploads = limitConcurrency(AT_ONCE);
/** Keys of uploads running on this page; the same file chosen twice becomes two uploads. */
const running = new Set<string>();
/** Each finished upload is returned only once. */
const finishedUrls = new Set<string>();

/** Web Lock that lets only one tab continue an upload; without Web Locks each page acts alone. */
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
  key: string | null;
}

async function findRememberedUrl(key: string | null): Promise<string | null> {
  const url = key === null ? undefined : await uploadMemory.find(key);
  return url === undefined || finishedUrls.has(url) ? null : url;
}

async function uploadUntilDone(upload: ResumableUpload): Promise<{ upload_id: string }> {
  const { options, key } = upload;
  const { signal, viewerId, onWaiting } = options;
  let url = await findRememberedUrl(key);
  let failures = 0;
  let isRefreshed = false;
  let reached = 0;
  try {
    for (;;) {
      const attempt = await attemptOnce(upload, url);
      url = attempt.url;
      signal?.throwIfAborted();
      if (attempt.status === 'done') return toUploadResult(attempt.url);
      // An attempt with progress resets the failure count, even if no chunk was completed.
      if (attempt.hasMoved || attempt.startedAt > reached) {
        failures = 0;
        isRefreshed = false;
      }
      reached = Math.max(reached, attempt.startedAt);
      const { error } = attempt;
      if (error.status === 401 && !isRefreshed) {
        isRefreshed = true;
        // Any request made by `call` refreshes the session or redirects to sign-in.
        await call(uploadsApi.list, { viewerId });
        continue;
      }
      failures += 1;
      const isGone = GONE.has(error.status) && url !== null;
      if (failures > ATTEMPTS_MAX || !(isGone || isTransient(error))) throw error;
      if (isGone) {
        // The upload has expired or was consumed, so it starts from the beginning.
        url = null;
        reached = 0;
        if (key !== null) await uploadMemory.remove(key);
        continue;
      }
      onWaiting?.(true);
      await waitToRetry(failures, FIRST_DELAY_MS, DELAY_MAX_MS, signal);
      onWaiting?.(false);
    }
  } catch (error) {
    if (signal?.aborted && signal.reason !== PAUSED) cancelUpload(url, key, viewerId);
    throw error;
  }
}

const isTransient = ({ status, message }: ApiError): boolean =>
  TRANSIENT_STATUSES.has(status) && !(PROTOCOL.has(status) && message !== '');

function toUploadResult(url: string): { upload_id: string } {
  const [upload_id] = UPLOAD_ID.exec(new URL(url, window.location.href).pathname) ?? [];
  if (upload_id === undefined) throw new ApiError(0, NETWORK);
  finishedUrls.add(url);
  return { upload_id };
}

/** Not awaited; the server deletes leftover uploads after a day. */
function cancelUpload(url: string | null, key: string | null, viewerId: number | undefined): void {
  if (key !== null) void uploadMemory.remove(key);
  if (url === null) return;
  void fetch(url, { method: 'DELETE', headers: { 'tus-resumable': '1.0.0', ...sessionHeaders(viewerId) } }).catch(
    () => undefined,
  );
}

type Attempt = {
  hasMoved: boolean;
  /** Offset on the server when the attempt began. */
  startedAt: number;
} & ({ status: 'done'; url: string } | { status: 'failed'; url: string | null; error: ApiError });

const isFromTus = (error: Error): error is DetailedError => 'originalResponse' in error;

function toApiError(error: Error): ApiError {
  const response = isFromTus(error) ? error.originalResponse : null;
  if (response === null) return new ApiError(0, NETWORK);
  const status = response.getStatus();
  try {
    const body: Partial<ErrorBody> = JSON.parse(response.getBody());
    if (typeof body.message === 'string') return new ApiError(status, { ...NETWORK, ...body });
  } catch {
    // The response is a protocol error without a message for users.
  }
  return new ApiError(status, NETWORK);
}

async function attemptOnce({ file, purpose, options, key }: ResumableUpload, from: string | null): Promise<Attempt> {
  const { Upload } = await import('tus-js-client').catch(() => ({ Upload: null }));
  if (Upload === null)
    return { status: 'failed', url: from, error: new ApiError(0, NETWORK), hasMoved: false, startedAt: 0 };
  const { signal, viewerId, onProgress } = options;
  return new Promise((resolve) => {
    let url = from;
    let hasMoved = false;
    let startedAt: number | undefined;
    let stall: ReturnType<typeof setTimeout> | undefined;
    const upload: TusUpload = new Upload(file, {
      // An upload that the server does not find is restarted by this code and not by the library, which would also
      // restart when the server is busy.
      ...(from === null ? { endpoint: new URL(UPLOADS_PATH, window.location.href).href } : { uploadUrl: from }),
      metadata: { purpose, filename: file.name },
      chunkSize: CHUNK_BYTES,
      retryDelays: null,
      storeFingerprintForResuming: false,
      onBeforeRequest(request) {
        for (const [name, value] of Object.entries(sessionHeaders(viewerId))) request.setHeader(name, value);
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
      const moved = { hasMoved, startedAt: startedAt ?? 0 };
      if (error === null && url !== null) resolve({ ...moved, status: 'done', url });
      else resolve({ ...moved, status: 'failed', url, error: toApiError(error ?? new Error('No address')) });
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
