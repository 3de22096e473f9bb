import type { PublicationFile, PublicationFileEvent } from '@app/contract/publishing/publications';
import { preparePhoto } from '../../../files/media/prepare-photo.ts';
import { PAUSED } from '../../../files/uploads/upload-options.ts';
import { isApiError } from '../../../platform/api-error.ts';
import { randomKey } from '../../../platform/random-key.ts';
import { createStore } from '../../../platform/state-machine.ts';
import type { DraftFile, DraftStore } from './draft-store.ts';
import {
  createUrls,
  type FormFile,
  isUploading,
  moveFile,
  revokeUrls,
  toNewFile,
  toRestoredFile,
  toStoredFile,
  updateStoredFile,
} from './form-file.ts';
import { type FileKind, pickFiles, type RejectedFile } from './pick-files.ts';
import { uploadPublicationFile } from './upload-publication-file.ts';

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

interface FileList {
  get: () => readonly FormFile[];
  find: (key: string) => FormFile | undefined;
  set: (files: readonly FormFile[]) => void;
  change: (key: string, part: Partial<FormFile>) => void;
  subscribe: (listener: () => void) => () => void;
}

function createFileList(): FileList {
  const { state: get, set, subscribe } = createStore<readonly FormFile[]>([]);
  return {
    get,
    set,
    subscribe,
    find: (key) => get().find((file) => file.key === key),
    change: (key, part) => set(get().map((file) => (file.key === key ? { ...file, ...part } : file))),
  };
}

/** Uploads files of the list, each once at a time. */
function createUploads(list: FileList, { viewerId, store }: PublicationFilesOptions) {
  const bytes = new Map<string, File>();
  const running = new Map<string, AbortController>();

  /** Converts a photo to what the server accepts: phones produce HEIC and very large images. */
  async function prepare(key: string, file: File): Promise<File | null> {
    if (list.find(key)?.kind !== 'photo') return file;
    list.change(key, { state: 'preparing' });
    const ready = await preparePhoto(file);
    const known = list.find(key);
    if (ready !== null && ready !== file && known) {
      revokeUrls(known);
      list.change(key, createUrls('photo', ready));
    }
    return ready;
  }

  async function upload(key: string, chosen: File, signal: AbortSignal): Promise<void> {
    list.change(key, { state: 'waiting', failure: '', isUnreadable: false, share: 0 });
    const ready = await prepare(key, chosen);
    if (signal.aborted) return;
    if (ready === null) {
      list.change(key, { state: 'failed', isUnreadable: true });
      return;
    }
    const sendKey = list.find(key)?.sendKey ?? randomKey();
    const onChange = (part: Partial<FormFile>): void => list.change(key, part);
    const stored = await uploadPublicationFile(ready, { viewerId, sendKey, signal, onChange });
    if (signal.aborted) return;
    list.change(key, { state: 'stored', stored, share: 1 });
    void store.removeFile(key);
  }

  return {
    hold: (key: string, file: File) => void bytes.set(key, file),
    async send(key: string): Promise<void> {
      const chosen = bytes.get(key);
      if (!chosen || running.has(key)) return;
      const control = new AbortController();
      running.set(key, control);
      try {
        await upload(key, chosen, control.signal);
      } catch (error) {
        if (control.signal.aborted) return;
        list.change(key, { state: 'failed', failure: isApiError(error) ? error.body.message : '' });
      } finally {
        if (running.get(key) === control) running.delete(key);
      }
    },
    drop(key: string): void {
      running.get(key)?.abort();
      running.delete(key);
      bytes.delete(key);
    },
    pause(): void {
      for (const control of running.values()) control.abort(PAUSED);
      running.clear();
    },
  };
}

function waitUntilStored({ get, subscribe }: FileList, signal: AbortSignal | undefined): Promise<boolean> {
  return new Promise((resolve, reject) => {
    const check = (): void => {
      if (get().some(isUploading)) return;
      leave();
      resolve(get().every(({ state }) => state === 'stored'));
    };
    const stop = (): void => {
      leave();
      reject(signal?.reason);
    };
    const unsubscribe = subscribe(check);
    const leave = (): void => {
      unsubscribe();
      signal?.removeEventListener('abort', stop);
    };
    signal?.addEventListener('abort', stop);
    check();
  });
}

/** Files of a draft. Each file is uploaded in the background at once and resumes after interruptions. */
export function createPublicationFiles(options: PublicationFilesOptions): PublicationFiles {
  const { store } = options;
  const list = createFileList();
  const uploads = createUploads(list, options);

  function keep(key: string, file: File): void {
    uploads.hold(key, file);
    void store.saveFile(key, file);
  }

  function createFile(kind: FileKind, file: File): FormFile {
    const key = randomKey();
    keep(key, file);
    return toNewFile(kind, file, { key, sendKey: randomKey() });
  }

  async function restoreFile(draftFile: DraftFile): Promise<FormFile> {
    const file = draftFile.stored ? undefined : await store.file(draftFile.key);
    if (file) uploads.hold(draftFile.key, file);
    return toRestoredFile(draftFile, file ?? undefined);
  }

  const update = (stored: PublicationFile): void => list.set(updateStoredFile(list.get(), stored));

  return {
    get: list.get,
    subscribe: list.subscribe,
    adopt: (stored) => list.set(stored.map(toStoredFile)),
    async restore(draftFiles) {
      const found = await Promise.all(draftFiles.map(restoreFile));
      list.set(found);
      for (const { key, state } of found) if (state === 'waiting') void uploads.send(key);
    },
    add(chosen) {
      const files = list.get();
      const picked = pickFiles(chosen, { kind: files[0]?.kind ?? 'photo', count: files.length });
      const fresh = picked.accepted.map((file) => createFile(picked.kind, file));
      if (fresh.length > 0) list.set([...files, ...fresh]);
      for (const { key } of fresh) void uploads.send(key);
      return picked.rejected;
    },
    remove(key) {
      const gone = list.find(key);
      if (!gone) return;
      uploads.drop(key);
      void store.removeFile(key);
      revokeUrls(gone);
      list.set(list.get().filter((file) => file !== gone));
    },
    move: (key, to) => list.set(moveFile(list.get(), key, to)),
    setAlt: (key, alt) => list.change(key, { alt }),
    setPoster: (key, posterMs) => list.change(key, { posterMs }),
    retry: (key) => void uploads.send(key),
    choose(key, file) {
      const lost = list.find(key);
      // Compares only the size, because phones name the same file differently each time.
      if (!lost || lost.bytes !== file.size) return false;
      list.change(key, { ...createUrls(lost.kind, file), state: 'waiting' });
      keep(key, file);
      void uploads.send(key);
      return true;
    },
    applyEvent({ file_id, state, progress }) {
      const known = list.get().find(({ stored }) => stored?.id === file_id)?.stored;
      if (known) update({ ...known, state, progress });
    },
    update,
    waitUntilStored: (signal) => waitUntilStored(list, signal),
    pause: uploads.pause,
    resume() {
      for (const file of list.get()) if (isUploading(file)) void uploads.send(file.key);
    },
  };
}
