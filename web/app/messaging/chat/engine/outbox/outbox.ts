import type { Message } from '@app/contract/messaging/chat';
import { clientKey } from '../../../../platform/client-key.ts';
import { createMachine } from '../../../../platform/state-machine.ts';
import type { NewMessage, Outgoing } from '../chat-types.ts';
import { joinLeaderElection, type LeaderElection } from '../leader-election.ts';
import type { OutgoingSource } from '../thread/thread-rows.ts';
import { Flusher, type FlusherOptions, withFile } from './outbox-flusher.ts';
import { createItem, isEmpty, type NewItem, removeFile, retryItem } from './outbox-item.ts';
import {
  EMPTY_OUTBOX,
  isUnsent,
  type OutboxEffect,
  type OutboxEntry,
  outgoingOfUser,
  reduceOutbox,
  type SendReport,
} from './outbox-state.ts';
import {
  type OutboxStore,
  openMemoryStore,
  type StoredBytes,
  type StoredFile,
  type StoredMessage,
} from './outbox-store.ts';
import { SendError } from './send-failure.ts';

type TabMessage =
  | SendReport
  | { is: 'changed'; key: string }
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

const TICK_MS = 1000;

/** In tests a timer or channel that is open would keep the process running. */
const unref = (source: unknown): void => (source as { unref?(): void } | undefined)?.unref?.();

/** The unsent messages of one user: stored in this browser, sent by the leader tab, shown in all tabs. */
export async function openOutbox(options: OutboxOptions): Promise<Outbox> {
  const outbox = new Outbox(options);
  await outbox.load();
  return outbox;
}

/** Owns stores, timers, the channel between tabs and the senders; {@link reduceOutbox} decides. */
export class Outbox implements OutgoingSource {
  readonly #options: OutboxOptions;
  readonly #name: string;
  readonly #listeners = new Set<(userId: number) => void>();
  readonly #shown = new Map<number, readonly Outgoing[]>();
  readonly #memory = openMemoryStore();
  readonly #ownFlusher: Flusher;
  readonly #channel: BroadcastChannel | undefined;
  readonly #ticking: ReturnType<typeof setInterval>;
  readonly #machine = createMachine(reduceOutbox, EMPTY_OUTBOX, (effect) => this.#run(effect));
  #lasting: OutboxStore | undefined;
  #flusher: Flusher | undefined;
  #election: LeaderElection | undefined;
  #isClosed = false;
  #queue: Promise<unknown> = Promise.resolve();

  constructor(options: OutboxOptions) {
    this.#options = options;
    this.#name = `okolo-outbox-${options.viewerId}`;
    if (typeof BroadcastChannel === 'function') {
      this.#channel = new BroadcastChannel(this.#name);
      this.#channel.onmessage = ({ data }: MessageEvent<TabMessage>) => this.#handleTabMessage(data);
      unref(this.#channel);
    }
    this.#ownFlusher = this.#openFlusher({
      ...this.#memory,
      // In-memory messages of a chat are sent after those in the browser's store.
      next: async (userId) => {
        const isFirst = (await this.#lasting?.next(userId).catch(() => undefined)) === undefined;
        return isFirst ? this.#memory.next(userId) : undefined;
      },
    });
    this.#ticking = setInterval(() => {
      const isFollower =
        document.visibilityState !== 'hidden' && this.#flusher === undefined && this.#election !== undefined;
      this.#machine.send({ is: 'secondPassed', isFollower });
    }, TICK_MS);
    unref(this.#ticking);
  }

  get #entries(): OutboxEntry[] {
    return [...this.#machine.state().entries.values()];
  }

  #entry(key: string): OutboxEntry | undefined {
    return this.#machine.state().entries.get(key);
  }

  #run(effect: OutboxEffect): unknown {
    switch (effect.do) {
      case 'publish':
        this.#shown.delete(effect.userId);
        for (const listener of this.#listeners) listener(effect.userId);
        return undefined;
      case 'createPreviews':
        return this.#createPreviews(effect.key);
      case 'revokePreviews':
        return effect.urls.map((url) => URL.revokeObjectURL(url));
      case 'startTimer':
        return unref(setTimeout(() => this.#machine.send({ is: effect.event, key: effect.key }), effect.ms));
      case 'reportSent':
        return this.#options.onSent(effect.userId, effect.message);
      case 'reportFailed':
        return this.#options.onFailed();
      case 'removeLater':
        return queueMicrotask(() => this.#machine.send({ is: 'removed', key: effect.key }));
      case 'removeStored':
        return this.cancel(effect.key);
      case 'askLeader':
        return this.#broadcast({ is: 'tick' });
      case 'takeOver':
        return this.#election?.takeOver();
    }
  }

  #broadcast(message: TabMessage): void {
    if (!this.#isClosed) this.#channel?.postMessage(message);
  }

  #report(report: SendReport): void {
    this.#machine.send(report);
    this.#broadcast(report);
  }

  #handleTabMessage(message: TabMessage): unknown {
    switch (message.is) {
      case 'changed':
        void this.#reread(message.key);
        return this.#tickFlushers();
      case 'sending':
      case 'progress':
      case 'sent':
        return this.#machine.send(message);
      case 'abort':
        return this.#flusher?.abort(message.key, message.fileKey);
      case 'tock':
        return this.#machine.send({ is: 'leaderAnswered' });
      default:
        if (this.#flusher === undefined) return undefined;
        if (message.is === 'poke') pokeFlusher(this.#flusher);
        else this.#flusher.tick();
        return this.#broadcast({ is: 'tock' });
    }
  }

  #storeOf(key: string): OutboxStore {
    const isLasting = this.#entry(key)?.isFleeting === false;
    return isLasting && this.#lasting ? this.#lasting : this.#memory;
  }

  async #reread(key: string): Promise<void> {
    const isFleeting = this.#entry(key)?.isFleeting === true;
    const found = isFleeting ? await this.#memory.get(key) : await this.#lasting?.get(key).catch(() => undefined);
    this.#machine.send({ is: 'stored', key, found, isFleeting });
  }

  async #createPreviews(key: string): Promise<void> {
    for (const { key: fileKey, kind } of this.#entry(key)?.stored.files ?? []) {
      if (kind === 'file') continue;
      const bytes = await this.#storeOf(key)
        .bytes(fileKey)
        .catch(() => undefined);
      if (bytes === undefined || this.#entry(key)?.previews.has(fileKey) !== false) continue;
      this.#machine.send({ is: 'previewed', key, fileKey, url: URL.createObjectURL(bytes.file) });
    }
  }

  #openFlusher(store: OutboxStore): Flusher {
    const { now, send } = this.#options;
    return new Flusher({
      store,
      now,
      send,
      upload: (file, signal, item) => this.#upload(store, item, file, signal),
      onChange: (key) => {
        void this.#reread(key);
        this.#broadcast({ is: 'changed', key });
      },
      onSending: (key, isSending) => this.#report({ is: 'sending', key, isSending }),
      onSent: ({ key, userId }, message) => this.#report({ is: 'sent', key, userId, message }),
    });
  }

  async #upload(store: OutboxStore, item: StoredMessage, file: StoredFile, signal: AbortSignal): Promise<number> {
    const bytes = await store.bytes(file.key);
    if (bytes === undefined) throw new SendError({ kind: 'final', code: 'gone', message: file.failure });
    const ready = file.isMeasured ? { file, bytes } : await this.#measure(store, item, file, bytes);
    let reportedBytes = 0;
    const onProgress = (sent: number): void => {
      const sentBytes = Math.min(file.bytes, sent);
      const mustReport = sentBytes === file.bytes || sentBytes - reportedBytes >= file.bytes / 50;
      if (!mustReport) return;
      reportedBytes = sentBytes;
      this.#report({ is: 'progress', key: item.key, fileKey: file.key, sentBytes });
    };
    onProgress(0);
    return this.#options.upload(ready.file, ready.bytes, signal, onProgress);
  }

  /** Measures a file once, because a repeated upload must be identical. */
  async #measure(
    store: OutboxStore,
    item: StoredMessage,
    file: StoredFile,
    bytes: StoredBytes,
  ): Promise<{ file: StoredFile; bytes: StoredBytes }> {
    const { poster, ...measures } = await this.#options.measure(bytes, file);
    const change = { ...measures, isMeasured: true };
    const withPoster = { ...bytes, poster };
    await store.saveBytes(withPoster);
    await store.update(item.key, (now) => withFile(now, file.key, change));
    return { file: { ...file, ...change }, bytes: withPoster };
  }

  async load(): Promise<void> {
    try {
      this.#lasting = await this.#options.openStore((isDeleted) => {
        this.#fallBack();
        if (isDeleted)
          for (const key of this.#machine.state().entries.keys()) this.#machine.send({ is: 'removed', key });
        else void this.load().then(() => this.#saveRest());
      });
      for (const found of (await this.#lasting?.list()) ?? [])
        this.#machine.send({ is: 'stored', key: found.key, found, isFleeting: false });
    } catch {
      this.#fallBack();
    }
    if (this.#lasting !== undefined && !this.#isClosed) this.#joinElection();
  }

  #fallBack(): void {
    this.#lasting?.close();
    this.#lasting = undefined;
    this.#election?.leave();
    this.#election = undefined;
  }

  /** Stores known messages again after the browser lost its database. */
  async #saveRest(): Promise<void> {
    const there = new Set((await this.#lasting?.list())?.map(({ key }) => key));
    for (const key of this.#machine.state().entries.keys()) {
      const entry = this.#entry(key);
      if (entry === undefined || entry.isFleeting || !isUnsent(entry) || there.has(key)) continue;
      const { stored } = entry;
      this.#machine.send({ is: 'removed', key });
      if (stored.files.length === 0) await this.#addItem(stored, []);
      else this.#options.onFailed();
    }
  }

  #joinElection(): void {
    this.#election ??= joinLeaderElection(
      this.#name,
      () => {
        if (this.#lasting === undefined || this.#isClosed) return;
        this.#flusher = this.#openFlusher(this.#lasting);
        this.#flusher.poke();
      },
      () => {
        this.#flusher?.close();
        this.#flusher = undefined;
      },
    );
  }

  #tickFlushers(): void {
    this.#flusher?.tick();
    this.#ownFlusher.tick();
  }

  async #addItem(item: NewItem, bytes: readonly StoredBytes[]): Promise<void> {
    const { key, userId } = item;
    const isAlone = this.#entries.some(({ isFleeting, stored }) => isFleeting && stored.userId === userId);
    try {
      if (this.#lasting === undefined || isAlone) throw new Error('Nothing is kept here');
      this.#machine.send({ is: 'stored', key, found: await this.#lasting.add(item, bytes), isFleeting: false });
      this.#broadcast({ is: 'changed', key });
      this.#flusher?.tick();
    } catch {
      this.#machine.send({ is: 'stored', key, found: await this.#memory.add(item, bytes), isFleeting: true });
      this.#options.onFleeting();
      this.#ownFlusher.tick();
    }
  }

  async #update(key: string, change: (item: StoredMessage) => StoredMessage): Promise<StoredMessage | undefined> {
    const isFleeting = this.#entry(key)?.isFleeting ?? false;
    const found = await this.#storeOf(key).update(key, change);
    this.#machine.send({ is: 'stored', key, found, isFleeting });
    this.#broadcast({ is: 'changed', key });
    return found;
  }

  async #remove(key: string): Promise<void> {
    await this.#storeOf(key).remove(key);
    this.#machine.send({ is: 'stored', key, found: undefined, isFleeting: false });
    this.#broadcast({ is: 'changed', key });
  }

  #abort(key: string, fileKey?: string): void {
    this.#flusher?.abort(key, fileKey);
    this.#ownFlusher.abort(key, fileKey);
    this.#broadcast(fileKey === undefined ? { is: 'abort', key } : { is: 'abort', key, fileKey });
  }

  #go(): void {
    this.#tickFlushers();
    this.#broadcast({ is: 'poke' });
  }

  of(userId: number): readonly Outgoing[] {
    const list = this.#shown.get(userId) ?? outgoingOfUser(this.#machine.state(), userId);
    this.#shown.set(userId, list);
    return list;
  }

  readonly knows = (key: string): boolean => this.#machine.state().known.has(key);
  readonly markShown = (key: string): void => this.#machine.send({ is: 'shown', key });
  /** The socket delivered an own message, so it has arrived even if its response was lost. */
  readonly confirm = (key: string): void => this.#machine.send({ is: 'confirmed', key });
  readonly hasUnsent = (): boolean => this.#entries.some(isUnsent);
  /** Whether messages exist only in this page and would be lost with it. */
  readonly isFleeting = (): boolean => this.#entries.some((entry) => entry.isFleeting && isUnsent(entry));
  readonly isLeader = (): boolean => this.#flusher !== undefined || this.#election === undefined;
  readonly listUserIds = (): readonly number[] => [...new Set(this.#entries.map(({ stored }) => stored.userId))];

  subscribe(listener: (userId: number) => void): () => void {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  }

  async send(userId: number, message: NewMessage): Promise<string> {
    const key = clientKey();
    const task = this.#queue.then(async () => {
      const { item, bytes } = await createItem(key, userId, message, this.#options.tooLarge);
      await this.#addItem(item, bytes);
      if (item.files.length > 0) requestPersistence();
    });
    this.#queue = task.catch(() => undefined);
    await task;
    return key;
  }

  retry(key: string): Promise<void> {
    return this.retryFile(key);
  }

  async cancel(key: string): Promise<void> {
    await this.#remove(key);
    this.#abort(key);
  }

  async retryFile(key: string, fileKey?: string): Promise<void> {
    await this.#update(key, (item) => retryItem(item, fileKey));
    this.#go();
  }

  async cancelFile(key: string, fileKey: string): Promise<void> {
    const rest = await this.#update(key, (item) => removeFile(item, fileKey));
    this.#abort(key, fileKey);
    await this.#storeOf(key).removeBytes(fileKey);
    if (rest !== undefined && isEmpty(rest)) await this.#remove(key);
    this.#go();
  }

  poke(): void {
    pokeFlusher(this.#ownFlusher);
    if (this.#flusher !== undefined) pokeFlusher(this.#flusher);
    this.#broadcast({ is: 'poke' });
  }

  close(): void {
    this.#isClosed = true;
    clearInterval(this.#ticking);
    this.#election?.leave();
    this.#flusher?.close();
    this.#ownFlusher.close();
    this.#lasting?.close();
    this.#channel?.close();
    for (const { previews } of this.#entries) for (const url of previews.values()) URL.revokeObjectURL(url);
  }
}

function pokeFlusher(flusher: Flusher): void {
  flusher.resume();
  flusher.poke();
}

let hasRequestedPersistence = false;

/** Requests persistent storage, so that the browser does not evict unsent files. */
function requestPersistence(): void {
  if (hasRequestedPersistence) return;
  hasRequestedPersistence = true;
  navigator.storage?.persist?.().catch(() => undefined);
}
