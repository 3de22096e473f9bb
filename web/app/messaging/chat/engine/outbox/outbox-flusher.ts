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

export interface Flusher {
  poke(): void;
  /** Retries what is due; called by pages whose own timers are throttled. */
  tick(): void;
  abort(key: string, fileKey?: string): void;
  resume(): void;
  close(): void;
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
export function createFlusher(options: FlusherOptions): Flusher {
  const { store } = options;
  const activeChats = new Set<number>();
  const notBefore = new Map<number, { at: number; isAsked: boolean; timer: ReturnType<typeof setTimeout> }>();
  const failures = new Map<number, number>();
  const aborts = new Map<string, AbortController>();
  let isClosed = false;
  let isStopped = false;
  let isChecking = false;
  let mustCheckAgain = false;

  async function checkStore(): Promise<void> {
    if (isChecking) {
      mustCheckAgain = true;
      return;
    }
    isChecking = true;
    try {
      do {
        mustCheckAgain = false;
        const userIds = new Set((await store.list()).filter(isWaiting).map(({ userId }) => userId));
        for (const userId of userIds) startChat(userId);
      } while (mustCheckAgain);
    } catch {
      // A store that fails is replaced by its owner.
    } finally {
      isChecking = false;
    }
  }

  function startChat(userId: number): void {
    const pendingRetry = notBefore.get(userId);
    if (isClosed || isStopped || activeChats.has(userId) || activeChats.size >= PARALLEL_CHATS_MAX) return;
    if (pendingRetry !== undefined && pendingRetry.at > options.now()) return;
    clearTimeout(pendingRetry?.timer);
    notBefore.delete(userId);
    activeChats.add(userId);
    sendChat(userId)
      // The store may recover or be replaced, so the chat is retried.
      .catch(() => scheduleRetry(userId, null))
      .finally(() => {
        activeChats.delete(userId);
        // A lane is free; the chat may have got a new message while its lane was ending.
        if (!isClosed && !isStopped) void checkStore();
      });
  }

  async function sendChat(userId: number): Promise<void> {
    while (!isClosed && !isStopped) {
      const item = await store.next(userId);
      if (item === undefined) return;
      const outcome = await deliver(item);
      if (outcome.kind === 'wait') {
        scheduleRetry(userId, outcome.afterMs);
        return;
      }
      if (outcome.kind === 'stop') isStopped = true;
      else if (outcome.kind === 'done') failures.delete(userId);
    }
  }

  function scheduleRetry(userId: number, afterMs: number | null): void {
    const tries = failures.get(userId) ?? 0;
    failures.set(userId, tries + 1);
    const growing = Math.min(DELAY_MAX_MS, DELAY_MIN_MS * 2 ** tries) * (0.5 + Math.random() / 2);
    const delay = Math.max(growing, afterMs ?? 0);
    const timer = setTimeout(() => {
      notBefore.delete(userId);
      startChat(userId);
    }, delay);
    notBefore.set(userId, { at: options.now() + delay, isAsked: afterMs !== null, timer });
  }

  async function deliver(first: StoredMessage): Promise<Outcome> {
    const { key } = first;
    const abort = new AbortController();
    aborts.set(key, abort);
    options.onSending(key, true);
    try {
      const uploaded = await uploadAll(first, abort.signal);
      if (uploaded !== undefined) return uploaded;
      const item = await store.get(key);
      // The message was cancelled meanwhile, or one of its files failed.
      if (item === undefined || item.state === 'failed') return { kind: 'done' };
      return await sendOne(item, abort.signal);
    } catch (error) {
      return await conclude(key, failureOf(error));
    } finally {
      aborts.delete(key);
      options.onSending(key, false);
    }
  }

  async function sendOne(item: StoredMessage, signal: AbortSignal): Promise<Outcome> {
    if (isClosed) return { kind: 'stop' };
    const message = await options.send(item, signal);
    options.onSent(item, message);
    await store.remove(item.key);
    options.onChange(item.key);
    return { kind: 'done' };
  }

  async function conclude(key: string, failure: SendFailure): Promise<Outcome> {
    const item = await store.get(key);
    if (item === undefined) return { kind: 'done' };
    if (failure.kind === 'aborted') return { kind: 'wait', afterMs: null };
    if (failure.kind !== 'final') return failure;
    const isExpired = EXPIRED_UPLOAD_CODES.has(failure.code) && item.files.length > 0 && !item.isSecondUpload;
    await store.update(key, (now) => (isExpired ? uploadAgain(now) : markFailed(now, failure.message)));
    options.onChange(key);
    return { kind: 'done' };
  }

  /** Undefined when every file is uploaded or has failed for good. */
  async function uploadAll({ key, files }: StoredMessage, signal: AbortSignal): Promise<Outcome | undefined> {
    const rest = files.filter(({ state }) => state === 'waiting');
    let problem: SendFailure | undefined;
    const work = async (): Promise<void> => {
      for (let file = rest.shift(); file !== undefined && problem === undefined; file = rest.shift()) {
        const failure = await uploadOne(key, file.key, signal);
        if (failure !== undefined) problem ??= failure;
      }
    };
    await Promise.all(Array.from({ length: UPLOADS_AT_ONCE }, work));
    if (problem !== undefined) return conclude(key, problem);
    const item = await store.update(key, (now) => {
      const failed = now.files.find(({ state }) => state === 'failed');
      return failed === undefined ? now : markFailed(now, failed.failure);
    });
    if (item?.state === 'failed') options.onChange(key);
    return undefined;
  }

  async function uploadOne(key: string, fileKey: string, all: AbortSignal): Promise<SendFailure | undefined> {
    if (isClosed) return { kind: 'stop' };
    const item = await store.get(key);
    const file = item?.files.find((one) => one.key === fileKey);
    if (item === undefined || file?.state !== 'waiting') return undefined;
    const mine = new AbortController();
    aborts.set(`${key} ${fileKey}`, mine);
    try {
      const id = await options.upload(file, AbortSignal.any([all, mine.signal]), item);
      await store.update(key, (now) => withFile(now, fileKey, { state: 'done', id, failure: '' }));
      options.onChange(key);
      return undefined;
    } catch (error) {
      const failure = failureOf(error);
      const isGone = !(await store.get(key))?.files.some((one) => one.key === fileKey);
      if (isGone) return undefined;
      if (failure.kind !== 'final') return failure;
      // Other bytes need another upload key.
      const change: Partial<StoredFile> =
        failure.code === 'idempotency_mismatch'
          ? { uploadKey: clientKey() }
          : { state: 'failed', failure: failure.message };
      await store.update(key, (now) => withFile(now, fileKey, change));
      options.onChange(key);
      return failure.code === 'idempotency_mismatch' ? { kind: 'wait', afterMs: null } : undefined;
    } finally {
      aborts.delete(`${key} ${fileKey}`);
    }
  }

  return {
    poke() {
      if (isClosed) return;
      for (const [userId, { timer, isAsked }] of notBefore) {
        if (isAsked) continue;
        clearTimeout(timer);
        notBefore.delete(userId);
      }
      failures.clear();
      void checkStore();
    },
    tick() {
      if (!isClosed && !isStopped) void checkStore();
    },
    abort(key, fileKey) {
      aborts.get(fileKey === undefined ? key : `${key} ${fileKey}`)?.abort();
    },
    resume() {
      isStopped = false;
    },
    close() {
      isClosed = true;
      for (const { timer } of notBefore.values()) clearTimeout(timer);
      for (const abort of aborts.values()) abort.abort();
    },
  };
}

const isWaiting = ({ state }: StoredMessage): boolean => state === 'waiting';

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
