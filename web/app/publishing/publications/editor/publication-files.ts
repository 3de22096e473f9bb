import type { PublicationFile, PublicationFileEvent } from '@app/contract/publishing/publications';
import { publicationsApi } from '#contract/publishing/publications';
import { preparePhoto } from '../../../files/media/prepare-photo.ts';
import { retryUntilAborted } from '../../../files/uploads/retry-until-aborted.ts';
import { startUpload } from '../../../files/uploads/start-upload.ts';
import { PAUSED } from '../../../files/uploads/upload-options.ts';
import { isApiError } from '../../../platform/api-error.ts';
import { call } from '../../../platform/call.ts';
import { randomKey } from '../../../platform/random-key.ts';
import type { DraftFile, DraftStore } from './draft-store.ts';
import { type FileKind, pickFiles, type RejectedFile } from './pick-files.ts';

/** `missing`: the upload was interrupted by leaving the page, and the file must be chosen again. */
export type FileState = 'preparing' | 'waiting' | 'sending' | 'storing' | 'stored' | 'failed' | 'missing';

export interface FormFile extends DraftFile {
  src: string;
  film: string;
  state: FileState;
  share: number;
  /** Reason of the failure, from the server where available. */
  failure: string;
  isUnreadable: boolean;
}

/** Files up to this size in bytes are sent in one request instead of chunks. */
const AT_ONCE_MAX_BYTES = 1024 * 1024;

interface PublicationFilesOptions {
  viewerId: number;
  store: DraftStore;
}

export interface PublicationFiles {
  get(): readonly FormFile[];
  subscribe(listener: () => void): () => void;
  /** Adds files that the server stores already. */
  adopt(stored: readonly PublicationFile[]): void;
  restore(draftFiles: readonly DraftFile[]): Promise<void>;
  add(chosen: readonly File[]): RejectedFile[];
  remove(key: string): void;
  move(key: string, to: number): void;
  setAlt(key: string, alt: string): void;
  setPoster(key: string, posterMs: number): void;
  retry(key: string): void;
  /** Assigns a chosen file to a missing entry; returns false when it is another file. */
  choose(key: string, file: File): boolean;
  applyEvent(event: Pick<PublicationFileEvent, 'file_id' | 'state' | 'progress'>): void;
  update(stored: PublicationFile): void;
  /** Resolves with true when all files are stored, with false when one failed. */
  waitUntilStored(signal?: AbortSignal): Promise<boolean>;
  /** Stops uploads when the page is left; uploaded chunks stay on the server. */
  pause(): void;
  resume(): void;
}

const isMoving = ({ state }: FormFile): boolean => state !== 'stored' && state !== 'failed' && state !== 'missing';

/** Files of a draft. Each file is uploaded in the background at once and resumes after interruptions. */
export function createPublicationFiles({ viewerId, store }: PublicationFilesOptions): PublicationFiles {
  let files: readonly FormFile[] = [];
  const bytes = new Map<string, File>();
  const running = new Map<string, AbortController>();
  const listeners = new Set<() => void>();

  function setFiles(next: readonly FormFile[]): void {
    files = next;
    for (const listener of [...listeners]) listener();
  }
  function change(key: string, part: Partial<FormFile>): void {
    setFiles(files.map((file) => (file.key === key ? { ...file, ...part } : file)));
  }
  const find = (key: string): FormFile | undefined => files.find((file) => file.key === key);

  function revokeUrls({ src, film }: FormFile): void {
    for (const url of new Set([src, film])) if (url.startsWith('blob:')) URL.revokeObjectURL(url);
  }

  function createUrls(kind: FileKind, file: File): Pick<FormFile, 'src' | 'film'> {
    const url = URL.createObjectURL(file);
    return kind === 'photo' ? { src: url, film: '' } : { src: '', film: url };
  }

  function createFile(kind: FileKind, file: File): FormFile {
    const key = randomKey();
    bytes.set(key, file);
    void store.saveFile(key, file);
    return {
      key,
      kind,
      name: file.name,
      bytes: file.size,
      sendKey: randomKey(),
      alt: '',
      posterMs: null,
      stored: null,
      ...createUrls(kind, file),
      state: 'waiting',
      share: 0,
      failure: '',
      isUnreadable: false,
    };
  }

  /** Converts a photo to what the server accepts: phones produce HEIC and very large images. */
  async function prepare(key: string, file: File): Promise<File | null> {
    if (find(key)?.kind !== 'photo') return file;
    change(key, { state: 'preparing' });
    const ready = await preparePhoto(file);
    if (ready !== null && ready !== file) {
      const known = find(key);
      if (known) {
        revokeUrls(known);
        change(key, createUrls('photo', ready));
      }
    }
    return ready;
  }

  async function upload(key: string, file: File, signal: AbortSignal, isAgain = false): Promise<PublicationFile> {
    const onProgress = (share: number): void => change(key, { state: 'sending', share });
    const onWaiting = (isWaiting: boolean): void => change(key, { state: isWaiting ? 'waiting' : 'sending' });
    const idempotencyKey = find(key)?.sendKey ?? randomKey();
    const options = { idempotencyKey, viewerId, signal };
    if (file.size <= AT_ONCE_MAX_BYTES) {
      return retryUntilAborted(() => call(publicationsApi.uploadFile, { ...options, files: { file }, onProgress }), {
        signal,
        onWaiting,
      });
    }
    const { upload_id } = await startUpload(file, 'post', { signal, viewerId, onProgress, onWaiting });
    change(key, { state: 'storing', share: 1 });
    try {
      return await retryUntilAborted(() => call(publicationsApi.uploadFile, { ...options, body: { upload_id } }), {
        signal,
      });
    } catch (error) {
      // Another page consumed the upload or the upload expired, so it starts again from the beginning.
      if (isAgain || !isApiError(error) || error.body.code !== 'upload_not_found') throw error;
      change(key, { sendKey: randomKey() });
      return upload(key, file, signal, true);
    }
  }

  async function send(key: string): Promise<void> {
    const chosen = bytes.get(key);
    if (!chosen || running.has(key)) return;
    const control = new AbortController();
    running.set(key, control);
    const { signal } = control;
    change(key, { state: 'waiting', failure: '', isUnreadable: false, share: 0 });
    try {
      const ready = await prepare(key, chosen);
      if (signal.aborted) return;
      if (ready === null) {
        change(key, { state: 'failed', isUnreadable: true });
        return;
      }
      const stored = await upload(key, ready, signal);
      if (signal.aborted) return;
      change(key, { state: 'stored', stored, share: 1 });
      void store.removeFile(key);
    } catch (error) {
      if (signal.aborted) return;
      change(key, { state: 'failed', failure: isApiError(error) ? error.body.message : '' });
    } finally {
      if (running.get(key) === control) running.delete(key);
    }
  }

  function update(stored: PublicationFile): void {
    setFiles(
      files.map((file) =>
        file.stored?.id === stored.id
          ? {
              ...file,
              stored,
              src: file.src.startsWith('blob:') ? file.src : stored.preview,
              film: file.film || stored.url,
            }
          : file,
      ),
    );
  }

  return {
    get: () => files,
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    adopt(stored) {
      setFiles(
        stored.map((file) => ({
          key: `stored-${file.id}`,
          kind: file.kind,
          name: '',
          bytes: 0,
          sendKey: '',
          alt: file.alt,
          posterMs: null,
          stored: file,
          src: file.preview,
          film: file.kind === 'video' ? file.url : '',
          state: 'stored',
          share: 1,
          failure: '',
          isUnreadable: false,
        })),
      );
    },
    async restore(draftFiles) {
      const found = await Promise.all(
        draftFiles.map(async (one): Promise<FormFile> => {
          const base = { ...one, share: 0, failure: '', isUnreadable: false };
          if (one.stored) {
            const { preview, url, kind } = one.stored;
            return { ...base, src: preview, film: kind === 'video' ? url : '', state: 'stored', share: 1 };
          }
          const file = await store.file(one.key);
          if (!file) return { ...base, src: '', film: '', state: 'missing' };
          bytes.set(one.key, file);
          return { ...base, ...createUrls(one.kind, file), state: 'waiting' };
        }),
      );
      setFiles(found);
      for (const { key, state } of found) if (state === 'waiting') void send(key);
    },
    add(chosen) {
      const picked = pickFiles(chosen, { kind: files[0]?.kind ?? 'photo', count: files.length });
      const fresh = picked.accepted.map((file) => createFile(picked.kind, file));
      if (fresh.length > 0) setFiles([...files, ...fresh]);
      for (const { key } of fresh) void send(key);
      return picked.rejected;
    },
    remove(key) {
      const gone = find(key);
      if (!gone) return;
      running.get(key)?.abort();
      running.delete(key);
      bytes.delete(key);
      void store.removeFile(key);
      revokeUrls(gone);
      setFiles(files.filter((file) => file !== gone));
    },
    move(key, to) {
      const moved = find(key);
      if (!moved) return;
      const rest = files.filter((file) => file !== moved);
      const place = Math.max(0, Math.min(rest.length, to));
      setFiles([...rest.slice(0, place), moved, ...rest.slice(place)]);
    },
    setAlt: (key, alt) => change(key, { alt }),
    setPoster: (key, posterMs) => change(key, { posterMs }),
    retry: (key) => void send(key),
    choose(key, file) {
      const lost = find(key);
      // Compares only the size, because phones name the same file differently each time.
      if (!lost || lost.bytes !== file.size) return false;
      bytes.set(key, file);
      change(key, { ...createUrls(lost.kind, file), state: 'waiting' });
      void store.saveFile(key, file);
      void send(key);
      return true;
    },
    applyEvent({ file_id, state, progress }) {
      const known = files.find(({ stored }) => stored?.id === file_id)?.stored;
      if (known) update({ ...known, state, progress });
    },
    update,
    waitUntilStored(signal) {
      return new Promise((resolve, reject) => {
        const check = (): void => {
          if (files.some(isMoving)) return;
          leave();
          resolve(files.every(({ state }) => state === 'stored'));
        };
        const stop = (): void => {
          leave();
          reject(signal?.reason);
        };
        const leave = (): void => {
          listeners.delete(check);
          signal?.removeEventListener('abort', stop);
        };
        listeners.add(check);
        signal?.addEventListener('abort', stop);
        check();
      });
    },
    pause() {
      for (const control of running.values()) control.abort(PAUSED);
      running.clear();
    },
    resume() {
      for (const file of files) if (isMoving(file)) void send(file.key);
    },
  };
}

export function toDraftFiles(files: readonly FormFile[]): DraftFile[] {
  return files.map(({ key, kind, name, bytes, sendKey, alt, posterMs, stored }) => ({
    key,
    kind,
    name,
    bytes,
    sendKey,
    alt,
    posterMs,
    stored,
  }));
}
