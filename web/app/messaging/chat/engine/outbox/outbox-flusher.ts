import type { Message } from '@app/contract/messaging/chat';
import { clientKey } from '../../../../platform/client-key.ts';
import type { OutboxStore, StoredFile, StoredMessage } from './outbox-store.ts';
import { failureOf, type SendFailure } from './send-failure.ts';

export interface FlusherOptions {
  store: OutboxStore;
  upload(file: StoredFile, signal: AbortSignal, item: StoredMessage): Promise<number>;
  send(item: StoredMessage, signal: AbortSignal): Promise<Message>;
  onChange(key: string): void;
  onSending(key: string, isSending: boolean): void;
  onSent(item: StoredMessage, message: Message): void;
  /** Monotonic clock, because the clock of the device may be changed. */
  now(): number;
}

const PARALLEL_CHATS_MAX = 4;
const UPLOADS_AT_ONCE = 2;
const DELAY_MIN_MS = 200;
const DELAY_MAX_MS = 30_000;
/**
 * Error codes after which files of an older upload are uploaded once more: the server deletes unsent files after a day.
 */
const EXPIRED_UPLOAD_CODES = new Set(['not_found', 'gone', 'invalid_input']);

type Outcome = SendFailure | { kind: 'done' };

/**
 * Sends the messages in the store: in order and one at a time per chat, several chats in parallel. The client key makes
 * every send idempotent.
 */
export class Flusher {
  readonly #options: FlusherOptions;
  readonly #store: OutboxStore;
  readonly #activeChats = new Set<number>();
  readonly #notBefore = new Map<number, { at: number; isAsked: boolean; timer: ReturnType<typeof setTimeout> }>();
  readonly #failures = new Map<number, number>();
  readonly #aborts = new Map<string, AbortController>();
  #isClosed = false;
  #isStopped = false;
  #isChecking = false;
  #mustCheckAgain = false;

  constructor(options: FlusherOptions) {
    this.#options = options;
    this.#store = options.store;
  }

  get #isIdle(): boolean {
    return this.#isClosed || this.#isStopped;
  }

  /** Sends everything now, except where the server has asked to wait. */
  poke(): void {
    if (this.#isClosed) return;
    for (const [userId, { timer, isAsked }] of this.#notBefore) {
      if (isAsked) continue;
      clearTimeout(timer);
      this.#notBefore.delete(userId);
    }
    this.#failures.clear();
    void this.#checkStore();
  }

  /** Retries what is due; called by pages whose own timers are throttled. */
  tick(): void {
    if (!this.#isIdle) void this.#checkStore();
  }

  resume(): void {
    this.#isStopped = false;
  }

  abort(key: string, fileKey?: string): void {
    this.#aborts.get(fileKey === undefined ? key : `${key} ${fileKey}`)?.abort();
  }

  close(): void {
    this.#isClosed = true;
    for (const { timer } of this.#notBefore.values()) clearTimeout(timer);
    for (const abort of this.#aborts.values()) abort.abort();
  }

  async #checkStore(): Promise<void> {
    if (this.#isChecking) {
      this.#mustCheckAgain = true;
      return;
    }
    this.#isChecking = true;
    try {
      do {
        this.#mustCheckAgain = false;
        const waiting = (await this.#store.list()).filter(({ state }) => state === 'waiting');
        for (const userId of new Set(waiting.map(({ userId }) => userId))) this.#startChat(userId);
      } while (this.#mustCheckAgain);
    } catch {
      // A store that fails is replaced by its owner.
    } finally {
      this.#isChecking = false;
    }
  }

  #startChat(userId: number): void {
    const pendingRetry = this.#notBefore.get(userId);
    if (this.#isIdle || this.#activeChats.has(userId) || this.#activeChats.size >= PARALLEL_CHATS_MAX) return;
    if (pendingRetry !== undefined && pendingRetry.at > this.#options.now()) return;
    clearTimeout(pendingRetry?.timer);
    this.#notBefore.delete(userId);
    this.#activeChats.add(userId);
    this.#sendChat(userId)
      // The store may recover or be replaced, so the chat is retried.
      .catch(() => this.#scheduleRetry(userId, null))
      .finally(() => {
        this.#activeChats.delete(userId);
        // A lane is free; the chat may have got a new message while its lane was ending.
        this.tick();
      });
  }

  async #sendChat(userId: number): Promise<void> {
    while (!this.#isIdle) {
      const item = await this.#store.next(userId);
      if (item === undefined) return;
      const outcome = await this.#deliver(item);
      if (outcome.kind === 'wait') return this.#scheduleRetry(userId, outcome.afterMs);
      if (outcome.kind === 'stop') this.#isStopped = true;
      else if (outcome.kind === 'done') this.#failures.delete(userId);
    }
  }

  #scheduleRetry(userId: number, afterMs: number | null): void {
    const tries = this.#failures.get(userId) ?? 0;
    this.#failures.set(userId, tries + 1);
    const growing = Math.min(DELAY_MAX_MS, DELAY_MIN_MS * 2 ** tries) * (0.5 + Math.random() / 2);
    const delay = Math.max(growing, afterMs ?? 0);
    const timer = setTimeout(() => {
      this.#notBefore.delete(userId);
      this.#startChat(userId);
    }, delay);
    this.#notBefore.set(userId, { at: this.#options.now() + delay, isAsked: afterMs !== null, timer });
  }

  async #deliver(first: StoredMessage): Promise<Outcome> {
    const { key } = first;
    const abort = new AbortController();
    this.#aborts.set(key, abort);
    this.#options.onSending(key, true);
    try {
      const uploaded = await this.#uploadAll(first, abort.signal);
      if (uploaded !== undefined) return uploaded;
      const item = await this.#store.get(key);
      // The message was cancelled meanwhile, or one of its files failed.
      if (item === undefined || item.state === 'failed') return { kind: 'done' };
      return await this.#sendOne(item, abort.signal);
    } catch (error) {
      return await this.#conclude(key, failureOf(error));
    } finally {
      this.#aborts.delete(key);
      this.#options.onSending(key, false);
    }
  }

  async #sendOne(item: StoredMessage, signal: AbortSignal): Promise<Outcome> {
    if (this.#isClosed) return { kind: 'stop' };
    const message = await this.#options.send(item, signal);
    this.#options.onSent(item, message);
    await this.#store.remove(item.key);
    this.#options.onChange(item.key);
    return { kind: 'done' };
  }

  async #conclude(key: string, failure: SendFailure): Promise<Outcome> {
    const item = await this.#store.get(key);
    if (item === undefined) return { kind: 'done' };
    if (failure.kind === 'aborted') return { kind: 'wait', afterMs: null };
    if (failure.kind !== 'final') return failure;
    const isExpired = EXPIRED_UPLOAD_CODES.has(failure.code) && item.files.length > 0 && !item.isSecondUpload;
    await this.#update(key, (now) => (isExpired ? uploadAgain(now) : markFailed(now, failure.message)));
    return { kind: 'done' };
  }

  async #update(key: string, change: (item: StoredMessage) => StoredMessage): Promise<void> {
    await this.#store.update(key, change);
    this.#options.onChange(key);
  }

  /** Undefined when every file is uploaded or has failed for good. */
  async #uploadAll({ key, files }: StoredMessage, signal: AbortSignal): Promise<Outcome | undefined> {
    const rest = files.filter(({ state }) => state === 'waiting');
    let problem: SendFailure | undefined;
    const work = async (): Promise<void> => {
      for (let file = rest.shift(); file !== undefined && problem === undefined; file = rest.shift()) {
        const failure = await this.#uploadOne(key, file.key, signal);
        if (failure !== undefined) problem ??= failure;
      }
    };
    await Promise.all(Array.from({ length: UPLOADS_AT_ONCE }, work));
    if (problem !== undefined) return this.#conclude(key, problem);
    const item = await this.#store.update(key, (now) => {
      const failed = now.files.find(({ state }) => state === 'failed');
      return failed === undefined ? now : markFailed(now, failed.failure);
    });
    if (item?.state === 'failed') this.#options.onChange(key);
    return undefined;
  }

  async #uploadOne(key: string, fileKey: string, all: AbortSignal): Promise<SendFailure | undefined> {
    if (this.#isClosed) return { kind: 'stop' };
    const item = await this.#store.get(key);
    const file = item?.files.find((one) => one.key === fileKey);
    if (item === undefined || file?.state !== 'waiting') return undefined;
    const mine = new AbortController();
    this.#aborts.set(`${key} ${fileKey}`, mine);
    try {
      const id = await this.#options.upload(file, AbortSignal.any([all, mine.signal]), item);
      await this.#update(key, (now) => withFile(now, fileKey, { state: 'done', id, failure: '' }));
      return undefined;
    } catch (error) {
      const failure = failureOf(error);
      const isGone = !(await this.#store.get(key))?.files.some((one) => one.key === fileKey);
      if (isGone) return undefined;
      if (failure.kind !== 'final') return failure;
      // Other bytes need another upload key.
      const isMismatch = failure.code === 'idempotency_mismatch';
      const change: Partial<StoredFile> = isMismatch
        ? { uploadKey: clientKey() }
        : { state: 'failed', failure: failure.message };
      await this.#update(key, (now) => withFile(now, fileKey, change));
      return isMismatch ? { kind: 'wait', afterMs: null } : undefined;
    } finally {
      this.#aborts.delete(`${key} ${fileKey}`);
    }
  }
}

const markFailed = (item: StoredMessage, failure: string): StoredMessage => ({ ...item, state: 'failed', failure });

export const withFile = (item: StoredMessage, fileKey: string, change: Partial<StoredFile>): StoredMessage => ({
  ...item,
  files: item.files.map((file) => (file.key === fileKey ? { ...file, ...change } : file)),
});

const uploadAgain = (item: StoredMessage): StoredMessage => ({
  ...item,
  isSecondUpload: true,
  files: item.files.map((file) => ({ ...file, state: 'waiting', id: null, uploadKey: clientKey() })),
});
