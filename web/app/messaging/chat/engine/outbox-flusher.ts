import type { Message } from '@app/contract/messaging/chat';
import { clientKey } from './client-key.ts';
import type { OutboxStore, Stored, StoredFile } from './outbox-store.ts';
import { failureOf, type SendFailure } from './send-failure.ts';

export interface FlusherParts {
  store: OutboxStore;
  /** Upload one file; answers its id. */
  upload(file: StoredFile, signal: AbortSignal, item: Stored): Promise<number>;
  send(item: Stored, signal: AbortSignal): Promise<Message>;
  /** Its record, or what it is at, changed. */
  onChange(key: string): void;
  onSending(key: string, isSending: boolean): void;
  onSent(item: Stored, message: Message): void;
  /** Time that only goes forward: the clock of the device may be wrong. */
  now(): number;
}

export interface Flusher {
  /** There is something new, or a reason not to wait any longer. */
  poke(): void;
  /** Whatever has waited long enough; for pages whose own timers sleep. */
  tick(): void;
  /** Give up what is under way for this message, or for one file of it. */
  abort(key: string, fileKey?: string): void;
  /** Somebody is signed in again. */
  resume(): void;
  close(): void;
}

const LANES_MAX = 4;
const UPLOADS_AT_ONCE = 2;
const DELAY_MIN_MS = 200;
const DELAY_MAX_MS = 30_000;
/** Refusals after which files of an older upload are worth another one: the server forgets what was not sent for a day. */
const FORGOTTEN = new Set(['not_found', 'gone', 'invalid_input']);

type Outcome = SendFailure | { kind: 'done' };

/**
 * Sends what is in the store: each dialog strictly in its order and one at a time, several dialogs at once. Every message goes
 * under its own key until the server confirms it, so that sending twice is the same as sending once.
 */
export function createFlusher(parts: FlusherParts): Flusher {
  const { store } = parts;
  const lanes = new Set<number>();
  const notBefore = new Map<number, { at: number; isAsked: boolean; timer: ReturnType<typeof setTimeout> }>();
  const failures = new Map<number, number>();
  const aborts = new Map<string, AbortController>();
  let isClosed = false;
  let isStopped = false;
  let isLooking = false;
  let looksAgain = false;

  async function look(): Promise<void> {
    if (isLooking) {
      looksAgain = true;
      return;
    }
    isLooking = true;
    try {
      do {
        looksAgain = false;
        const dialogs = new Set((await store.list()).filter(isWaiting).map(({ userId }) => userId));
        for (const userId of dialogs) begin(userId);
      } while (looksAgain);
    } catch {
      // A store that fails is replaced by its owner.
    } finally {
      isLooking = false;
    }
  }

  function begin(userId: number): void {
    const waits = notBefore.get(userId);
    if (isClosed || isStopped || lanes.has(userId) || lanes.size >= LANES_MAX) return;
    if (waits !== undefined && waits.at > parts.now()) return;
    clearTimeout(waits?.timer);
    notBefore.delete(userId);
    lanes.add(userId);
    runLane(userId)
      // The store failed: it may come back, or be replaced.
      .catch(() => wait(userId, null))
      .finally(() => {
        lanes.delete(userId);
        // A lane is free, and this dialog may have got something while its lane was ending.
        if (!isClosed && !isStopped) void look();
      });
  }

  async function runLane(userId: number): Promise<void> {
    while (!isClosed && !isStopped) {
      const item = await store.next(userId);
      if (item === undefined) return;
      const outcome = await deliver(item);
      if (outcome.kind === 'wait') {
        wait(userId, outcome.afterMs);
        return;
      }
      if (outcome.kind === 'stop') isStopped = true;
      else if (outcome.kind === 'done') failures.delete(userId);
    }
  }

  function wait(userId: number, afterMs: number | null): void {
    const tries = failures.get(userId) ?? 0;
    failures.set(userId, tries + 1);
    const growing = Math.min(DELAY_MAX_MS, DELAY_MIN_MS * 2 ** tries) * (0.5 + Math.random() / 2);
    const delay = Math.max(growing, afterMs ?? 0);
    const timer = setTimeout(() => {
      notBefore.delete(userId);
      begin(userId);
    }, delay);
    notBefore.set(userId, { at: parts.now() + delay, isAsked: afterMs !== null, timer });
  }

  async function deliver(first: Stored): Promise<Outcome> {
    const { key } = first;
    const abort = new AbortController();
    aborts.set(key, abort);
    parts.onSending(key, true);
    try {
      const uploaded = await uploadAll(first, abort.signal);
      if (uploaded !== undefined) return uploaded;
      const item = await store.get(key);
      // Taken back meanwhile, or failed with one of its files.
      if (item === undefined || item.state === 'failed') return { kind: 'done' };
      return await sendOne(item, abort.signal);
    } catch (error) {
      return await conclude(key, failureOf(error));
    } finally {
      aborts.delete(key);
      parts.onSending(key, false);
    }
  }

  async function sendOne(item: Stored, signal: AbortSignal): Promise<Outcome> {
    if (isClosed) return { kind: 'stop' };
    const message = await parts.send(item, signal);
    parts.onSent(item, message);
    await store.remove(item.key);
    parts.onChange(item.key);
    return { kind: 'done' };
  }

  async function conclude(key: string, failure: SendFailure): Promise<Outcome> {
    const item = await store.get(key);
    if (item === undefined) return { kind: 'done' };
    if (failure.kind === 'aborted') return { kind: 'wait', afterMs: null };
    if (failure.kind !== 'final') return failure;
    const isForgotten = FORGOTTEN.has(failure.code) && item.files.length > 0 && !item.isSecondUpload;
    await store.update(key, (now) => (isForgotten ? uploadAgain(now) : refuse(now, failure.message)));
    parts.onChange(key);
    return { kind: 'done' };
  }

  /** Undefined when everything is there, or what is not has failed for good. */
  async function uploadAll({ key, files }: Stored, signal: AbortSignal): Promise<Outcome | undefined> {
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
      return failed === undefined ? now : refuse(now, failed.failure);
    });
    if (item?.state === 'failed') parts.onChange(key);
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
      const id = await parts.upload(file, AbortSignal.any([all, mine.signal]), item);
      await store.update(key, (now) => withFile(now, fileKey, { state: 'done', id, failure: '' }));
      parts.onChange(key);
      return undefined;
    } catch (error) {
      const failure = failureOf(error);
      const isGone = !(await store.get(key))?.files.some((one) => one.key === fileKey);
      if (isGone) return undefined;
      if (failure.kind !== 'final') return failure;
      // The same key with other bytes: they are another upload.
      const change: Partial<StoredFile> =
        failure.code === 'idempotency_mismatch'
          ? { uploadKey: clientKey() }
          : { state: 'failed', failure: failure.message };
      await store.update(key, (now) => withFile(now, fileKey, change));
      parts.onChange(key);
      return failure.code === 'idempotency_mismatch' ? { kind: 'wait', afterMs: null } : undefined;
    } finally {
      aborts.delete(`${key} ${fileKey}`);
    }
  }

  return {
    poke() {
      if (isClosed) return;
      for (const [userId, { timer, isAsked }] of notBefore) {
        // The server itself asked to wait.
        if (isAsked) continue;
        clearTimeout(timer);
        notBefore.delete(userId);
      }
      failures.clear();
      void look();
    },
    tick() {
      if (!isClosed && !isStopped) void look();
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

const isWaiting = ({ state }: Stored): boolean => state === 'waiting';

const refuse = (item: Stored, failure: string): Stored => ({ ...item, state: 'failed', failure });

export const withFile = (item: Stored, fileKey: string, change: Partial<StoredFile>): Stored => ({
  ...item,
  files: item.files.map((file) => (file.key === fileKey ? { ...file, ...change } : file)),
});

const uploadAgain = (item: Stored): Stored => ({
  ...item,
  isSecondUpload: true,
  files: item.files.map((file) => ({ ...file, state: 'waiting', id: null, uploadKey: clientKey() })),
});
