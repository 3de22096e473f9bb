import type { Message } from '@app/contract/messaging/chat';
import { MESSAGE_FILES_MAX } from '#contract/messaging/chat';
import { CHAT_FILE_MAX_BYTES } from '#contract/messaging/chat-files';
import type { NewFile, NewMessage, Outgoing, OutgoingFile } from './chat-types.ts';
import { clientKey } from './client-key.ts';
import { type Leadership, stand } from './leadership.ts';
import { kindOf } from './measure-file.ts';
import { createFlusher, type Flusher, type FlusherParts, withFile } from './outbox-flusher.ts';
import { type OutboxStore, openMemoryStore, type Stored, type StoredBytes, type StoredFile } from './outbox-store.ts';
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
  /** The line tells of a message of mine: it has arrived, whatever became of the answer. */
  confirm(key: string): void;
  /** Those with something on its way. */
  dialogs(): readonly number[];
  hasUnsent(): boolean;
  /** Whether something is kept by this page alone and would go with it. */
  isFleeting(): boolean;
  isLeader(): boolean;
  poke(): void;
  close(): void;
}

/** What the other tabs of this browser are told. */
type Letter =
  | { is: 'changed'; key: string }
  | { is: 'sending'; key: string; isSending: boolean }
  | { is: 'progress'; key: string; fileKey: string; sentBytes: number }
  | { is: 'sent'; key: string; userId: number; message: Message }
  | { is: 'abort'; key: string; fileKey?: string }
  | { is: 'poke' | 'tick' | 'tock' };

export interface OutboxParts {
  viewerId: number;
  /** What the browser keeps, or undefined where it keeps nothing. */
  openStore(onGone: (isForgotten: boolean) => void): Promise<OutboxStore | undefined>;
  upload(
    file: StoredFile,
    bytes: StoredBytes,
    signal: AbortSignal,
    onProgress: (bytes: number) => void,
  ): Promise<number>;
  send: FlusherParts['send'];
  measure(bytes: StoredBytes, file: StoredFile): Promise<Partial<StoredFile> & { poster: Blob | null }>;
  /** The words for a file over its limit. */
  tooLarge(maxBytes: number): Promise<string>;
  onSent(userId: number, message: Message): void;
  /** It cannot be kept beyond this page. */
  onFleeting(): void;
  onFailed(): void;
  now(): number;
}

/** What the page knows of one message on its way. */
interface Kept {
  stored: Stored;
  /** Whose it is: the store's of the browser, or this page's own. */
  isFleeting: boolean;
  isSending: boolean;
  sentBytes: Map<string, number>;
  previews: Map<string, string>;
  message: Message | undefined;
  outgoing: Outgoing | undefined;
}

const FLEETING_FROM = 2 ** 50;
const TICK_MS = 1000;
/** Ticks without an answer of the tab that leads. */
const UNANSWERED_MAX = 4;
/** What was sent is shown so long at most while its place among the messages is being read. */
const SETTLE_MS = 30_000;
/** An answer that is lost, although the message arrived, is not waited for longer. */
const CONFIRMED_MS = 3000;

/** The messages of one person that are not sent yet: kept in this browser, sent by one of its tabs, seen in all of them. */
export async function openOutbox(parts: OutboxParts): Promise<Outbox> {
  const { viewerId } = parts;
  const name = `okolo-outbox-${viewerId}`;
  const kept = new Map<string, Kept>();
  /** Those that the server is known to have, for which an answer is waited for a little. */
  const confirmed = new Set<string>();
  const known = new Set<string>();
  const listeners = new Set<(userId: number) => void>();
  const shown = new Map<number, readonly Outgoing[]>();
  const memory = openMemoryStore();
  let lasting: OutboxStore | undefined;
  let flusher: Flusher | undefined;
  let leadership: Leadership | undefined;
  let isClosed = false;
  let unanswered = 0;
  const channel = typeof BroadcastChannel === 'function' ? new BroadcastChannel(name) : undefined;
  // Where tests run, an open channel would keep the process.
  (channel as { unref?(): void } | undefined)?.unref?.();

  const post = (letter: Letter): void => {
    if (!isClosed) channel?.postMessage(letter);
  };
  const storeOf = (key: string): OutboxStore => (kept.get(key)?.isFleeting === false && lasting ? lasting : memory);

  function publish(userId: number): void {
    shown.delete(userId);
    for (const listener of listeners) listener(userId);
  }

  function of(userId: number): readonly Outgoing[] {
    const cached = shown.get(userId);
    if (cached !== undefined) return cached;
    const mine = [...kept.values()].filter(({ stored }) => stored.userId === userId);
    mine.sort((one, other) => one.stored.n - other.stored.n);
    const list = mine.map(outgoingOf);
    shown.set(userId, list);
    return list;
  }

  function touch(one: Kept): void {
    one.outgoing = undefined;
    publish(one.stored.userId);
  }

  /** What the store says now of a message, or that it is not there any more. */
  function note(key: string, found: Stored | undefined, isFleeting: boolean): void {
    const before = kept.get(key);
    if (found === undefined) {
      if (before !== undefined && before.message === undefined) drop(before);
      return;
    }
    // What the page alone keeps stands after everything that the browser keeps.
    const stored = isFleeting && found.n < FLEETING_FROM ? { ...found, n: FLEETING_FROM + found.n } : found;
    known.add(key);
    if (before === undefined) {
      const fresh: Kept = {
        stored,
        isFleeting,
        isSending: false,
        sentBytes: new Map(),
        previews: new Map(),
        message: undefined,
        outgoing: undefined,
      };
      kept.set(key, fresh);
      void showPreviews(fresh);
      touch(fresh);
      return;
    }
    if (stored.state === 'failed' && before.stored.state !== 'failed') parts.onFailed();
    before.stored = stored;
    touch(before);
  }

  function drop(one: Kept): void {
    kept.delete(one.stored.key);
    for (const url of one.previews.values()) URL.revokeObjectURL(url);
    publish(one.stored.userId);
  }

  async function reread(key: string): Promise<void> {
    if (kept.get(key)?.isFleeting) return note(key, await memory.get(key), true);
    const stored = await lasting?.get(key).catch(() => undefined);
    note(key, stored, false);
  }

  /** Pictures of what another page, or an earlier one, put there. */
  async function showPreviews(one: Kept): Promise<void> {
    for (const { key, kind } of one.stored.files) {
      if (one.previews.has(key) || kind === 'file') continue;
      const bytes = await storeOf(one.stored.key)
        .bytes(key)
        .catch(() => undefined);
      if (bytes === undefined || kept.get(one.stored.key) !== one || one.previews.has(key)) continue;
      one.previews.set(key, URL.createObjectURL(bytes.file));
      touch(one);
    }
  }

  function settleLater(one: Kept): void {
    const timer = setTimeout(() => drop(one), SETTLE_MS);
    (timer as { unref?(): void }).unref?.();
  }

  function takeSent(key: string, userId: number, message: Message): void {
    const one = kept.get(key);
    if (one !== undefined && one.message === undefined) {
      one.message = message;
      settleLater(one);
    }
    parts.onSent(userId, message);
  }

  function makeFlusher(store: OutboxStore): Flusher {
    return createFlusher({
      store,
      now: parts.now,
      send: parts.send,
      async upload(file, signal, item) {
        const bytes = await store.bytes(file.key);
        if (bytes === undefined) throw new SendError({ kind: 'final', code: 'gone', message: file.failure });
        const ready = file.isMeasured ? { file, bytes } : await measure(store, item, file, bytes);
        let told = 0;
        const onProgress = (sent: number): void => {
          const sentBytes = Math.min(file.bytes, sent);
          const isWorthTelling = sentBytes === file.bytes || sentBytes - told >= file.bytes / 50;
          if (!isWorthTelling) return;
          told = sentBytes;
          progress(item.key, file.key, sentBytes);
          post({ is: 'progress', key: item.key, fileKey: file.key, sentBytes });
        };
        onProgress(0);
        return parts.upload(ready.file, ready.bytes, signal, onProgress);
      },
      onChange(key) {
        void reread(key);
        post({ is: 'changed', key });
      },
      onSending(key, isSending) {
        sending(key, isSending);
        post({ is: 'sending', key, isSending });
      },
      onSent({ key, userId }, message) {
        takeSent(key, userId, message);
        post({ is: 'sent', key, userId, message });
      },
    });
  }

  /** Taken once: repeated, an upload has to be the same to the letter. */
  async function measure(
    store: OutboxStore,
    item: Stored,
    file: StoredFile,
    bytes: StoredBytes,
  ): Promise<{ file: StoredFile; bytes: StoredBytes }> {
    const { poster, ...measures } = await parts.measure(bytes, file);
    const change = { ...measures, isMeasured: true };
    const withPoster = { ...bytes, poster };
    await store.putBytes(withPoster);
    await store.update(item.key, (now) => withFile(now, file.key, change));
    return { file: { ...file, ...change }, bytes: withPoster };
  }

  function progress(key: string, fileKey: string, sentBytes: number): void {
    const one = kept.get(key);
    if (one === undefined) return;
    one.sentBytes.set(fileKey, sentBytes);
    touch(one);
  }

  function sending(key: string, isSending: boolean): void {
    const one = kept.get(key);
    if (one === undefined) return;
    one.isSending = isSending;
    if (!isSending) one.sentBytes.clear();
    touch(one);
  }

  // What this page alone keeps comes after whatever the browser keeps of the same dialog.
  const ownStore: OutboxStore = {
    ...memory,
    async next(userId) {
      const isFirst = (await lasting?.next(userId).catch(() => undefined)) === undefined;
      return isFirst ? memory.next(userId) : undefined;
    },
  };
  const ownFlusher = makeFlusher(ownStore);

  /** The browser does not keep it any more: the page does, as long as it lives. */
  function fallBack(): void {
    lasting?.close();
    lasting = undefined;
    leadership?.leave();
    leadership = undefined;
  }

  async function load(): Promise<void> {
    try {
      lasting = await parts.openStore((isForgotten) => {
        fallBack();
        if (isForgotten) forgetAll();
        else void load().then(saveRest);
      });
      for (const stored of (await lasting?.list()) ?? []) note(stored.key, stored, false);
    } catch {
      fallBack();
    }
    if (lasting !== undefined && !isClosed) takePart();
  }

  /** Signed out, here or elsewhere: nothing of it stays. */
  function forgetAll(): void {
    for (const one of [...kept.values()]) drop(one);
  }

  /** The browser has lost what it kept: what the page still knows goes on from here. */
  async function saveRest(): Promise<void> {
    const there = new Set((await lasting?.list())?.map(({ key }) => key));
    for (const one of [...kept.values()]) {
      const { key, files } = one.stored;
      if (one.isFleeting || one.message !== undefined || there.has(key)) continue;
      drop(one);
      if (files.length === 0) await put(one.stored, []);
      else parts.onFailed();
    }
  }

  function takePart(): void {
    leadership ??= stand(
      name,
      () => {
        if (lasting === undefined || isClosed) return;
        flusher = makeFlusher(lasting);
        flusher.poke();
      },
      () => {
        flusher?.close();
        flusher = undefined;
      },
    );
  }

  function hear(letter: Letter): void {
    if (letter.is === 'changed') {
      void reread(letter.key);
      flusher?.tick();
      ownFlusher.tick();
    } else if (letter.is === 'sending') sending(letter.key, letter.isSending);
    else if (letter.is === 'progress') progress(letter.key, letter.fileKey, letter.sentBytes);
    else if (letter.is === 'sent') takeSent(letter.key, letter.userId, letter.message);
    else if (letter.is === 'abort') flusher?.abort(letter.key, letter.fileKey);
    else if (letter.is === 'tock') unanswered = 0;
    else if (flusher !== undefined) {
      if (letter.is === 'poke') flusher.resume();
      if (letter.is === 'poke') flusher.poke();
      else flusher.tick();
      post({ is: 'tock' });
    }
  }
  if (channel !== undefined) channel.onmessage = ({ data }: MessageEvent<Letter>) => hear(data);

  function poke(): void {
    ownFlusher.resume();
    ownFlusher.poke();
    flusher?.resume();
    flusher?.poke();
    post({ is: 'poke' });
  }

  /** The timers of a tab that nobody looks at may sleep: whoever is looked at counts for it, and takes over when it is dead. */
  function tick(): void {
    if (document.visibilityState === 'hidden' || flusher !== undefined || leadership === undefined) return;
    const isWaiting = [...kept.values()].some(
      ({ stored, isFleeting, message }) => !isFleeting && message === undefined && stored.state === 'waiting',
    );
    if (!isWaiting) {
      unanswered = 0;
      return;
    }
    unanswered += 1;
    if (unanswered > UNANSWERED_MAX) {
      unanswered = 0;
      leadership.takeOver();
    } else post({ is: 'tick' });
  }
  const ticking = setInterval(tick, TICK_MS);
  (ticking as { unref?(): void }).unref?.();

  async function draftOf(message: NewMessage): Promise<[files: StoredFile[], bytes: StoredBytes[]]> {
    const bytes: StoredBytes[] = [];
    const files: StoredFile[] = [];
    for (const one of message.files.slice(0, MESSAGE_FILES_MAX)) {
      const file = fileOf(one);
      const maxBytes = CHAT_FILE_MAX_BYTES[file.kind];
      const isTooLarge = isOverLimit(file);
      files.push(isTooLarge ? { ...file, state: 'failed', failure: await parts.tooLarge(maxBytes) } : file);
      // What will never go needs no room.
      if (!isTooLarge) bytes.push({ key: file.key, file: one.file, poster: null });
    }
    return [files, bytes];
  }

  let turn: Promise<unknown> = Promise.resolve();

  async function put(item: Omit<Stored, 'n'>, bytes: readonly StoredBytes[]): Promise<void> {
    const isAlone = [...kept.values()].some((one) => one.isFleeting && one.stored.userId === item.userId);
    try {
      if (lasting === undefined || isAlone) throw new Error('Nothing is kept here');
      note(item.key, await lasting.add(item, bytes), false);
      post({ is: 'changed', key: item.key });
      flusher?.tick();
    } catch {
      const stored = await memory.add(item, bytes);
      note(item.key, stored, true);
      parts.onFleeting();
      ownFlusher.tick();
    }
  }

  async function send(userId: number, message: NewMessage): Promise<string> {
    const key = clientKey();
    const task = turn.then(async () => {
      const [files, bytes] = await draftOf(message);
      const failed = files.find(({ state }) => state === 'failed');
      const item: Omit<Stored, 'n'> = {
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
      await put(item, bytes);
      if (files.length > 0) askToPersist();
    });
    turn = task.catch(() => undefined);
    await task;
    return key;
  }

  async function update(key: string, change: (item: Stored) => Stored): Promise<Stored | undefined> {
    const one = kept.get(key);
    const next = await storeOf(key).update(key, change);
    note(key, next, one?.isFleeting ?? false);
    post({ is: 'changed', key });
    return next;
  }

  function go(): void {
    flusher?.tick();
    ownFlusher.tick();
    post({ is: 'poke' });
  }

  function abort(key: string, fileKey?: string): void {
    flusher?.abort(key, fileKey);
    ownFlusher.abort(key, fileKey);
    post(fileKey === undefined ? { is: 'abort', key } : { is: 'abort', key, fileKey });
  }

  async function remove(key: string): Promise<void> {
    const store = storeOf(key);
    await store.remove(key);
    note(key, undefined, false);
    post({ is: 'changed', key });
  }

  /** It has arrived; if no answer says so soon, it goes without one. */
  function confirm(key: string): void {
    const one = kept.get(key);
    if (one === undefined || one.message !== undefined || confirmed.has(key)) return;
    confirmed.add(key);
    const timer = setTimeout(() => {
      confirmed.delete(key);
      if (kept.get(key) === one && one.message === undefined) void remove(key).then(() => abort(key));
    }, CONFIRMED_MS);
    (timer as { unref?(): void }).unref?.();
  }

  await load();

  return {
    of,
    knows: (key) => known.has(key),
    settle(key) {
      const one = kept.get(key);
      if (one === undefined) return;
      if (one.message !== undefined) queueMicrotask(() => kept.get(key) === one && drop(one));
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
      await storeOf(key).dropBytes(fileKey);
      if (rest !== undefined && rest.files.length === 0 && rest.content === '' && rest.cardKind === undefined) {
        await remove(key);
      }
      go();
    },
    confirm,
    dialogs: () => [...new Set([...kept.values()].map(({ stored }) => stored.userId))],
    hasUnsent: () => [...kept.values()].some(({ message }) => message === undefined),
    isFleeting: () => [...kept.values()].some(({ message, isFleeting }) => isFleeting && message === undefined),
    isLeader: () => flusher !== undefined || leadership === undefined,
    poke,
    close() {
      isClosed = true;
      clearInterval(ticking);
      leadership?.leave();
      flusher?.close();
      ownFlusher.close();
      lasting?.close();
      channel?.close();
      for (const one of kept.values()) for (const url of one.previews.values()) URL.revokeObjectURL(url);
    },
  };
}

/** With its last failed file retried or taken out, a message is on its way again. */
function revive(item: Stored): Stored {
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

function outgoingOf(one: Kept): Outgoing {
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

let hasAsked = false;

/** What waits with its files is worth keeping when the disk gets full. */
function askToPersist(): void {
  if (hasAsked) return;
  hasAsked = true;
  navigator.storage?.persist?.().catch(() => undefined);
}
