import type { Message } from '@app/contract/messaging/chat';
import type { Step } from '../../../../platform/state-machine.ts';
import type { Outgoing, OutgoingFile } from '../chat-types.ts';
import type { StoredMessage } from './outbox-store.ts';

export interface OutboxEntry {
  stored: StoredMessage;
  /** Stored by this page alone. */
  isFleeting: boolean;
  isSending: boolean;
  sentBytes: ReadonlyMap<string, number>;
  previews: ReadonlyMap<string, string>;
  message: Message | undefined;
  outgoing: Outgoing;
}

export interface OutboxState {
  entries: ReadonlyMap<string, OutboxEntry>;
  /** Keys that the socket confirmed and whose response is still awaited. */
  confirmed: ReadonlySet<string>;
  /** Keys of all messages that were ever in this outbox. */
  known: ReadonlySet<string>;
  /** Ticks that the leader tab has not answered. */
  missedTicks: number;
}

export const EMPTY_OUTBOX: OutboxState = {
  entries: new Map(),
  confirmed: new Set(),
  known: new Set(),
  missedTicks: 0,
};

/** What the tab that sends a message reports to itself and to the other tabs. */
export type SendReport =
  | { is: 'sending'; key: string; isSending: boolean }
  | { is: 'progress'; key: string; fileKey: string; sentBytes: number }
  | { is: 'sent'; key: string; userId: number; message: Message };

export type OutboxEvent =
  | SendReport
  /** The message was read from its store; `found` is undefined when it is no longer there. */
  | { is: 'stored'; key: string; found: StoredMessage | undefined; isFleeting: boolean }
  | { is: 'previewed'; key: string; fileKey: string; url: string }
  /** The thread shows the message itself. */
  | { is: 'shown'; key: string }
  /** The socket delivered an own message, so it has arrived even if its response was lost. */
  | { is: 'confirmed'; key: string }
  | { is: 'confirmTimedOut' | 'sentTimedOut' | 'removed'; key: string }
  /** A second passed. `isFollower`: the page is visible and another tab sends. */
  | { is: 'secondPassed'; isFollower: boolean }
  | { is: 'leaderAnswered' };

export type OutboxEffect =
  | { do: 'publish'; userId: number }
  | { do: 'createPreviews'; key: string }
  | { do: 'revokePreviews'; urls: readonly string[] }
  | { do: 'startTimer'; key: string; event: 'confirmTimedOut' | 'sentTimedOut'; ms: number }
  | { do: 'reportSent'; userId: number; message: Message }
  | { do: 'reportFailed' }
  /** Removes the entry after the current update. */
  | { do: 'removeLater'; key: string }
  | { do: 'removeStored'; key: string }
  | { do: 'askLeader' | 'takeOver' };

type Outcome = Step<OutboxState, OutboxEffect>;

const FLEETING_FROM = 2 ** 50;
/** Ticks without an answer after which the leader tab counts as dead. */
const MISSED_TICKS_MAX = 4;
/** Milliseconds that a sent message is shown at most until it appears in the thread. */
const SENT_SHOWN_MS = 30_000;
/** Milliseconds to wait for the response of a message that the socket has already confirmed. */
const CONFIRMED_MS = 3000;

export const isUnsent = ({ message }: OutboxEntry): boolean => message === undefined;

/** Returns the outgoing messages of a chat in the order of sending. */
export const outgoingOfUser = ({ entries }: OutboxState, userId: number): readonly Outgoing[] =>
  [...entries.values()]
    .filter(({ stored }) => stored.userId === userId)
    .sort((one, other) => one.stored.n - other.stored.n)
    .map(({ outgoing }) => outgoing);

export function reduceOutbox(state: OutboxState, event: OutboxEvent): Outcome {
  switch (event.is) {
    case 'stored':
      return applyStored(state, event);
    case 'sending':
      return changeEntry(state, event.key, ({ sentBytes }) => ({
        isSending: event.isSending,
        sentBytes: event.isSending ? sentBytes : new Map(),
      }));
    case 'progress':
      return changeEntry(state, event.key, ({ sentBytes }) => ({
        sentBytes: new Map(sentBytes).set(event.fileKey, event.sentBytes),
      }));
    case 'previewed':
      return changeEntry(state, event.key, ({ previews }) => ({
        previews: new Map(previews).set(event.fileKey, event.url),
      }));
    case 'sent':
      return applySent(state, event);
    case 'shown': {
      const entry = state.entries.get(event.key);
      if (entry === undefined || isUnsent(entry)) return confirm(state, event.key);
      return { state, effects: [{ do: 'removeLater', key: event.key }] };
    }
    case 'confirmed':
      return confirm(state, event.key);
    case 'confirmTimedOut': {
      const confirmed = new Set(state.confirmed);
      confirmed.delete(event.key);
      const entry = state.entries.get(event.key);
      const isWaiting = entry !== undefined && isUnsent(entry);
      return { state: { ...state, confirmed }, effects: isWaiting ? [{ do: 'removeStored', key: event.key }] : [] };
    }
    case 'sentTimedOut':
    case 'removed':
      return removeEntry(state, event.key);
    case 'secondPassed':
      return countTick(state, event.isFollower);
    case 'leaderAnswered':
      return { state: { ...state, missedTicks: 0 }, effects: [] };
  }
}

const withEntry = (state: OutboxState, key: string, entry: Omit<OutboxEntry, 'outgoing'>): OutboxState => ({
  ...state,
  entries: new Map(state.entries).set(key, { ...entry, outgoing: outgoingOf(entry) }),
});

function changeEntry(
  state: OutboxState,
  key: string,
  change: (entry: OutboxEntry) => Partial<Omit<OutboxEntry, 'outgoing'>>,
): Outcome {
  const entry = state.entries.get(key);
  if (entry === undefined) return { state, effects: [] };
  return {
    state: withEntry(state, key, { ...entry, ...change(entry) }),
    effects: [{ do: 'publish', userId: entry.stored.userId }],
  };
}

function removeEntry(state: OutboxState, key: string): Outcome {
  const entry = state.entries.get(key);
  if (entry === undefined) return { state, effects: [] };
  const entries = new Map(state.entries);
  entries.delete(key);
  return {
    state: { ...state, entries },
    effects: [
      { do: 'revokePreviews', urls: [...entry.previews.values()] },
      { do: 'publish', userId: entry.stored.userId },
    ],
  };
}

function applyStored(state: OutboxState, { key, found, isFleeting }: Extract<OutboxEvent, { is: 'stored' }>): Outcome {
  const before = state.entries.get(key);
  if (found === undefined)
    return before !== undefined && isUnsent(before) ? removeEntry(state, key) : { state, effects: [] };
  // Messages stored by the page alone sort after those in the browser's store.
  const stored = isFleeting && found.n < FLEETING_FROM ? { ...found, n: FLEETING_FROM + found.n } : found;
  if (before !== undefined) {
    const { state: next, effects } = changeEntry(state, key, () => ({ stored }));
    const hasFailed = stored.state === 'failed' && before.stored.state !== 'failed';
    return { state: next, effects: hasFailed ? [{ do: 'reportFailed' }, ...effects] : effects };
  }
  const fresh = { stored, isFleeting, isSending: false, sentBytes: new Map(), previews: new Map(), message: undefined };
  return {
    state: withEntry({ ...state, known: new Set(state.known).add(key) }, key, fresh),
    effects: [
      { do: 'createPreviews', key },
      { do: 'publish', userId: stored.userId },
    ],
  };
}

/** Keeps showing a sent message until the thread shows it. */
function applySent(state: OutboxState, { key, userId, message }: Extract<OutboxEvent, { is: 'sent' }>): Outcome {
  const entry = state.entries.get(key);
  const report: OutboxEffect = { do: 'reportSent', userId, message };
  if (entry === undefined || !isUnsent(entry)) return { state, effects: [report] };
  return {
    state: { ...state, entries: new Map(state.entries).set(key, { ...entry, message }) },
    effects: [{ do: 'startTimer', key, event: 'sentTimedOut', ms: SENT_SHOWN_MS }, report],
  };
}

function confirm(state: OutboxState, key: string): Outcome {
  const entry = state.entries.get(key);
  if (entry === undefined || !isUnsent(entry) || state.confirmed.has(key)) return { state, effects: [] };
  return {
    state: { ...state, confirmed: new Set(state.confirmed).add(key) },
    effects: [{ do: 'startTimer', key, event: 'confirmTimedOut', ms: CONFIRMED_MS }],
  };
}

/** Background tabs may be throttled, so the visible tab counts missed ticks and takes over from a dead leader. */
function countTick(state: OutboxState, isFollower: boolean): Outcome {
  if (!isFollower) return { state, effects: [] };
  const isWaiting = [...state.entries.values()].some(
    (entry) => !entry.isFleeting && isUnsent(entry) && entry.stored.state === 'waiting',
  );
  const missedTicks = isWaiting ? state.missedTicks + 1 : 0;
  if (missedTicks > MISSED_TICKS_MAX) return { state: { ...state, missedTicks: 0 }, effects: [{ do: 'takeOver' }] };
  return { state: { ...state, missedTicks }, effects: isWaiting ? [{ do: 'askLeader' }] : [] };
}

function outgoingOf({ stored, isSending, sentBytes, previews }: Omit<OutboxEntry, 'outgoing'>): Outgoing {
  const files = stored.files.map((file): OutgoingFile => {
    const { key, bytes } = file;
    const isUploading = file.state === 'waiting' && isSending && sentBytes.has(key);
    return {
      ...file,
      previewUrl: previews.get(key) ?? null,
      state: isUploading ? 'uploading' : file.state,
      sentBytes: file.state === 'done' ? bytes : (sentBytes.get(key) ?? 0),
    };
  });
  return { ...stored, files, state: stored.state === 'waiting' && isSending ? 'sending' : stored.state };
}
