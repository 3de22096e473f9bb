import type { Message } from '@app/contract/messaging/chat';
import { MESSAGE_FILES_MAX } from '#contract/messaging/chat';
import { CHAT_FILE_MAX_BYTES } from '#contract/messaging/chat-files';
import { clientKey } from '../../../platform/client-key.ts';
import type { NewFile, NewMessage, Outgoing, OutgoingFile } from './chat-types.ts';
import { joinLeaderElection, type LeaderElection } from './leader-election.ts';
import { kindOf } from './measure-file.ts';
import { createFlusher, type Flusher, type FlusherOptions, withFile } from './outbox-flusher.ts';
import {
  type OutboxStore,
  openMemoryStore,
  type StoredBytes,
  type StoredFile,
  type StoredMessage,
} from './outbox-store.ts';
import { quoteOf } from './quote.ts';
import { SendError } from './send-failure.ts';
import type { OutgoingSource } from './thread-store.ts';

export interface Outbox extends OutgoingSource {
  subscribe(listener: (userId: number) => void): () => void;
  send(userId: number, message: NewMessage): Promise<string>;
  retry(key: string): Promise<void>;
  cancel(key: string): Promise<void>;
  retryFile(key: string, fileKey: string): Promise<void>;
  cancelFile(key: string, fileKey: string): Promise<void>;
  /** The socket delivered an own message, so it has arrived even if its response was lost. */
  confirm(key: string): void;
  listUserIds(): readonly number[];
  hasUnsent(): boolean;
  /** Whether messages exist only in this page and would be lost with it. */
  isFleeting(): boolean;
  isLeader(): boolean;
  poke(): void;
  close(): void;
}

type TabMessage =
  | { is: 'changed'; key: string }
  | { is: 'sending'; key: string; isSending: boolean }
  | { is: 'progress'; key: string; fileKey: string; sentBytes: number }
  | { is: 'sent'; key: string; userId: number; message: Message }
  | { is: 'abort'; key: string; fileKey?: string }
  | { is: 'poke' | 'tick' | 'tock' };

export interface OutboxOptions {
  viewerId: number;
  openStore(onGone: (isDeleted: boolean) => void): Promise<OutboxStore | undefined>;
  upload(
    file: StoredFile,
    bytes: StoredBytes,
    signal: AbortSignal,
    onProgress: (bytes: number) => void,
  ): Promise<number>;
  send: FlusherOptions['send'];
  measure(bytes: StoredBytes, file: StoredFile): Promise<Partial<StoredFile> & { poster: Blob | null }>;
  tooLarge(maxBytes: number): Promise<string>;
  onSent(userId: number, message: Message): void;
  onFleeting(): void;
  onFailed(): void;
  now(): number;
}

interface OutboxEntry {
  stored: StoredMessage;
  isFleeting: boolean;
  isSending: boolean;
  sentBytes: Map<string, number>;
  previews: Map<string, string>;
  message: Message | undefined;
  outgoing: Outgoing | undefined;
}

const FLEETING_FROM = 2 ** 50;
const TICK_MS = 1000;
/** Ticks without an answer after which the leader tab counts as dead. */
const MISSED_TICKS_MAX = 4;
/** Milliseconds that a sent message is shown at most until it appears in the thread. */
const SENT_SHOWN_MS = 30_000;
/** Milliseconds to wait for the response of a message that the socket has already confirmed. */
const CONFIRMED_MS = 3000;

/** The unsent messages of one user: stored in this browser, sent by the leader tab, shown in all tabs. */
export async function openOutbox(options: OutboxOptions): Promise<Outbox> {
  const { viewerId } = options;
  const name = `okolo-outbox-${viewerId}`;
  const entries = new Map<string, OutboxEntry>();
  /** Keys that the socket confirmed and whose response is still awaited. */
  const confirmed = new Set<string>();
  const known = new Set<string>();
  const listeners = new Set<(userId: number) => void>();
  const shown = new Map<number, readonly Outgoing[]>();
  const memory = openMemoryStore();
  let lasting: OutboxStore | undefined;
  let flusher: Flusher | undefined;
  let election: LeaderElection | undefined;
  let isClosed = false;
  let missedTicks = 0;
  const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel(name) : undefined;
  // In tests an open channel would keep the process running.
  (channel as { unref?(): void } | undefined)?.unref?.();

  const broadcast = (message: TabMessage): void => {
    if (!isClosed) channel?.postMessage(message);
  };
  const storeOf = (key: string): OutboxStore => (entries.get(key)?.isFleeting === false && lasting ? lasting : memory);

  function publish(userId: number): void {
    shown.delete(userId);
    for (const listener of listeners) listener(userId);
  }

  function of(userId: number): readonly Outgoing[] {
    const cached = shown.get(userId);
    if (cached !== undefined) return cached;
    const mine = [...entries.values()].filter(({ stored }) => stored.userId === userId);
    mine.sort((one, other) => one.stored.n - other.stored.n);
    const list = mine.map(outgoingOf);
    shown.set(userId, list);
    return list;
  }

  function touch(one: OutboxEntry): void {
    one.outgoing = undefined;
    publish(one.stored.userId);
  }

  function applyStored(key: string, found: StoredMessage | undefined, isFleeting: boolean): void {
    const before = entries.get(key);
    if (found === undefined) {
      if (before !== undefined && before.message === undefined) removeEntry(before);
      return;
    }
    // Messages stored by the page alone sort after those in the browser's store.
    const stored = isFleeting && found.n < FLEETING_FROM ? { ...found, n: FLEETING_FROM + found.n } : found;
    known.add(key);
    if (before === undefined) {
      const fresh: OutboxEntry = {
        stored,
        isFleeting,
        isSending: false,
        sentBytes: new Map(),
        previews: new Map(),
        message: undefined,
        outgoing: undefined,
      };
      entries.set(key, fresh);
      void showPreviews(fresh);
      touch(fresh);
      return;
    }
    if (stored.state === 'failed' && before.stored.state !== 'failed') options.onFailed();
    before.stored = stored;
    touch(before);
  }

  function removeEntry(one: OutboxEntry): void {
    entries.delete(one.stored.key);
    for (const url of one.previews.values()) URL.revokeObjectURL(url);
    publish(one.stored.userId);
  }

  async function reread(key: string): Promise<void> {
    if (entries.get(key)?.isFleeting) return applyStored(key, await memory.get(key), true);
    const stored = await lasting?.get(key).catch(() => undefined);
    applyStored(key, stored, false);
  }

  async function showPreviews(one: OutboxEntry): Promise<void> {
    for (const { key, kind } of one.stored.files) {
      if (one.previews.has(key) || kind === 'file') continue;
      const bytes = await storeOf(one.stored.key)
        .bytes(key)
        .catch(() => undefined);
      if (bytes === undefined || entries.get(one.stored.key) !== one || one.previews.has(key)) continue;
      one.previews.set(key, URL.createObjectURL(bytes.file));
      touch(one);
    }
  }

  function scheduleRemoval(one: OutboxEntry): void {
    const timer = setTimeout(() => removeEntry(one), SENT_SHOWN_MS);
    (timer as { unref?(): void }).unref?.();
  }

  function applySent(key: string, userId: number, message: Message): void {
    const one = entries.get(key);
    if (one !== undefined && one.message === undefined) {
      one.message = message;
      scheduleRemoval(one);
    }
    options.onSent(userId, message);
  }

  function openFlusher(store: OutboxStore): Flusher {
    return createFlusher({
      store,
      now: options.now,
      send: options.send,
      async upload(file, signal, item) {
        const bytes = await store.bytes(file.key);
        if (bytes === undefined) throw new SendError({ kind: 'final', code: 'gone', message: file.failure });
        const ready = file.isMeasured ? { file, bytes } : await measure(store, item, file, bytes);
        let reportedBytes = 0;
        const onProgress = (sent: number): void => {
          const sentBytes = Math.min(file.bytes, sent);
          const mustReport = sentBytes === file.bytes || sentBytes - reportedBytes >= file.bytes / 50;
          if (!mustReport) return;
          reportedBytes = sentBytes;
          progress(item.key, file.key, sentBytes);
          broadcast({ is: 'progress', key: item.key, fileKey: file.key, sentBytes });
        };
        onProgress(0);
        return options.upload(ready.file, ready.bytes, signal, onProgress);
      },
      onChange(key) {
        void reread(key);
        broadcast({ is: 'changed', key });
      },
      onSending(key, isSending) {
        sending(key, isSending);
        broadcast({ is: 'sending', key, isSending });
      },
      onSent({ key, userId }, message) {
        applySent(key, userId, message);
        broadcast({ is: 'sent', key, userId, message });
      },
    });
  }

  /** Measures a file once, because a repeated upload must be identical. */
  async function measure(
    store: OutboxStore,
    item: StoredMessage,
    file: StoredFile,
    bytes: StoredBytes,
  ): Promise<{ file: StoredFile; bytes: StoredBytes }> {
    const { poster, ...measures } = await options.measure(bytes, file);
    const change = { ...measures, isMeasured: true };
    const withPoster = { ...bytes, poster };
    await store.saveBytes(withPoster);
    await store.update(item.key, (now) => withFile(now, file.key, change));
    return { file: { ...file, ...change }, bytes: withPoster };
  }

  function progress(key: string, fileKey: string, sentBytes: number): void {
    const one = entries.get(key);
    if (one === undefined) return;
    one.sentBytes.set(fileKey, sentBytes);
    touch(one);
  }

  function sending(key: string, isSending: boolean): void {
    const one = entries.get(key);
    if (one === undefined) return;
    one.isSending = isSending;
    if (!isSending) one.sentBytes.clear();
    touch(one);
  }

  // In-memory messages of a chat are sent after those in the browser's store.
  const ownStore: OutboxStore = {
    ...memory,
    async next(userId) {
      const isFirst = (await lasting?.next(userId).catch(() => undefined)) === undefined;
      return isFirst ? memory.next(userId) : undefined;
    },
  };
  const ownFlusher = openFlusher(ownStore);

  function fallBack(): void {
    lasting?.close();
    lasting = undefined;
    election?.leave();
    election = undefined;
  }

  async function load(): Promise<void> {
    try {
      lasting = await options.openStore((isDeleted) => {
        fallBack();
        if (isDeleted) removeAllEntries();
        else void load().then(saveRest);
      });
      for (const stored of (await lasting?.list()) ?? []) applyStored(stored.key, stored, false);
    } catch {
      fallBack();
    }
    if (lasting !== undefined && !isClosed) joinElection();
  }

  function removeAllEntries(): void {
    for (const one of [...entries.values()]) removeEntry(one);
  }

  /** Stores known messages again after the browser lost its database. */
  async function saveRest(): Promise<void> {
    const there = new Set((await lasting?.list())?.map(({ key }) => key));
    for (const one of [...entries.values()]) {
      const { key, files } = one.stored;
      if (one.isFleeting || one.message !== undefined || there.has(key)) continue;
      removeEntry(one);
      if (files.length === 0) await addItem(one.stored, []);
      else options.onFailed();
    }
  }

  function joinElection(): void {
    election ??= joinLeaderElection(
      name,
      () => {
        if (lasting === undefined || isClosed) return;
        flusher = openFlusher(lasting);
        flusher.poke();
      },
      () => {
        flusher?.close();
        flusher = undefined;
      },
    );
  }

  function handleTabMessage(message: TabMessage): void {
    if (message.is === 'changed') {
      void reread(message.key);
      flusher?.tick();
      ownFlusher.tick();
    } else if (message.is === 'sending') sending(message.key, message.isSending);
    else if (message.is === 'progress') progress(message.key, message.fileKey, message.sentBytes);
    else if (message.is === 'sent') applySent(message.key, message.userId, message.message);
    else if (message.is === 'abort') flusher?.abort(message.key, message.fileKey);
    else if (message.is === 'tock') missedTicks = 0;
    else if (flusher !== undefined) {
      if (message.is === 'poke') flusher.resume();
      if (message.is === 'poke') flusher.poke();
      else flusher.tick();
      broadcast({ is: 'tock' });
    }
  }
  if (channel !== undefined) channel.onmessage = ({ data }: MessageEvent<TabMessage>) => handleTabMessage(data);

  function poke(): void {
    ownFlusher.resume();
    ownFlusher.poke();
    flusher?.resume();
    flusher?.poke();
    broadcast({ is: 'poke' });
  }

  /** Background tabs may be throttled, so the visible tab counts missed ticks and takes over from a dead leader. */
  function tick(): void {
    if (document.visibilityState === 'hidden' || flusher !== undefined || election === undefined) return;
    const isWaiting = [...entries.values()].some(
      ({ stored, isFleeting, message }) => !isFleeting && message === undefined && stored.state === 'waiting',
    );
    if (!isWaiting) {
      missedTicks = 0;
      return;
    }
    missedTicks += 1;
    if (missedTicks > MISSED_TICKS_MAX) {
      missedTicks = 0;
      election.takeOver();
    } else broadcast({ is: 'tick' });
  }
  const ticking = setInterval(tick, TICK_MS);
  (ticking as { unref?(): void }).unref?.();

  async function prepareFiles(message: NewMessage): Promise<[files: StoredFile[], bytes: StoredBytes[]]> {
    const bytes: StoredBytes[] = [];
    const files: StoredFile[] = [];
    for (const one of message.files.slice(0, MESSAGE_FILES_MAX)) {
      const file = fileOf(one);
      const maxBytes = CHAT_FILE_MAX_BYTES[file.kind];
      const isTooLarge = isOverLimit(file);
      files.push(isTooLarge ? { ...file, state: 'failed', failure: await options.tooLarge(maxBytes) } : file);
      // The bytes of a file over the limit are not stored, as it will never be sent.
      if (!isTooLarge) bytes.push({ key: file.key, file: one.file, poster: null });
    }
    return [files, bytes];
  }

  let queue: Promise<unknown> = Promise.resolve();

  async function addItem(item: Omit<StoredMessage, 'n'>, bytes: readonly StoredBytes[]): Promise<void> {
    const isAlone = [...entries.values()].some((one) => one.isFleeting && one.stored.userId === item.userId);
    try {
      if (lasting === undefined || isAlone) throw new Error('Nothing is kept here');
      applyStored(item.key, await lasting.add(item, bytes), false);
      broadcast({ is: 'changed', key: item.key });
      flusher?.tick();
    } catch {
      const stored = await memory.add(item, bytes);
      applyStored(item.key, stored, true);
      options.onFleeting();
      ownFlusher.tick();
    }
  }

  async function send(userId: number, message: NewMessage): Promise<string> {
    const key = clientKey();
    const task = queue.then(async () => {
      const [files, bytes] = await prepareFiles(message);
      const failed = files.find(({ state }) => state === 'failed');
      const item: Omit<StoredMessage, 'n'> = {
        key,
        userId,
        content: message.content,
        files,
        replyTo: message.replyTo ? quoteOf(message.replyTo) : null,
        cardKind: message.cardKind,
        cardId: message.cardId,
        boardId: message.boardId,
        silent: message.silent ?? false,
        createdAt: Date.now(),
        state: failed === undefined ? 'waiting' : 'failed',
        failure: failed?.failure ?? '',
        isSecondUpload: false,
      };
      await addItem(item, bytes);
      if (files.length > 0) requestPersistence();
    });
    queue = task.catch(() => undefined);
    await task;
    return key;
  }

  async function update(
    key: string,
    change: (item: StoredMessage) => StoredMessage,
  ): Promise<StoredMessage | undefined> {
    const one = entries.get(key);
    const next = await storeOf(key).update(key, change);
    applyStored(key, next, one?.isFleeting ?? false);
    broadcast({ is: 'changed', key });
    return next;
  }

  function go(): void {
    flusher?.tick();
    ownFlusher.tick();
    broadcast({ is: 'poke' });
  }

  function abort(key: string, fileKey?: string): void {
    flusher?.abort(key, fileKey);
    ownFlusher.abort(key, fileKey);
    broadcast(fileKey === undefined ? { is: 'abort', key } : { is: 'abort', key, fileKey });
  }

  async function remove(key: string): Promise<void> {
    const store = storeOf(key);
    await store.remove(key);
    applyStored(key, undefined, false);
    broadcast({ is: 'changed', key });
  }

  function confirm(key: string): void {
    const one = entries.get(key);
    if (one === undefined || one.message !== undefined || confirmed.has(key)) return;
    confirmed.add(key);
    const timer = setTimeout(() => {
      confirmed.delete(key);
      if (entries.get(key) === one && one.message === undefined) void remove(key).then(() => abort(key));
    }, CONFIRMED_MS);
    (timer as { unref?(): void }).unref?.();
  }

  await load();

  return {
    of,
    knows: (key) => known.has(key),
    markShown(key) {
      const one = entries.get(key);
      if (one === undefined) return;
      if (one.message !== undefined) queueMicrotask(() => entries.get(key) === one && removeEntry(one));
      else confirm(key);
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    send,
    async retry(key) {
      await update(key, (now) => revive({ ...now, files: now.files.map(reviveFile) }));
      go();
    },
    async cancel(key) {
      await remove(key);
      abort(key);
    },
    async retryFile(key, fileKey) {
      await update(key, (now) =>
        revive({ ...now, files: now.files.map((file) => (file.key === fileKey ? reviveFile(file) : file)) }),
      );
      go();
    },
    async cancelFile(key, fileKey) {
      const rest = await update(key, (now) =>
        revive({ ...now, files: now.files.filter((file) => file.key !== fileKey) }),
      );
      abort(key, fileKey);
      await storeOf(key).removeBytes(fileKey);
      if (rest !== undefined && rest.files.length === 0 && rest.content === '' && rest.cardKind === undefined) {
        await remove(key);
      }
      go();
    },
    confirm,
    listUserIds: () => [...new Set([...entries.values()].map(({ stored }) => stored.userId))],
    hasUnsent: () => [...entries.values()].some(({ message }) => message === undefined),
    isFleeting: () => [...entries.values()].some(({ message, isFleeting }) => isFleeting && message === undefined),
    isLeader: () => flusher !== undefined || election === undefined,
    poke,
    close() {
      isClosed = true;
      clearInterval(ticking);
      election?.leave();
      flusher?.close();
      ownFlusher.close();
      lasting?.close();
      channel?.close();
      for (const one of entries.values()) for (const url of one.previews.values()) URL.revokeObjectURL(url);
    },
  };
}

function revive(item: StoredMessage): StoredMessage {
  const failed = item.files.find(({ state }) => state === 'failed');
  return failed === undefined
    ? { ...item, state: 'waiting', failure: '' }
    : { ...item, state: 'failed', failure: failed.failure };
}

const isOverLimit = ({ kind, bytes }: StoredFile): boolean => bytes > CHAT_FILE_MAX_BYTES[kind];

const reviveFile = (file: StoredFile): StoredFile =>
  file.state === 'failed' && !isOverLimit(file) ? { ...file, state: 'waiting', failure: '' } : file;

function fileOf({ file, name, voice, asFile = false }: NewFile): StoredFile {
  return {
    key: clientKey(),
    uploadKey: clientKey(),
    name,
    kind: asFile ? 'file' : kindOf(file, voice !== undefined),
    bytes: file.size,
    width: 0,
    height: 0,
    durationMs: voice?.durationMs ?? 0,
    waveform: voice?.waveform ?? [],
    isMeasured: voice !== undefined,
    state: 'waiting',
    id: null,
    failure: '',
  };
}

function outgoingOf(one: OutboxEntry): Outgoing {
  if (one.outgoing !== undefined) return one.outgoing;
  const { stored, isSending, sentBytes, previews } = one;
  const files = stored.files.map((file): OutgoingFile => {
    const { key, name, kind, bytes, width, height, durationMs, waveform, failure } = file;
    const isUploading = file.state === 'waiting' && isSending && sentBytes.has(key);
    return {
      key,
      name,
      kind,
      bytes,
      width,
      height,
      durationMs,
      waveform,
      failure,
      previewUrl: previews.get(key) ?? null,
      state: isUploading ? 'uploading' : file.state,
      sentBytes: file.state === 'done' ? bytes : (sentBytes.get(key) ?? 0),
    };
  });
  const { key, userId, content, replyTo, silent, createdAt, failure, cardKind, cardId, boardId } = stored;
  const state = stored.state === 'failed' ? 'failed' : isSending ? 'sending' : 'waiting';
  one.outgoing = {
    key,
    userId,
    content,
    files,
    replyTo,
    silent,
    createdAt,
    state,
    failure,
    ...(cardKind !== undefined && { cardKind }),
    ...(cardId !== undefined && { cardId }),
    ...(boardId !== undefined && { boardId }),
  };
  return one.outgoing;
}

let hasRequestedPersistence = false;

/** Requests persistent storage, so that the browser does not evict unsent files. */
function requestPersistence(): void {
  if (hasRequestedPersistence) return;
  hasRequestedPersistence = true;
  navigator.storage?.persist?.().catch(() => undefined);
}
